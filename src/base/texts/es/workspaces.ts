import type { workspaceTexts as English } from '../en/workspaces.ts';

export const workspaceTexts: typeof English = {
  title: '📁 Proyectos:',
  titleIn: (folder) => `📁 Proyectos en ${folder}:`,
  here: (name) => `➡️ ${name} (este chat)`,
  leftOut: (count) =>
    count === 1
      ? 'Queda fuera 1 carpeta: su nombre tiene otros signos que letras latinas, cifras y ._+@-, o ya lo lleva otro proyecto.'
      : `Quedan fuera ${count} carpetas: sus nombres tienen otros signos que letras latinas, cifras y ._+@-, o ya los llevan otros proyectos.`,
  howToSwitch: (name) => `/proyecto cambiar ${name} cambia el proyecto de este chat.`,
  onlyOne: (name) =>
    `📁 ${name} es el único proyecto. Para elegir entre varios, pon en .env PROJECTS_ROOT con la carpeta que los contiene y reiníciame.`,
  noneYet:
    'Todavía no hay ningún proyecto. /proyecto agregar <url de git> trae uno, /proyecto agregar <nombre> empieza uno vacío.',
  switched: (name) => `📁 Este chat trabaja ahora en ${name}.`,
  already: (name) => `📁 Este chat ya trabaja en ${name}.`,
  keepsTo: (task, name) => `${task} sigue en ${name}; lo que empieces ahora trabaja en el nuevo.`,
  unknown: (name, known) => `No hay ningún proyecto ${name}. Hay: ${known}`,
  unknownAndNone: (name) => `No hay ningún proyecto ${name}, ni ningún otro.`,
  chooseFirst:
    'PROJECT_ROOT contiene los demás proyectos, así que no trabajo ahí. Elige antes uno: /proyecto cambiar <nombre>; /proyecto los muestra.',
  gone: (name) =>
    `El proyecto de este chat, ${name}, ya no está. Elige otro: /proyecto cambiar <nombre>; /proyecto los muestra.`,
  notInGroup: 'En un grupo solo un dueño cambia el proyecto.',
  notYours: (yours) =>
    `Puedes elegir entre tus proyectos: ${yours}. Un dueño puede cambiarlo en access.yaml.`,
  noGit: 'sin repositorio git',
  branch: (name, changed) =>
    `🌿 ${name} · ${changed === 0 ? 'limpio' : changed === 1 ? '1 archivo sin commit' : `${changed} archivos sin commit`}`,
  detached: 'sin rama',
  noCommit: 'todavía sin commits',
  nothingHere: (name, task, command) =>
    `Ninguna tarea de este chat ha cambiado nada en ${name}. La última, en otro proyecto: ${task}\nCon ${command} te refieres a esa.`,
};
