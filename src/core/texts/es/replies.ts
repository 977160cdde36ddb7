import type {
  contextTexts as englishContext,
  enclosedTexts as englishEnclosed,
  projectTexts as englishProject,
  replyTexts as englishReply,
  statusTexts as englishStatus,
} from '../en/replies.ts';

const enclosedTexts: typeof englishEnclosed = {
  heard: (words) => `🎙️ Entendí: ${words}`,
  saved: (path) => `📎 Guardé tu archivo en ${path}; git no lo ve.`,
  savedReadOnly: (path) =>
    `📎 Guardé tu archivo en ${path}; git no lo ve.\nAquí no puedo cambiar archivos, pero este es tuyo.`,
  wordless: {
    image: '(una foto sin texto)',
    document: '(un archivo sin texto)',
    forwarded: '(un mensaje reenviado)',
  },
  otherKind: 'No puedo usar este tipo de mensaje.\nMándame texto, una foto, un archivo o una nota de voz.',
  missing: (what, why) => `⚠️ No pude usar tu ${what}: ${why}`,
  what: { image: 'foto', document: 'archivo', voice: 'nota de voz' },
  why: {
    'too-large': (limit) => `pesa más de ${limit} MB. Manda algo más chico.`,
    day: (limit) => `hoy ya mandaste ${limit} MB, mi límite. Prueba mañana.`,
    'image-size': () =>
      'es demasiado grande.\nEl modelo admite hasta 3.7 MB y 8000 píxeles por lado. Manda una más chica.',
    'not-an-image': () => 'no es JPEG, PNG, GIF ni WebP.\nMándala en uno de esos formatos.',
    'no-vision': () =>
      'que yo sepa, mi modelo no ve fotos.\nDescríbela con palabras, o define `vision` en agent.yaml.',
    'no-transcriber': () =>
      'no estoy configurado para entender voz.\nEscríbelo, o define TRANSCRIBE_URL donde corro (ver .env.example).',
    'not-yours': () => 'no puedes mandarlo a este proyecto.\nUn dueño puede cambiarlo en access.yaml.',
    gone: () => 'ya no está en el servidor ni en tu teléfono.\nMándalo otra vez.',
    unreachable: () => 'no pude descargarlo. Mándalo otra vez en un rato.',
    damaged: () => 'llegó dañado. Mándalo otra vez.',
    'no-folder': () =>
      'no pude escribir en .wasap/inbox del proyecto.\nEl log dice por qué. Esa carpeta no puede ser un enlace.',
    'no-words': () => 'no oí palabras en ella.',
    'not-understood': () => 'falló la transcripción.\nEscríbelo, o mándala otra vez. El log dice por qué.',
  },
};

