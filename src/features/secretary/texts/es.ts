import { expectationInSpanish } from '../../../core/texts/es/english-sentences.ts';
import type {
  chat as englishChat,
  commands as englishCommands,
  finding as englishFinding,
  page as englishPage,
} from './en.ts';

export const finding: typeof englishFinding = {
  origin: {
    plugin: 'plugin de este proyecto',
    project: 'de este proyecto',
    mine: 'tuyo',
    wasap: 'incluido',
  },
  tools: 'Herramientas',
  allTools: 'todas las que puede usar una tarea',
  noTools: 'ninguna',
  warning: (warning) => `⚠️ ${expectationInSpanish(warning)}`,
  unknownTools: (names) => `aquí no existen: ${names}`,
  untilAccepted: (agent) =>
    `solo las que leen, hasta que un dueño acepte su archivo en un chat: /secretaria confiar ${agent}`,
  stopped: 'Detenido. No empecé nada.',
  noAnswer: (kind, detail) =>
    `El modelo no respondió (${kind}). No empecé nada.\nPrueba otra vez. El servidor dijo: «${detail}»`,
  cost: (money) => `Costo: ${money}`,
  noPrice: (model) => `No sé cuánto cuesta ${model}.`,
  noSpecialists: 'Aún no hay especialistas. Pon un archivo en .claude/agents/.',
  skipped: 'Archivos que salté:',
  skip: {
    link: () => 'Un enlace en su ruta lleva fuera de su carpeta.',
    'not-a-file': () => 'No es un archivo.',
    'not-text': () => 'No es texto en UTF-8.',
    unreadable: () => 'No se puede leer.',
    'too-large': (most) => `Es muy grande${most === '' ? '' : `: el máximo es ${most}`}.`,
    'too-many': (count) => `Hay muchos archivos aquí: ${count} quedaron sin leer.`,
    taken: (file) => (file === '' ? 'Ya hay otro con ese nombre.' : `${file} ya tiene ese nombre.`),
    marketplace: () => 'Tiene que ser {"plugins": [{"name": "...", "source": "./..."}]}.',
    'plugin-name': () => 'El nombre de un plugin lleva letras, números, puntos y guiones, 64 como máximo.',
    'plugin-reserved': () => 'Un plugin no puede llamarse project, mine ni wasap.',
    'plugin-source': () => 'El origen del plugin tiene que ser una carpeta del proyecto.',
    'plugin-folder': () => 'El origen del plugin no es una carpeta.',
    'no-header': () => 'No empieza con --- y name, description.',
    'bad-header': expectationInSpanish,
    name: () => 'name va en minúsculas y con guiones (code-reviewer).',
    description: () => 'Falta description, o pasa de 4000 caracteres.',
    tools: () => 'tools tiene que ser una lista de nombres: Read, Grep, Bash(git:*).',
    model: () => 'model tiene que ser el nombre de un modelo.',
    limits: () => 'limits puede llevar max_rounds, session_timeout_seconds y max_cost_usd, en números.',
  },
  understood: (intent) => `🧭 Entiendo: ${intent}`,
  best: ({ agent, percent, origin, reason }) => `Mejor opción: ${agent} (${percent} %, ${origin}). ${reason}`,
  alternative: ({ agent, percent, origin, reason }) =>
    `Alternativa: ${agent} (${percent} %, ${origin}). ${reason}`,
  noBest: 'Ningún especialista es justo para esto.',
  workflow: {
    brainstorm: (name) => `Esto hay que pensarlo antes: para eso está ${name}.`,
    implement: (name) => `Es trabajo general de código: para eso está ${name}.`,
    'create-plan': (name) => `Se trata de planear los pasos: para eso está ${name}.`,
  },
  header: 'A quién va',
  confirm: (agent, percent) => `Se lo paso a ${agent} (encaja al ${percent} %). ¿Confirmas?`,
  confirmWorkflow: (name) => `Empiezo con ${name}. ¿Confirmas?`,
  choose: '¿Quién lo hace?',
  accept: (agent) => `Aceptar ${agent}`,
  use: (agent) => `Usar ${agent}`,
  cancel: 'Cancelar',
  bestFor: (intent) => `La mejor opción para: ${intent}`,
  alternativeMatch: (percent) => `Alternativa: encaja al ${percent} %`,
  abort: 'No hacer nada',
  another: (names) =>
    names === '' ? 'O di el nombre de otro especialista.' : `O di el nombre de otro especialista: ${names}`,
  cancelled: 'Cancelado. No empezó nada.',
  ambiguous: (references) => `Hay varios con ese nombre.\n¿Cuál: ${references}?`,
  notThere: 'Ningún especialista se llama así.',
  unread: 'No conozco esa opción ni ese especialista.',
  questions: 'Antes de empezar:',
  unusable: 'La respuesta del modelo no sirve.\nInténtalo otra vez, o dilo con otras palabras.',
  mode: {
    notFound: 'No hay configuración. Uso los valores por defecto (manual).',
    is: (mode) => `Modo: ${mode}`,
    about: {
      manual: 'Para buscar un especialista, escribe /secretaria <pedido>.',
      aware: 'Como manual. Además, cada tarea sabe que hay una secretaria.',
      proactive: 'Lo que escribes sin comando va primero a la secretaria.',
    },
    asked: 'Siempre confirmas antes de que empiece algo.',
    created: (file) => `Configuración creada en ${file}`,
    updated: (mode) => `Ahora el modo es ${mode}.`,
    unusableKeys: (file, keys) => `${file}: no conozco el valor de ${keys}. Uso el usual.`,
    unusable: (file, why) =>
      `No puedo usar ${file}: ${expectationInSpanish(why)}\nUso los valores por defecto (manual).`,
    notChanged: (file, why) => `No cambié ${file}: ${expectationInSpanish(why)}`,
    fault: {
      link: 'lleva fuera del proyecto.',
      linked: 'es un enlace, o está dentro de uno. Pon ahí el archivo mismo.',
      'not-a-file': 'no es un archivo.',
      'not-text': 'no es texto en UTF-8.',
      unreadable: 'no se puede leer. Revisa sus permisos.',
      'too-large': 'ocupa más de 64 kB.',
    },
    unwritable: (code) => `no se puede escribir (${code}). Revisa sus permisos e inténtalo otra vez.`,
  },
  errors: {
    noAgents:
      'Todavía no hay especialistas.\nPon sus archivos en .claude/agents/ del proyecto, en agents/ de un plugin o en agents/ de tu carpeta de configuración.',
    noMatch:
      'Ningún especialista encaja con lo que pides.\nDescríbelo con más detalle. O mira cómo funciona: /secretaria ayuda',
    delegationFailed: (agent, why) =>
      `${agent} no pudo empezar.\n${why}\nInténtalo otra vez, elige otro especialista o cancela.`,
  },
};

