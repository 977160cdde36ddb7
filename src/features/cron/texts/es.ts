import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/programar [añadir | lista | pausar | ...]',
    summary: 'mensajes y tareas a horas fijas',
    more: '/programar añadir de lunes a viernes a las 9 reunión\n/programar añadir cada 2 horas tomar agua\n/programar añadir 2026-12-24 09:00 llamar a Bea\n/programar añadir "0 9 * * 1-5" /agente corre las pruebas y arregla lo que falle\nSin /agente es un mensaje a este chat; con él, una tarea, que cuesta dinero cada vez y pregunta como siempre.\n/programar lista muestra las letras de cada una: /programar pausar ab, reanudar ab, ejecutar ab (en el acto), borrar ab. /programar deshacer recupera la última borrada, durante 10 minutos.\n/programar perdidas ab una | ninguna | todas: cuáles recupero de las que me pierda mientras estoy apagado.\n/programar zona Europe/Madrid dice de dónde es la hora.',
  },
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
  /** Rules in words. */
  schedule: {
    once: 'una sola vez',
    everyDay: 'todos los días',
    weekdays: 'de lunes a viernes',
    day: {
      sun: 'domingo',
      mon: 'lunes',
      tue: 'martes',
      wed: 'miércoles',
      thu: 'jueves',
      fri: 'viernes',
      sat: 'sábado',
    },
    and: (items, last) => `${items} y ${last}`,
    everyWeek: (days) => `cada ${days}`,
    theLast: 'el último',
    everyMonth: (days) => `el día ${days} de cada mes`,
    everyNth: (nth, day) => `el ${nth} ${day} de cada mes`,
    nth: { 1: 'primer', 2: 'segundo', 3: 'tercer', 4: 'cuarto', 5: 'quinto', L: 'último' },
    lastDay: 'el último día de cada mes',
    at: (times) => `${times.startsWith('01:') ? 'a la' : 'a las'} ${times}`,
    every: (span) => `cada ${span}`,
    everyOne: { d: 'cada día', h: 'cada hora', m: 'cada minuto', s: 'cada segundo' },
    span: {
      d: (count) => (count === 1 ? '1 día' : `${count} días`),
      h: (count) => (count === 1 ? '1 hora' : `${count} horas`),
      m: (count) => (count === 1 ? '1 minuto' : `${count} minutos`),
      s: (count) => (count === 1 ? '1 segundo' : `${count} segundos`),
    },
    hourly: 'cada hora en punto',
    hourlyAt: (minute) => `cada hora, en el minuto ${minute}`,
    between: (first, last) => `de ${first} a ${last}`,
    rule: (expression) => `según la regla ${expression}`,
  },
  /** What a cron says by itself. */
  fired: {
    late: (time) => `con ${time} de retraso`,
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
    days: (count) => (count === 1 ? '1 día' : `${count} días`),
    paused: {
      failures: (name, count) =>
        `⏸ La programación ${name} queda en pausa: fallaron sus últimas ${count} ejecuciones. Con /cron reanudar ${name} vuelve a empezar.`,
      access: (name) =>
        `⏸ La programación ${name} queda en pausa: quien la creó ya no puede empezar tareas aquí. Quien sí pueda, que la cree de nuevo.`,
      unreadable: (name) =>
        `⏸ La programación ${name} queda en pausa: ya no entiendo su horario o su zona horaria. /cron borrar ${name}, y créala de nuevo.`,
    },
    notYours: 'Esa programación es de otra persona. Solo esa persona o un dueño puede cambiarla.',
  },
  /** `wasap cron next`. */
  nextTimes: {
    next: (zone) => `Próximas veces, hora de ${zone}:`,
    once: 'Una sola vez, y nunca más.',
    dates: 'es',
  },
};