export const replyTexts: typeof englishReply = {
  started: (task) => `🚀 Voy con esto: ${task}`,
  queued: (task, before) => `🕓 En cola: ${task}\nEmpieza cuando termine: ${before}`,
  talkHint: 'Respondo sin cambiar nada.\nPara que lo haga, di "hazlo" o manda /agente <tarea>',
  fellBack: (from, to) =>
    `🧠 Sigo con ${to}.\n${from} está saturado. Esta tarea se queda con ${to}; las nuevas prueban ${from} otra vez.`,
  steeringTaken: '👍 Anotado. Lo uso en mi próximo paso.',
  steeringQueued: '👍 Anotado. Lo uso cuando empiece esta tarea.',
  takeYourTime: '👍 Sin prisa. Mi pregunta sigue abierta:',
  questionStillOpen: (code) => `Mi pregunta ${code} sigue abierta: 1 sí · 2 no`,
  stillOpen: 'Esta pregunta sigue abierta:',
  writtenOnly:
    '✍️ Esto no lo acepto por voz: no se puede deshacer.\nVota en la encuesta o escribe tu respuesta:',
  nothingPending: 'No hay preguntas abiertas ahora.',
  notYours: 'Solo puede responder quien empezó esta tarea.',
  whichQuestion: '¿A qué pregunta respondes? Dime su código:',
  answerByCode: (code) => `/aprobar ${code} · /rechazar ${code}`,
  approved: '✅ Permitido. Sigo.',
  rejected: '❌ Bueno, busco otra forma.',
  rejectedOfPlan: '❌ Bueno, esto me lo salto.\nLas tareas que dependen de esto no corren. Las demás sí.',
  cannotListen: (name) =>
    `${name} es un trabajo: solo sigue su plan.\nNo puedo pasarle tu mensaje. /cancelar lo detiene.`,
  lateApproved: (what, by) => `Ya estaba permitido${answerer(by)}: ${what}`,
  lateRejected: (what, by) => `Ya estaba rechazado${answerer(by)}: ${what}`,
  lateExpired: (what) =>
    `Nadie respondió en 7 días y no hice nada: ${what}\nPara seguir con la tarea: /continuar`,
  lateWithdrawn: (what) => `Ya se cerró, porque su tarea se canceló: ${what}`,
  noSuchQuestion: (code) => `No hay ninguna pregunta ${code} en este chat.`,
  unknownCommand: (name) => `No conozco /${name}. Mira /ayuda.`,
  didYouMean: (name, near) => `No conozco /${name}. ¿Quisiste decir /${near}?`,
  empty: 'Tu mensaje no tiene texto. Escribe qué necesitas, o /ayuda.',
  tooLong: (length, limit) =>
    `Tu mensaje es muy largo: ${length} caracteres.\nLeo hasta ${limit}, así que no hice nada. Pon la parte larga en un archivo del proyecto y dime su nombre, o mándala por partes.`,
  nothingRunning: 'No hay nada corriendo aquí. Empieza algo: /agente <tarea>',
  endingBackground: (commands) => `🛑 Detengo en segundo plano: ${commands}`,
  stopping: (task) => `🛑 Deteniendo: ${task}`,
  stoppingHow: (number) => `Para seguir después: /continuar${number}`,
  nextInLine: (task) => `Sigue en la cola: ${task}\nCon otro /cancelar detienes también esa.`,
  alreadyEnded: (task) => `Esa tarea ya terminó: ${task}`,
  noSuchSession: (id) => `No hay ninguna tarea ${id} en este chat. Mira /tareas.`,
  sessionGone: (id) => `Ya no tengo ${id}: terminó hace demasiado.\nEn /tareas están las que todavía guardo.`,
  nothingToResume: 'No hay tareas para continuar. Empieza una: /agente <tarea>',
  nothingStopped: (task, name) =>
    `Nada que continuar. La última tarea está lista:\n${task}\nPara agregarle algo: /continuar ${name} <qué más>`,
  alreadyActive: (task) => `Ya está corriendo o en cola: ${task}`,
  resumed: (task) => `▶️ Sigo con: ${task}`,
  moneyAdded: (money) => `Su límite subió ${money}.`,
  onlyOwnerPays: 'Solo puede subir su límite quien empezó la tarea.',
  answerFirst: 'Esta tarea espera tu respuesta:',
  noSessions: 'Aún no hay tareas. Empieza una: /agente arregla el login',
  away: (from, until, messages) =>
    `📵 Estuve sin conexión de ${from} a ${until}.\nYa tengo ${messages === 1 ? 'tu mensaje' : `tus ${messages} mensajes`} de ese rato.`,
  tooOld: (messages) =>
    messages === 1
      ? 'Uno tiene más de un día: no hice nada con él.\nMándalo otra vez si todavía importa.'
      : `${messages} tienen más de un día: no hice nada con ellos.\nManda otra vez lo que todavía importe.`,
  leftOut: 'Dejé fuera lo que escribiste hace más de un día.\nManda otra vez lo que todavía importe.',
  editTooLate: 'Tarde: ya había leído ese mensaje.\nManda lo que cambia en un mensaje nuevo.',
  deleteTooLate: 'Tarde: ya había leído ese mensaje.\nPara detener la tarea: /cancelar',
  ownersOnly: 'Eso solo lo puede hacer un dueño.',
  readersOnlyAsk:
    'Puedes preguntar, pero no puedo cambiar nada por ti.\nUn dueño puede permitirlo en access.yaml.',
  notYourProject: (project, yours) =>
    `No tienes acceso a ${project}.\nTus proyectos: ${yours}. Un dueño puede cambiarlo en access.yaml.`,
  notYourTask:
    'Esta tarea la empezó otra persona.\nSolo ella o un dueño puede guiarla, detenerla o continuarla.',
  welcome: '👋 ¡Hola! Ya puedes hablar conmigo.\nCon /ayuda ves qué sé hacer.',
  unreadable: '⚠️ No pude descifrar tu mensaje. Mándalo otra vez.',
  flood:
    'Vas muy rápido: descarté tus últimos mensajes.\nEspera a que me ponga al día y manda otra vez lo importante.',
  storageFull: {
    lost: '⚠️ Mi disco o mi base de datos está lleno.\nNo pude guardar tu mensaje y no hice nada con él. Libera espacio y mándalo otra vez.',
    kept: '⚠️ Mi disco o mi base está lleno. No se perdió nada.\nLibera espacio y sigo por mi cuenta.',
  },
  internalError: '⚠️ Tuve un error interno. No empecé nada.\nEl log tiene los detalles.',
  internalFault: 'Tuve un error interno. El log tiene los detalles.',
  enclosed: enclosedTexts,
  filesBusy: 'Aún estoy cambiando estos archivos. Prueba en un momento.',
};

function answerer(by: string | undefined): string {
  return by === undefined ? '' : ` por +${by}`;
}

