import type { replyTexts as English } from '../en/replies.ts';
import { enclosedTexts } from './enclosed.ts';

export const replyTexts: typeof English = {
  started: (task) => `🚀 En marcha: ${task}`,
  queued: (task, before) => `🕓 En cola: ${task}\nEmpieza cuando termine esta: ${before}`,
  talkHint: 'Respondo sin cambiar nada. Para que lo haga, di "hazlo" o envía /agente <tarea>',
  steeringTaken: '👍 Anotado, lo tengo en cuenta.',
  steeringQueued: '👍 Anotado, lo tengo en cuenta cuando empiece esta tarea.',
  takeYourTime: '👍 Sin prisa. Mi pregunta sigue abierta:',
  questionStillOpen: (code) => `Mi pregunta ${code} sigue abierta: 1 sí · 2 no`,
  stillOpen: 'Esta pregunta sigue abierta:',
  nothingPending: 'Ahora no hay nada que espere una respuesta.',
  notYours: 'Solo la persona que empezó la tarea puede responder esta pregunta.',
  whichQuestion: '¿A qué pregunta te refieres? Responde con su código:',
  approved: (code) => `✅ Sí a ${code}. Sigo.`,
  rejected: (code) => `❌ No a ${code}. Busco otro camino.`,
  rejectedOfPlan: (code) => `❌ No a ${code}. Lo que depende de esa tarea no se ejecuta; lo demás sí.`,
  cannotListen: (name) =>
    `${name} es un trabajo: hace lo que dice su plan y no puede atender a nada más. /cancel lo detiene.`,
  lateApproved: (code, by) => `${code} ya estaba respondida${by === undefined ? '' : ` por +${by}`}: sí.`,
  lateRejected: (code, by) => `${code} ya estaba respondida${by === undefined ? '' : ` por +${by}`}: no.`,
  lateExpired: (code) =>
    `${code} no se respondió a tiempo y no se hizo nada. /agent-resume sigue con la tarea.`,
  lateWithdrawn: (code) => `${code} ya no hace falta: su tarea se canceló.`,
  noSuchQuestion: (code) => `No hay ninguna pregunta ${code} en este chat.`,
  unknownCommand: (name) => `No conozco /${name}. /help muestra lo que conozco.`,
  didYouMean: (name, near) => `No conozco /${name}. ¿Quisiste decir /${near}?`,
  empty: 'El mensaje no tiene texto. Escribe qué necesitas, o /help.',
  tooLong: (length, limit) =>
    `Este mensaje tiene ${length} caracteres; leo como mucho ${limit}. No hice nada con él. Pon la parte larga en un archivo del proyecto y dime su nombre, o mándala por partes.`,
  nothingRunning: 'No hay nada en marcha en este chat. /agent <tarea> empieza algo.',
  endingBackground: (commands) => `🛑 Termino en segundo plano: ${commands}`,
  stopping: (task) => `🛑 Deteniendo: ${task}`,
  stoppingHow: (number) => `/continuar${number} la retoma después.`,
  nextInLine: (task) => `Sigue en la cola: ${task}\nOtro /cancel detiene esa también.`,
  alreadyEnded: (task) => `Esa tarea ya terminó: ${task}`,
  noSuchSession: (id) => `No hay ninguna tarea ${id} en este chat. /sessions las muestra.`,
  sessionGone: (id) =>
    `${id} terminó hace tanto que ya no la guardo: lo que dijo e hizo se borró. /sessions muestra las tareas que quedan.`,
  nothingToResume: 'No hay ninguna tarea para seguir en este chat. /agente <tarea> empieza una.',
  nothingStopped: (task, name) =>
    `Aquí no se detuvo nada. La última tarea está terminada: ${task}\nPara que haga algo más con ella: /continuar ${name} <qué más>`,
  alreadyActive: (task) => `Esta ya está en marcha: ${task}`,
  resumed: (task) => `▶️ Sigo con: ${task}`,
  moneyAdded: (money) => `Permitido: ${money} más.`,
  onlyOwnerPays: 'Solo la persona que empezó esta tarea puede permitir más dinero para ella.',
  answerFirst: 'Esta tarea espera tu respuesta:',
  noSessions: 'Todavía no hay tareas en este chat. /agent <tarea> empieza una.',
  away: (from: string, until: string, messages: number) =>
    `📵 Estuve sin conexión de ${from} a ${until}. Ya tengo ${messages === 1 ? 'tu mensaje' : `tus ${messages} mensajes`} de ese rato.`,
  tooOld: (messages: number) =>
    `${messages === 1 ? 'Uno tiene' : `${messages} tienen`} más de un día: no hice nada con ${messages === 1 ? 'él' : 'ellos'}. Manda otra vez lo que siga importando.`,
  editTooLate:
    'Ya había leído ese mensaje, así que editarlo no cambia nada. Escribe en un mensaje nuevo lo que cambia.',
  deleteTooLate: 'Ya había leído ese mensaje, así que borrarlo no cambia nada. /cancel detiene la tarea.',
  ownersOnly: 'Eso solo lo pueden hacer los dueños.',
  readersOnlyAsk:
    'Puedes preguntarme sobre el proyecto; las tareas que cambian algo son de otros. Un dueño puede cambiarlo en access.yaml.',
  notYourProject: (project: string, yours: string) =>
    `Aquí trabajo en ${project}, que no está entre tus proyectos (${yours}). Un dueño puede cambiarlo en access.yaml.`,
  notYourTask: 'Esta tarea la empezó otra persona. Solo ella y un dueño pueden guiarla, pararla o retomarla.',
  welcome: '👋 ¡Hola! Ya puedes hablar conmigo. /help muestra lo que sé hacer.',
  unreadable: '⚠️ Me llegó un mensaje tuyo que no pude descifrar. Mándalo otra vez, por favor.',
  flood:
    'Escribes más rápido de lo que puedo trabajar: descarté tus últimos mensajes. Espera a que me ponga al día y manda otra vez lo importante.',
  storageFull: {
    lost: '⚠️ Mi disco o mi base de datos está lleno: no pude guardar tu mensaje y no hice nada con él. Libera espacio y mándalo otra vez.',
    kept: '⚠️ Mi disco o mi base de datos están llenos. No se pierde nada: sigo por mi cuenta cuando haya espacio. Por favor, libera un poco.',
  },
  internalError: '⚠️ Algo falló dentro de mí con este mensaje; el registro dice qué. No se empezó nada.',
  enclosed: enclosedTexts,
  filesBusy: 'Ahora mismo estoy moviendo archivos del proyecto. Responde otra vez en un momento.',
};