export const chat: typeof englishChat = {
  help: [
    '🧭 /secretaria busca al especialista para lo que pides.',
    'No empieza nada hasta que confirmes.',
    '/secretaria <pedido> - con tus palabras: /secretaria revisa si el login tiene agujeros',
    '/secretaria modo - cómo trabaja en este proyecto',
    '/secretaria modo manual|aware|proactive - lo cambia',
    '/secretaria confiar <nombre> - deja que uno del proyecto use lo que dice su archivo',
    '/secretaria cancelar - descarta la pregunta abierta',
    'Para responder: el nombre o número de una opción, o el nombre de otro especialista.',
  ].join('\n'),
  unfinished: (request) => `Elegir quién hace esto: ${request}`,
  modes: 'Los modos son manual, aware y proactive.\nPor ejemplo: /secretaria modo aware',
  tooLong: (most) => `Es muy largo: como mucho ${most} caracteres. Acórtalo.`,
  looking: '🧭 Sigo buscando al especialista…',
  howToAnswer: 'Responde en un solo mensaje, con tus palabras.\nPara cancelar: /secretaria cancelar',
  forTask:
    '¿Eso es para la tarea o para la secretaria?\nPara la secretaria: responde a su pregunta, o /secretaria responder <palabras>\nPara la tarea: #1 <palabras>, o responde a un mensaje sobre ella',
  named: (words) => `/secretaria responder ${words} · /secretaria cancelar`,
  noneOpen: 'La secretaria no tiene ninguna pregunta abierta.\nPara pedirle algo: /secretaria <pedido>',
  nowWho: 'Eso ya está respondido. Ahora elige quién lo hace.\nPara cancelar: /secretaria cancelar',
  noted: 'Anotado. Responde también las otras preguntas.',
  over: {
    accepted: 'Eso ya estaba respondido. No empecé nada más.',
    cancelled: 'Eso se canceló.\nPara pedirlo otra vez: /secretaria <pedido>',
    replaced: 'Otro pedido reemplazó a ese. De él no empieza nada.',
    failed: 'De ese pedido no salió nada.\nPara pedirlo otra vez: /secretaria <pedido>',
    passed: 'Ningún especialista encaja, así que respondí como siempre.',
    expired: 'Esa pregunta tiene más de un día.\nPara pedirlo otra vez: /secretaria <pedido>',
  },
  otherProject: (asked, here) =>
    `Eso era sobre ${asked}, y este chat ahora está en ${here}.\nPara volver: /proyecto ${asked}\nO pídelo otra vez: /secretaria <pedido>`,
  reading: (agent) =>
    `🔒 ${agent} solo puede leer: su archivo no está aceptado.\nViene con el proyecto. Un dueño puede aceptarlo: /secretaria confiar ${agent}`,
  gone: (agent) => `${agent} ya no está.\nPara pedirlo otra vez: /secretaria <pedido>`,
  changed: (agent) =>
    `El archivo de ${agent} cambió, así que no empezó.\nPara pedirlo otra vez: /secretaria <pedido>`,
  trust: {
    ask: (agent, file, tools) =>
      `🔑 ${agent} trabajaría con: ${tools}\nLee antes su archivo: ${file}\nTiene los mismos límites que cualquier tarea, y pregunto igual. Si el archivo cambia, otra vez solo puede leer.\nPara aceptarlo tal como está: /secretaria confiar ${agent} sí`,
    all: 'todo lo que puede usar una tarea',
    accepted: (agent) =>
      `✅ Acepté ${agent} tal como está.\nPara retirarlo: /secretaria confiar ${agent} quitar`,
    showFirst: (agent) =>
      `No te mostré ese archivo en la última hora.\nMíralo antes: /secretaria confiar ${agent}`,
    notAccepted: (agent) => `Aquí no estaba aceptado ${agent}.`,
    yours: (agent) => `${agent} no es del proyecto, así que no necesita permiso.`,
    how: 'Di cuál de los especialistas del proyecto:\n/secretaria confiar project:fixer',
  },
  worksWith: (agent, model) => `🧠 ${agent} usa el modelo ${model}, como dice su archivo.`,
  unknownModel: (model, used) =>
    `Trabaja con el modelo ${used}.\nSu archivo pide ${model}, que no coincide con ninguno de agent.yaml, o con varios.`,
  noSuchCommand: (name) => `Aquí no existe ${name}.\nElige un especialista o cancela.`,
  broken: 'Algo falló de mi lado, así que no empezó nada.\nPídelo otra vez.',
};

