import type { cronsTexts as English } from '../en/crons.ts';

export const cronsTexts: typeof English = {
  verbs: {
    pause: 'pausar',
    resume: 'reanudar',
    run: 'ejecutar',
    delete: 'borrar',
    missed: 'perdidas',
  },
  set: (name, rule) => `⏰ Programada como ${name}: ${rule}`,
  message: (text) => `💬 Escribo: ${text}`,
  task: (text) => `🤖 Empiezo una tarea: ${text}`,
  dryRun: (text) => `🔎 Empiezo un ensayo: ${text}`,
  next: (time, zone) => `Próxima vez: ${time} (${zone})`,
  nextThree: (first, zone, others) => `Próxima vez: ${first} (${zone}),\ndespués ${others}`,
  onceAt: (time, zone) => `El ${time} (${zone})`,
  takeBack: (name) => `/cron borrar ${name} la quita.`,
  asksThen: 'Cuando le haga falta un sí, lo pide aquí, como cualquier tarea.',
  ask: '⏰ ¿Lo programo así?',
  asTask: '(Para que lo haga yo como tarea, repítelo con /agent delante.)',
  yesOrNo: 'Responde sí o no.',
  whichYes:
    'Hay dos cosas que esperan respuesta. Para esta programación: /cron sí. Para la otra: sí, otra vez.',
  whichNo:
    'Hay dos cosas que esperan respuesta. Para esta programación: /cron no. Para la otra: no, otra vez.',
  cronYes: 'Responde /cron sí o /cron no: hay otra cosa que también espera respuesta.',
  dropped: 'No se programó nada.',
  nothingAsked: 'No hay nada que confirmar. Empieza de nuevo con /cron añadir.',
  already: (name) => `Eso ya está programado, como ${name}.`,
  noZone:
    'No sé cuál es tu zona horaria, así que no se programó nada. Dímela, por ejemplo /cron zona Europe/Madrid o /cron zona Lima, y repite esta orden.',
  zone: {
    set: (zone, now) => `🌐 Las horas de este chat son las de ${zone} (allí: ${now}).`,
    is: (zone, now) => `🌐 ${zone} (allí: ${now}). Para cambiarla: /cron zona Europe/Madrid, o una ciudad.`,
    none: 'No sé cuál es tu zona horaria. Dímela: /cron zona Europe/Madrid, o una ciudad.',
    others: 'Lo que ya estaba programado conserva su zona.',
    unknown: (typed) =>
      `No conozco la zona horaria ${typed}. Dila con región y ciudad, como /cron zona America/Lima, o con una ciudad grande.`,
    several: (typed, zones) => `Hay más de un lugar llamado ${typed}. ¿Cuál de estas zonas: ${zones}?`,
  },
  unclear:
    'No distingo dónde termina el horario. Ponlo entre comillas: /cron añadir "0 9 * * 1-5" y después lo demás.',
  thinking:
    '⏰ Esa forma de decir la hora no la sé leer yo solo, así que la interpreta el modelo. Antes de programar nada te pregunta.',
  waits: (task) => `Espera a que termine esta: ${task}`,
  full: {
    person: (most) =>
      `Ya tienes ${most} programaciones, el máximo. Con /cron borrar haces sitio; /cron lista las muestra.`,
    conversation: (most) =>
      `Este chat ya tiene ${most} programaciones, el máximo. Con /cron borrar se hace sitio; /cron lista las muestra.`,
  },
  empty: 'Aquí no hay nada programado. Por ejemplo: /cron añadir de lunes a viernes a las 9 reunión',
  title: (zone) =>
    zone === undefined ? '⏰ Programado en este chat:' : `⏰ Programado en este chat (${zone}):`,
  missedShown: (which) => `si me las pierdo: ${which}`,
  nextAt: (time) => `próxima ${time}`,
  ended: '✔️ terminada',
  pausedFor: {
    asked: '⏸️ en pausa',
    failures: '⏸️ en pausa: falló diez veces seguidas',
    access: '⏸️ en pausa: quien la creó ya no puede hacer eso',
    unreadable: '⏸️ en pausa: su horario ya no se puede leer',
  },
  last: (time, outcome) => `última ${time}: ${outcome}`,
  outcome: {
    sent: 'enviada',
    pending: 'en marcha',
    refused: 'rechazada',
    done: 'hecha',
    failed: 'fallida',
    parked: 'quedó a medias',
    cancelled: 'cancelada',
  },
  failures: (count) => (count === 1 ? '1 fallo' : `${count} fallos seguidos`),
  skipped: (time, reason) => `⚠️ omitida ${time}: ${reason}`,
  through: (first, last) => `de ${first} a ${last}`,
  skipReason: {
    late: 'yo no estaba en marcha',
    overlap: 'la vez anterior aún no había terminado',
    failures: 'espero más tiempo después de varios fallos',
    busy: 'había demasiado en espera en este chat',
    money: 'el dinero de ese día estaba gastado',
  },
  project: (name) => `📁 en ${name}`,
  keepsTo: (name) => `📁 En ${name}, sea cual sea entonces el proyecto de este chat.`,
  by: (who) => `la creó ${who}`,
  which: (verb) => `¿Cuál? /cron ${verb} y sus letras:`,
  noSuch: (name) => `Aquí no hay ninguna ${name}. /cron lista muestra las letras.`,
  paused: (name, what) =>
    `⏸️ ${name} queda en pausa: ${what}\n/cron reanudar ${name} la pone otra vez en marcha.`,
  alreadyPaused: (name) => `${name} ya está en pausa. /cron reanudar ${name} la pone otra vez en marcha.`,
  over: (name) => `${name} ya terminó: era para una sola vez. /cron ejecutar ${name} la repite ahora.`,
  notPaused: (name) => `${name} no está en pausa.`,
  tooLate: (name) => `La hora de ${name} ya pasó. /cron ejecutar ${name} la hace ahora.`,
  resumed: (name) => `▶️ ${name} sigue.`,
  running: (name, what) => `▶️ ${name}, ahora: ${what}`,
  stillRunning: (name) => `${name} sigue en marcha desde la última vez. /status muestra cómo va.`,
  deleted: (name, what) => `🗑️ Borrada ${name}: ${what}\n/cron deshacer la recupera durante 10 minutos.`,
  missed: {
    policy: {
      once: 'la última, si no es demasiado tarde',
      skip: 'ninguna',
      all: 'las cinco últimas',
    },
    set: (name, which) => `${name}: de las veces que me pierda, recupero ${which}.`,
    which: (name, now) =>
      `${name}: de las veces que me pierda, recupero ${now}.\nPara cambiarlo: /cron perdidas ${name} una, ninguna o todas.`,
    single: (name) => `${name} es para una sola vez: se hace, por tarde que sea.`,
  },
  undone: (name) => `↩️ ${name} está de vuelta.`,
  nothingDeleted: 'Aquí no se borró nada en los últimos 10 minutos.',
  noRoom: 'No hay sitio para recuperarla: borra otra antes.',
};