export const projectTexts: typeof englishProject = {
  howToSwitch: (name) => `Para cambiar de proyecto: /proyecto cambiar ${name}`,
  notTheSame: 'Su carpeta ya no está o es otra. Ponla de vuelta primero.',
  chooseFirst:
    'Elige un proyecto primero: /proyecto cambiar <nombre>\nCon /proyecto los ves. PROJECT_ROOT solo los contiene; ahí no trabajo.',
  gone: (name) =>
    `El proyecto ${name} de este chat ya no está.\nElige otro: /proyecto cambiar <nombre>. Con /proyecto los ves.`,
};

export const statusTexts: typeof englishStatus = {
  program: (name, version) => `${name} ${version}`,
  workspace: (path) => `📁 Proyecto: ${path}`,
  model: (name) => `🧠 Modelo: ${name}`,
  writesOn: '✏️ Puedo cambiar archivos y ejecutar comandos.',
  writesOff: `🔒 Solo lectura: miro y respondo, sin cambiar nada.
Para que cambie cosas, pon AGENT_WRITE_ENABLED=true y reiníciame.`,
  spentToday: (money) => `💰 Hoy: ${money}`,
  spentOfLimit: (money, limit) => `💰 Hoy: ${money} de ${limit}`,
  bootstrap: (files) => `📌 Las tareas nuevas leen: ${files}`,
  bootstrapCut: (place, characters, size) =>
    `${place} (solo los primeros ${characters} caracteres de ${size})`,
  bootstrapRefused: (place, why) => `⚠️ No uso ${place}: ${why}`,
  bootstrapFault: {
    link: 'su enlace sale de la carpeta. Copia el texto ahí.',
    'not-a-file': 'no es un archivo normal. Pon ahí uno de texto.',
    'not-text': 'no es texto en UTF-8. Guárdalo como UTF-8.',
    unreadable: 'no puedo leerlo. Revisa sus permisos, o su enlace.',
  },
  bootstrapThen: (names) => `   📌 ${names}, tal como estaban al empezar`,
  sessionStatus: {
    queued: '🕓 en cola',
    running: '🔧 en marcha',
    waiting: '❓ te espera',
    paused: '⏳ sigue sola',
    parked: '⏸ en pausa',
    done: '✅ lista',
    failed: '❌ detenida por un error',
    cancelled: '🛑 cancelada',
  },
  unproven: '⚠️ falta algo',
  untested: '⚠️ lista, sin probar',
  idle: '💤 No hay tareas abiertas. Empieza una: /agente <tarea>',
  noTasksYet: 'Aún no hay tareas. Usa wasap start y pide: /agente <tarea>',
  background: (command, since) => `▶️ En segundo plano hace ${since}: ${command} (/cancelar todo)`,
  resumeHint: 'Para seguir con una: /continuar <id>',
};

export const contextTexts: typeof englishContext = {
  title: (task) => `🧠 Contexto de: ${task}`,
  counted: (tokens, window) => `${tokens} de ${window} tokens`,
  about: (tokens, window) => `unos ${tokens} de ${window} tokens`,
  parts: 'Lo que hay dentro, más o menos:',
  names: {
    system: 'mis instrucciones',
    tools: 'herramientas',
    task: 'tu tarea',
    summary: 'resumen de rondas anteriores',
    conversation: 'conversación',
    results: 'resultados de herramientas',
    free: 'libre',
  },
  otherTools: (count, tokens) => `   ${count} más ${tokens}`,
  due: (tokens) => `Al llegar a ${tokens} lo compacto. Para hacerlo ya: /compactar`,
  compactedBefore: (times, before, after) =>
    `Compactado ${times} ${times === 1 ? 'vez' : 'veces'}; la última, de ${before} a unos ${after}.`,
  none: 'Aún no hay contexto. Empieza una tarea: /agente <tarea>',
  empty: 'Esta tarea aún no empieza: su contexto está vacío.',
  compacted: (before, after, cost) =>
    `🗜️ Contexto compactado: ${before} → unos ${after} tokens · ${cost}\nLa tarea, tus mensajes, el plan, los archivos cambiados y las pruebas que fallan siguen palabra por palabra.`,
  digested: (before, after, cost) =>
    `🗜️ Contexto compactado: ${before} → unos ${after} tokens · ${cost}\nEl modelo no pudo hacer un resumen, así que guardé una lista de lo hecho.`,
  notCompacted: {
    nothing: 'Nada que compactar aún: hay poco más que dos rondas.',
    money: 'No compacté: llegaste a un límite de dinero o de tokens.\nCon /continuar +1 permites $1 más.',
    failed: 'No compacté: no pude consultar al modelo.\nNo cambió nada. Prueba /compactar más tarde.',
  },
  compactSoon: '🗜️ Compacto el contexto antes de mi próximo paso.',
  compactLater: '🗜️ Compacto el contexto cuando esta tarea siga.',
  compactNow: '🗜️ Compactando el contexto. Tarda un momento.',
};
