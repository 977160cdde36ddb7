import type { english, page as englishPage } from './en.ts';

const page: typeof englishPage = {
  label: 'Proyectos',
  title: 'Proyectos',
  count: (projects) => `${projects} proyectos`,
  one: '1 proyecto',
  none: 'Aquí no hay proyectos.',
  chosen: 'aquí trabaja tu chat',
  elsewhere: 'En otras máquinas',
  on: (machines) => `en ${machines}`,
  goneCell: (cell) => `${cell} (no responde)`,
  noneElsewhere: 'Ahí no hay proyectos.',
  choose: 'Trabajar aquí',
  chooses: (project) => `Que mi chat trabaje en ${project}`,
  elsewhereIs:
    'Sus páginas están en las consolas de ahí.\nTu chat puede pasar ahí cuando no tenga nada abierto: /proyecto cambiar <nombre>',
  away: 'PostgreSQL no responde. Esto es lo último que supe:',
  state: 'Repositorio',
  facts: {
    branch: 'rama',
    defaultBranch: 'rama principal',
    changed: 'archivos sin commit',
    commit: 'último commit',
    languages: 'hecho con',
    checks: 'sus pruebas',
  },
  unknown: 'no encontré',
  gone: 'Su carpeta ya no está.',
  files: 'Lo que leen primero las tareas',
  noFiles: 'No hay archivos de instrucciones.',
  trusted: 'Archivos autorizados a preguntar menos',
  noneTrusted: 'Ninguno: todo pregunta como siempre.',
  kinds: { command: 'comando', specialist: 'especialista', skill: 'skill', hooks: 'hooks del proyecto' },
  tasks: 'Tareas abiertas',
  noTasks: 'Ahora no trabaja aquí ninguna tarea.',
  more: 'Lo que trae',
  commands: 'Comandos',
  skills: 'Skills',
  specialists: 'Especialistas',
};

