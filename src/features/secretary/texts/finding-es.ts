import type { finding as English } from './finding-en.ts';

export const finding: typeof English = {
  origin: {
    plugin: 'plugin de este proyecto',
    project: 'de este proyecto',
    mine: 'tuyo',
    wasap: 'viene con el programa',
  },
  tools: 'Herramientas',
  allTools: 'todas las que tiene una tarea',
  noTools: 'ninguna',
  unknownTools: (names) => `no da acceso a nada: ${names}`,
  untilAccepted: (agent) =>
    `de estas solo las que leen, hasta que un dueño acepte su archivo en un chat: /secretaria confiar ${agent}`,
  noSpecialists: 'No encontré ningún especialista.',
  skipped: 'Archivos que no usé:',
  skip: {
    link: () => 'Un enlace en su ruta lleva fuera de su lugar.',
    'not-a-file': () => 'No es un archivo.',
    'not-text': () => 'No es texto en UTF-8.',
    unreadable: () => 'No se puede leer.',
    'too-large': (most) => `Es demasiado grande${most === '' ? '' : `: se leen ${most} como máximo`}.`,
    'too-many': (count) => `Aquí hay demasiados: ${count} se quedaron sin mirar.`,
    taken: (file) => (file === '' ? 'Ya hay otro con ese nombre.' : `${file} ya tiene ese nombre.`),
    marketplace: () => 'Tiene que ser {"plugins": [{"name": "...", "source": "./..."}]}.',
    'plugin-name': () => 'El nombre de un plugin lleva letras, cifras, puntos y guiones, 64 como máximo.',
    'plugin-reserved': () =>
      'Un plugin no puede llamarse project, mine ni wasap: esos nombres están reservados.',
    'plugin-source': () => 'El origen de un plugin tiene que ser una carpeta dentro del proyecto.',
    'plugin-folder': () => 'El origen del plugin no es una carpeta.',
    'no-header': () => 'No empieza con --- y name, description.',
    'bad-header': (why) => why,
    name: () => 'Falta name, o no son palabras en minúsculas separadas por guiones (code-reviewer).',
    description: () => 'Falta description, o pasa de 4000 caracteres.',
    tools: () => 'tools tiene que ser una lista de nombres: Read, Grep, Bash(git:*).',
    model: () => 'model tiene que ser el nombre de un modelo.',
    limits: () => 'limits puede llevar max_rounds, session_timeout_seconds y max_cost_usd, en números.',
  },
  understood: (intent) => `🧭 Entiendo: ${intent}`,
  best: ({ agent, percent, origin, reason }) =>
    `El que mejor encaja: ${agent} (${percent} %, ${origin}). ${reason}`,
  alternative: ({ agent, percent, origin, reason }) =>
    `Alternativa: ${agent} (${percent} %, ${origin}). ${reason}`,
  noBest: 'Ningún especialista está hecho justo para esto.',
  workflow: {
    brainstorm: (name) => `Esto hay que pensarlo antes, y para eso está ${name}.`,
    implement: (name) => `Es trabajo general en el código, y para eso está ${name}.`,
    'create-plan': (name) => `Aquí se trata de los pasos, y para eso está ${name}.`,
  },
  header: 'A quién va',
  confirm: (agent, percent) => `Se lo paso a ${agent} (encaja al ${percent} %). ¿Confirmas?`,
  confirmWorkflow: (name) => `Empiezo con ${name}. ¿Confirmas?`,
  choose: '¿Quién lo hace?',
  accept: (agent) => `Aceptar ${agent}`,
  use: (agent) => `Usar ${agent}`,
  cancel: 'Cancelar',
  bestFor: (intent) => `Lo que mejor encaja con: ${intent}`,
  alternativeMatch: (percent) => `Alternativa: encaja al ${percent} %`,
  abort: 'No hacer nada',
  another: (names) =>
    names === ''
      ? 'O escribe el nombre de otro especialista.'
      : `O escribe el nombre de otro especialista: ${names}`,
  cancelled: 'Cancelado. No empezó nada.',
  ambiguous: (references) => `Hay varios con ese nombre. ¿Cuál: ${references}?`,
  notThere: 'No hay ningún especialista con ese nombre.',
  unread: 'No es ninguna de las opciones, ni el nombre de un especialista.',
  questions: 'Antes de que alguien empiece:',
  unusable: 'El modelo no dio una respuesta que sirva. Dilo con otras palabras o inténtalo otra vez.',
  mode: {
    notFound: 'No hay archivo de configuración. Valen los valores por defecto (modo manual).',
    is: (mode) => `Modo: ${mode}`,
    about: {
      manual: 'La secretaria busca un especialista cuando escribes /secretaria <petición>.',
      aware: 'Como manual; además, cada tarea sabe desde el principio que hay una secretaria.',
      proactive: 'Lo que escribes sin comando pasa primero por la secretaria.',
    },
    asked: 'En todos los modos se te pregunta antes de empezar nada.',
    created: (file) => `Configuración creada en ${file}`,
    updated: (mode) => `Ahora el modo es ${mode}.`,
    unusableKeys: (file, keys) =>
      `${file}: el valor de ${keys} no es ninguno de los conocidos; vale el valor por defecto.`,
    unusable: (file, why) => `${file} no sirve: ${why} Valen los valores por defecto (modo manual).`,
    notChanged: (file, why) => `No cambié ${file}: ${why}`,
    fault: {
      link: 'lleva fuera del proyecto.',
      linked: 'es un enlace, o está dentro de uno, y no sigo enlaces. Pon ahí el archivo mismo.',
      'not-a-file': 'no es un archivo.',
      'not-text': 'no es texto en UTF-8.',
      unreadable: 'no se puede leer. Mira sus permisos.',
      'too-large': 'ocupa más de 64 kB.',
    },
    unwritable: (code) => `no se pudo escribir (${code}). Mira sus permisos e inténtalo otra vez.`,
  },
  errors: {
    noAgents:
      'No encontré ningún especialista. Pon archivos de agentes en .claude/agents/ del proyecto, en agents/ de uno de sus plugins o en agents/ de tu carpeta de configuración.',
    noMatch:
      'Ningún especialista encaja con lo que pides. Descríbelo con más detalle o mira /secretaria ayuda.',
    delegationFailed: (agent, why) =>
      `${agent} no pudo empezar: ${why}\nInténtalo otra vez, elige otro especialista o cancela.`,
  },
};