export const page: typeof englishPage = {
  label: 'Especialistas',
  title: 'Especialistas',
  project: 'Proyecto',
  show: 'Ver',
  noProject: 'Aquí no hay proyectos.',
  count: (specialists) => `${specialists} especialistas`,
  one: '1 especialista',
  none: 'Aún no hay especialistas. Pon uno aquí: ',
  where: '.claude/agents/<nombre>.md',
  skipped: 'Archivos omitidos',
  read: 'Qué se le dice',
  model: (model) => `modelo ${model}`,
  trust: {
    free: 'listo',
    reads: 'solo lee',
    accepted: 'aceptado por un dueño',
  },
  steps: { review: 'Ver qué significa', yes: 'Aceptarlo como está ahora', off: 'Que solo lea otra vez' },
  stepFor: (name) => `Confianza en ${name}`,
  elsewhere: 'Para aceptar uno, pon un chat tuyo en este proyecto.',
};

export const commands: typeof englishCommands = {
  secretary: {
    usage: '/secretaria <pedido>',
    summary: 'busca un especialista',
    more: 'Ejemplo: /secretaria revisa si el login tiene agujeros\nTe digo quién sirve y por qué. Nada empieza hasta que elijas.\n/secretaria modo - cómo trabaja aquí\n/secretaria modo manual | aware | proactive - cámbialo',
  },
};
