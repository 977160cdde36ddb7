import type { replyTexts as English } from '../en/replies.ts';
import { enclosedTexts } from './enclosed.ts';

export const replyTexts: typeof English = {
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