export const spanish: typeof english = {
  commands: {
    workspace: {
      usage: '/proyecto [cambiar <nombre> | info | agregar <url>]',
      summary: 'el proyecto de este chat',
      more: '/proyecto cambiar tienda - tus próximas tareas van ahí, las que corren no se mueven\n/proyecto info [nombre] - rama, cambios, último commit\n/proyecto agregar <url de git> [nombre] - clónalo en PROJECTS_ROOT sin ejecutar nada\n/proyecto agregar <nombre> - empieza uno vacío\n/proyecto cancelar - deja de agregarlo',
    },
  },
  title: '📁 Proyectos:',
  titleIn: (folder) => `📁 Proyectos en ${folder}:`,
  here: (name) => `➡️ ${name} (este chat)`,
  elsewhere: (name, machine) => `   ${name} · en ${machine}`,
  isOn: (name, machine) => `📁 ${name} está en ${machine}.\nPara trabajar ahí: /proyecto cambiar ${name}`,
  firstEnd: '⏳ Aquí queda algo abierto. Primero termina o cancela:',
  andMore: (count) => `… y ${count} más`,
  thenGo: (name, machine) => `Después este chat puede pasar a ${machine}: /proyecto cambiar ${name}`,
  notMoved: {
    busy: (name) =>
      `⏳ Este chat sigue aquí: había mensajes en camino.\nInténtalo otra vez: /proyecto cambiar ${name}`,
    gone: (name) =>
      `Ninguna máquina con ${name} recibe chats ahora.\nEste chat sigue aquí. Todos los proyectos: /proyecto`,
    away: (name) =>
      `Ahora no puedo llegar a las otras máquinas.\nEste chat sigue aquí. Inténtalo más tarde: /proyecto cambiar ${name}`,
  },
  leftOut: (count) =>
    count === 1
      ? '1 carpeta no sale en la lista.\nSu nombre ya existe, o lleva más que letras latinas, números y ._+@-'
      : `${count} carpetas no salen en la lista.\nSus nombres ya existen, o llevan más que letras latinas, números y ._+@-`,
  more: (count) => `… y ${count} más. Para buscar: /proyecto lista <parte del nombre>`,
  onlyOne: (name) =>
    `📁 ${name} es el único proyecto.\nPara tener varios, pon en .env PROJECTS_ROOT con la carpeta que los contiene. Después reiníciame.`,
  noneYet:
    'Todavía no hay proyectos.\nClona uno: /proyecto agregar <url de git>\nO empieza uno vacío: /proyecto agregar <nombre>',
  switched: (name) => `📁 Este chat ahora trabaja en ${name}.`,
  already: (name) => `📁 Este chat ya trabaja en ${name}.`,
  keepsTo: (task, name) => `${task} sigue en ${name}. Lo que empieces ahora trabaja en el nuevo.`,
  unknown: (name, known) => `No hay un proyecto ${name}.\nHay: ${known}`,
  unknownAndNone: (name) =>
    `No hay un proyecto ${name}, ni ningún otro todavía.\nClona uno: /proyecto agregar <url de git>`,
  notInGroup: 'En un grupo, solo un dueño cambia de proyecto.',
  notYours: (yours) =>
    `Puedes elegir entre tus proyectos: ${yours}\nUn dueño puede cambiarlo en access.yaml.`,
  noGit: 'sin repositorio git',
  branch: (name, changed) =>
    `🌿 ${name} · ${changed === 0 ? 'limpio' : changed === 1 ? '1 archivo sin commit' : `${changed} archivos sin commit`}`,
  detached: 'sin rama',
  noCommit: 'todavía sin commits',
  howToAdd:
    'Clona un proyecto: /proyecto agregar <url de git> [nombre]\nO empieza uno vacío: /proyecto agregar <nombre>',
  needsRoot:
    'Antes necesito una carpeta para tus proyectos.\nPon en .env PROJECTS_ROOT con esa carpeta y reiníciame.',
  rootGone: 'PROJECTS_ROOT ya no es la misma carpeta.\nRevísala e inténtalo otra vez.',
  noCredentials:
    'No acepto direcciones con usuario o contraseña.\nNo la guardé: git la escribiría en el proyecto. Configura un gestor de credenciales o una clave SSH, y manda la dirección sin ellos.',
  onlyHttpsAndSsh:
    'Solo clono direcciones https:// y ssh.\nPor ejemplo: https://github.com/dueño/nombre.git o git@github.com:dueño/nombre.git',
  badUrl: 'No entiendo esa dirección.\nPor ejemplo: https://github.com/dueño/nombre.git',
  needsName:
    'Esa dirección no termina en un nombre para el proyecto.\nPon uno: /proyecto agregar <url de git> <nombre>',
  badName: (name) =>
    `${name} no puede ser el nombre de un proyecto.\nUsa hasta 80 letras latinas, números, espacios y ._+@-, y empieza con letra o número. No valen los nombres que reserva un sistema operativo.`,
  taken: (name) =>
    `Ya hay algo que se llama ${name}.\nElige otro nombre. Con una dirección: /proyecto agregar <url de git> <nombre>`,
  onItsWay: (name) => `Ya estoy trayendo ${name}. Para cancelar: /proyecto cancelar`,
  nothingOnItsWay: 'Ahora no estoy trayendo ningún proyecto.\nPara traer uno: /proyecto agregar <url de git>',
  bringing: (name) => `⬇️ Clonando ${name}. No ejecuto nada de él.\nPara cancelar: /proyecto cancelar`,
  making: (name) => `🌱 Creo ${name}, un repositorio git vacío.`,
  added: (name) => `✅ ${name} ya está.\nPara trabajar en él: /proyecto cambiar ${name}`,
  notAdded: (name, why) => `❌ No pude traer ${name}. No queda nada de él.\n${why}`,
  cancelled: (name) => `🛑 Cancelé ${name}. No queda nada de él.`,
  beganAgain: (name) => `🔄 Me reiniciaron. Clono ${name} otra vez.`,
  unfinished: {
    clone: (name, url) => `Clonar ${name}: /proyecto agregar ${url} ${name}`,
    project: (name) => `Un proyecto nuevo, ${name}: /proyecto agregar ${name}`,
  },
  page,
};
