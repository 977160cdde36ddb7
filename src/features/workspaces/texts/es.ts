import type { english } from './en.ts';

export const spanish: typeof english = {
  title: '📁 Proyectos:',
  titleIn: (folder) => `📁 Proyectos en ${folder}:`,
  here: (name) => `➡️ ${name} (este chat)`,
  leftOut: (count) =>
    count === 1
      ? 'Queda fuera 1 carpeta: en su nombre hay algo que no son letras latinas, cifras ni ._+@-, o ya lo lleva otro proyecto.'
      : `Quedan fuera ${count} carpetas: en sus nombres hay algo que no son letras latinas, cifras ni ._+@-, o ya los llevan otros proyectos.`,
  more: (count) => `… y ${count} más. /proyecto lista <parte del nombre> encuentra uno.`,
  onlyOne: (name) =>
    `📁 ${name} es el único proyecto. Para elegir entre varios, pon en .env PROJECTS_ROOT con la carpeta que los contiene y reiníciame.`,
  noneYet:
    'Todavía no hay ningún proyecto. /proyecto agregar <url de git> trae uno, /proyecto agregar <nombre> empieza uno vacío.',
  switched: (name) => `📁 Este chat trabaja ahora en ${name}.`,
  already: (name) => `📁 Este chat ya trabaja en ${name}.`,
  keepsTo: (task, name) => `${task} sigue en ${name}; lo que empieces ahora trabaja en el nuevo.`,
  unknown: (name, known) => `No hay ningún proyecto ${name}. Hay: ${known}`,
  unknownAndNone: (name) => `No hay ningún proyecto ${name}, ni ningún otro.`,
  notInGroup: 'En un grupo solo un dueño cambia el proyecto.',
  notYours: (yours) =>
    `Puedes elegir entre tus proyectos: ${yours}. Un dueño puede cambiarlo en access.yaml.`,
  noGit: 'sin repositorio git',
  branch: (name, changed) =>
    `🌿 ${name} · ${changed === 0 ? 'limpio' : changed === 1 ? '1 archivo sin commit' : `${changed} archivos sin commit`}`,
  detached: 'sin rama',
  noCommit: 'todavía sin commits',
  howToAdd:
    '/proyecto agregar <url de git> [nombre] trae un proyecto a PROJECTS_ROOT, /proyecto agregar <nombre> empieza uno vacío.',
  needsRoot: 'Antes pon en .env PROJECTS_ROOT con la carpeta que va a contener los proyectos, y reiníciame.',
  rootGone: 'PROJECTS_ROOT ya no es la carpeta que era. Mírala y vuelve a intentarlo.',
  noCredentials:
    'No acepto direcciones con un nombre o una contraseña dentro, y no la he guardado: git los escribiría en el proyecto. Configura en esta máquina un gestor de credenciales o una clave SSH, y dame la dirección sin ellos.',
  onlyHttpsAndSsh:
    'Solo clono desde direcciones https://… y de ssh (ssh://… o git@host:dueño/nombre.git), nunca desde carpetas ni con otros programas.',
  badUrl: 'No entiendo esta dirección. Ejemplo: https://github.com/dueño/nombre.git',
  needsName: 'Esta dirección no termina en nada que pueda ser el nombre del proyecto. Pon un nombre detrás.',
  badName: (name) =>
    `${name} no puede ser el nombre de un proyecto: hasta 80 letras latinas, cifras, espacios y ._+@-, empieza por letra o cifra y no es un nombre que algún sistema se reserva.`,
  taken: (name) =>
    `Ya hay algo que se llama ${name}. Elige otro nombre; con una dirección va detrás de ella.`,
  onItsWay: (name) => `${name} ya viene en camino. /proyecto cancelar lo deja.`,
  nothingOnItsWay: 'No viene ningún proyecto en camino.',
  bringing: (name) => `⬇️ Clonando ${name}. Nada de lo que contiene se ejecuta. /proyecto cancelar lo deja.`,
  making: (name) => `🌱 ${name}: un repositorio git vacío.`,
  added: (name) => `✅ ${name} ya está. /proyecto cambiar ${name} lo hace el proyecto de este chat.`,
  notAdded: (name, why) => `❌ No pude traer ${name}, y no queda nada de él. ${why}`,
  cancelled: (name) => `🛑 Dejé ${name}, y no queda nada de él.`,
  beganAgain: (name) => `🔄 Me reiniciaron mientras clonaba ${name}: empiezo de nuevo.`,
};
