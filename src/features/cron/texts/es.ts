import type { english, faults as englishFaults, page as englishPage } from './en.ts';

const page: typeof englishPage = {
  label: 'Programaciones',
  title: 'Programaciones',
  count: (schedules) => `${schedules} programaciones`,
  one: '1 programación',
  none: 'Todavía no hay nada programado.',
  leftOut: (shown) => `Aquí van solo las próximas ${shown}.`,
  add: 'Nueva programación',
  words: 'Cuándo y qué',
  example: 'de lunes a viernes a las 9 reunión',
  chat: 'En el chat de',
  preview: 'Vista previa',
  hint: 'Con /agente antes del texto, se vuelve una tarea.',
  zone: (zone) => `Las horas son las de ${zone}.`,
  noChat: 'Primero escríbeme en un chat. Después programas aquí.',
  understood: 'Así lo entiendo',
  set: 'Programar',
  setting: (what) => `Programar: ${what}`,
  unread: 'Esa hora no la entiendo solo.',
  unreadHow: 'El modelo puede. Te pregunta antes de programar algo.',
  think: 'Preguntar al modelo',
  notSet: 'Eso no se puede programar',
  active: 'activa',
  next: 'Próximas veces',
  nothingNext: 'No hay ninguna prevista.',
  nextIn: (zone) => `hora de ${zone}`,
  history: 'Últimas veces',
  noRuns: 'Todavía no corrió.',
  asked: 'pedida a mano',
  what: 'Qué hace',
  deleted: 'borrada',
  deletedTitle: 'Recién borradas',
  facts: {
    rule: 'cuándo',
    name: 'nombre en el chat',
    person: 'la creó',
    zone: 'zona horaria',
    project: 'proyecto',
    missed: 'si me pierdo alguna',
    failures: 'fallos seguidos',
    made: 'creada',
    group: 'en un grupo',
  },
  actions: (what) => `Qué hacer: ${what}`,
  buttons: {
    pause: 'Pausar',
    resume: 'Reanudar',
    run: 'Ejecutar ahora',
    delete: 'Borrar',
    undo: 'Deshacer el borrado',
    once: 'Hacer la última',
    skip: 'Saltarlas',
    all: 'Hacer las cinco últimas',
  },
  missed: 'Si me pierdo alguna',
};

const FORMS =
  'Escribe minuto, hora, día del mes, mes y día de la semana: "0 9 * * 1-5". También vale "cada 15m", o una fecha con hora: 2026-12-24T09:00.';
const DATE = 'Escríbela así: 2026-12-24T09:00, o con su desfase: 2026-12-24T09:00-05:00.';

export const faults: typeof englishFaults = {
  'schedule-empty': `Falta la hora. ${FORMS}`,
  'schedule-long': (length, most) =>
    `Esa hora tiene ${length} caracteres; el máximo es ${most}. Usa rangos y pasos en lugar de listas, o divídela en dos.`,
  'schedule-often-seconds': (text, least) =>
    `${quoted(text)} se repite demasiado. Deja al menos ${least} segundos entre una vez y la siguiente.`,
  'schedule-often-minutes': (text, least) =>
    `${quoted(text)} se repite demasiado. Deja al menos ${least} minutos entre una vez y la siguiente.`,
  'schedule-past': (text) => `${quoted(text)} ya pasó. Escribe una fecha y hora futuras.`,
  'schedule-never': (text) =>
    `${quoted(text)} no llega nunca. Ese día no está en ningún mes, como el 31 de febrero, o los relojes se saltan esa hora.`,
  'every-unread': (text) =>
    `${quoted(text)} no dice cada cuánto. Escribe un número entero con s, m, h, d o w: "cada 15m" o "cada 2h". Para una hora del día, una expresión cron: "0 9 * * *".`,
  'every-long': (text, most) =>
    `${quoted(text)} pasa de ${most} días. Escribe un intervalo más corto, o una fecha con hora.`,
  'date-form': (text) => `${quoted(text)} no es una fecha con hora. ${DATE}`,
  'date-none': (text) => `${quoted(text)} no existe. ${DATE}`,
  'date-offset': (text) => `${quoted(text)} lleva un desfase que no existe en ningún lugar. ${DATE}`,
  'date-jump': (text, zone) => `${quoted(text)} no existe en ${zone}: los relojes se la saltan. ${DATE}`,
  'cron-shorthand': (text, known) => `No conozco la abreviatura ${quoted(text)}. Conozco ${known}.`,
  'cron-count': (text, count) =>
    `${quoted(text)} tiene ${count === 1 ? 'un campo' : `${count} campos`}; una expresión cron tiene cinco. ${FORMS}`,
  'cron-second': (text) =>
    `${quoted(text)} no puede ser el segundo. Con seis campos, el primero es el segundo del minuto: un solo número de 0 a 59.`,
  'cron-minute': (text) =>
    `${quoted(text)} no puede ser el minuto. Los minutos van de 0 a 59: escribe 0, 0,30, 10-20, */15 o 5-59/15.`,
  'cron-hour': (text) =>
    `${quoted(text)} no puede ser la hora. Las horas van de 0 a 23: escribe 9, 9,18, 9-17, 22-2 o */2.`,
  'cron-dayOfMonth': (text) =>
    `${quoted(text)} no puede ser el día del mes. Los días van de 1 a 31: escribe 1, 1,15, 10-20 o */2. L es el último, LW el último hábil, 15W el hábil más cercano al 15.`,
  'cron-month': (text) =>
    `${quoted(text)} no puede ser el mes. Los meses van de 1 a 12 o de JAN a DEC: escribe 6, JAN,JUL, NOV-FEB o */3.`,
  'cron-dayOfWeek': (text) =>
    `${quoted(text)} no puede ser el día de la semana. Van de 0 (domingo) a 7 (también domingo) o de SUN a SAT. Escribe 1-5, MON,FRI, FRI-MON, MON#1 (el primero del mes) o FRIL (el último).`,
  'cron-command':
    'Una programación manda un mensaje aquí, o empieza una tarea con /agente. No corre otros comandos.',
  'cron-empty': 'Eso dice cuándo, pero no qué. Agrega lo que debe pasar.',
  'cron-long': (length, most) => `Ese texto tiene ${length} caracteres; el máximo es ${most}.`,
  'name-taken': (name) => `Este chat ya tiene una programación ${name}. Elige otro nombre.`,
};

/** `cada 900d` was made `every 900d` before it was judged. */
function quoted(text: string): string {
  return `"${text.replace(/^every\b/i, 'cada')}"`;
}

export const spanish: typeof english = {
  command: {
    usage: '/programar [agregar | lista | ...]',
    summary: 'mensajes y tareas a horas fijas',
    more: '/programar cada lunes a las 9 reunión\n/programar cada 2 horas tomar agua\n/programar mañana a las 9 llamar a Bea\n/programar "0 9 * * 1-5" /agente corre las pruebas\nSin /agente es un mensaje. Con él, una tarea: cuesta cada vez y pregunta.\n/programar lista - con las letras\n/programar pausar ab (reanudar, borrar…)\n/programar deshacer - recupera la última borrada (10 min)\n/programar perdidas ab una | ninguna | todas - qué hago con las perdidas\n/programar zona America/Lima - tu zona',
  },
  verbs: {
    add: 'agregar',
    undo: 'deshacer',
    pause: 'pausar',
    resume: 'reanudar',
    run: 'ejecutar',
    delete: 'borrar',
    missed: 'perdidas',
  },
  set: (name, rule) => `⏰ Programada como ${name}: ${rule}`,
  message: (text) => `💬 Mensaje: ${text}`,
  task: (text) => `🤖 Tarea: ${text}`,
  dryRun: (text) => `🔎 Ensayo: ${text}`,
  next: (time, zone) => `Próxima vez: ${time} (${zone})`,
  nextThree: (first, zone, others) => `Próxima vez: ${first} (${zone}),\ndespués ${others}`,
  onceAt: (time, zone) => `El ${time} (${zone})`,
  takeBack: (name) => `Para quitarla: /programar borrar ${name}`,
  asksThen: 'Cada vez que necesite tu permiso, te pregunto aquí.',
  ask: '⏰ ¿Lo programo así?',
  asTask: 'Así solo será un mensaje.\nPara una tarea, pon /agente antes del texto.',
  yesOrNo: 'Responde sí o no.',
  cronYes: 'Responde /programar sí o /programar no.\nHay otra pregunta abierta.',
  answers: '/programar sí · /programar no',
  dropped: 'Listo, no programé nada.',
  nothingAsked:
    'Ahora no hay nada que confirmar.\nPara programar algo: /programar agregar de lunes a viernes a las 9 reunión',
  already: (name) => `Eso ya está programado: es ${name}.`,
  noZone:
    'Aún no sé tu zona horaria, así que no programé nada.\nDime tu ciudad y repite el comando: /programar zona Lima',
  zone: {
    set: (zone, now) => `⏰ Este chat usa la hora de ${zone} (ahora: ${now}).`,
    is: (zone, now) => `⏰ ${zone} (ahora: ${now}).\nPara cambiarla: /programar zona Lima`,
    none: 'No sé tu zona horaria. Dime tu ciudad: /programar zona Lima',
    others: 'Lo que ya estaba programado conserva su zona horaria.',
    unknown: (typed) =>
      `No conozco la zona horaria ${typed}.\nDila con región y ciudad, o con una ciudad grande: /programar zona America/Lima`,
    several: (typed, zones) => `Hay más de un lugar llamado ${typed}.\n¿Cuál: ${zones}?`,
  },
  unclear:
    'No sé dónde termina la hora y dónde empieza el texto.\nPon la hora entre comillas: /programar agregar "0 9 * * 1-5" reunión',
  thinking: '⏰ Le pregunto al modelo qué hora quieres decir.\nNo programo nada hasta que confirmes.',
  waits: (task) => `Empieza cuando termine esta: ${task}`,
  full: {
    person: (most) =>
      `Ya tienes ${most} programaciones, el máximo.\n/programar lista las muestra. Para hacer lugar: /programar borrar <letras>`,
    conversation: (most) =>
      `Este chat ya tiene ${most} programaciones, el máximo.\n/programar lista las muestra. Para hacer lugar: /programar borrar <letras>`,
  },
  empty:
    'Todavía no hay nada programado aquí.\nPrueba: /programar agregar de lunes a viernes a las 9 reunión',
  noneTo: {
    pause: 'Aquí todo ya está en pausa o terminó.\nPara verlo: /programar lista',
    resume: 'Aquí no hay nada en pausa.\nPara ver lo programado: /programar lista',
    missed: 'Todo lo de aquí es para una sola vez.\nPara verlo: /programar lista',
  },
  title: (zone) =>
    zone === undefined ? '⏰ Programado en este chat:' : `⏰ Programado en este chat (${zone}):`,
  missedShown: (which) => `si me pierdo alguna, ${which}`,
  nextAt: (time) => `próxima ${time}`,
  ended: '✔️ terminada',
  pausedFor: {
    asked: '⏸️ en pausa',
    failures: '⏸️ en pausa: falló 10 veces seguidas',
    access: '⏸️ en pausa: quien la creó ya no puede hacer eso',
    unreadable: '⏸️ en pausa: ya no entiendo su hora',
  },
  last: (time, outcome) => `última ${time}: ${outcome}`,
  outcome: {
    sent: 'enviada',
    pending: 'en marcha',
    refused: 'rechazada',
    done: 'hecha',
    failed: 'falló',
    parked: 'quedó a medias',
    cancelled: 'cancelada',
  },
  failures: (count) => (count === 1 ? '1 fallo' : `${count} fallos seguidos`),
  skipped: (time, reason) => `⚠️ me salté ${time}: ${reason}`,
  through: (first, last) => `de ${first} a ${last}`,
  skipReason: {
    late: 'estaba apagado',
    overlap: 'la vez anterior seguía en marcha',
    failures: 'espero más después de varios fallos',
    busy: 'había demasiadas tareas en espera aquí',
    money: 'ya se había gastado el dinero de ese día',
  },
  project: (name) => `en ${name}`,
  keepsTo: (name) => `📁 En ${name}, aunque este chat cambie de proyecto.`,
  by: (who) => `la creó ${who}`,
  which: (verb) => `¿Cuál? Manda /programar ${verb} con sus letras:`,
  noSuch: (name) => `Aquí no hay una programación ${name}. Míralas: /programar lista`,
  paused: (name, what) => `⏸️ ${name} queda en pausa.\n${what}\nPara que siga: /programar reanudar ${name}`,
  alreadyPaused: (name) => `${name} ya está en pausa.\nPara que siga: /programar reanudar ${name}`,
  over: (name) =>
    `${name} era para una sola vez, y ya pasó.\nPara repetirla ahora: /programar ejecutar ${name}`,
  notPaused: (name) => `${name} no está en pausa.`,
  tooLate: (name) => `La hora de ${name} ya pasó.\nPara hacerla ahora: /programar ejecutar ${name}`,
  resumed: (name) => `▶️ ${name} sigue.`,
  running: (name, what) => `▶️ Ejecuto ${name} ahora:\n${what}`,
  stillRunning: (name) => `${name} sigue en marcha desde la última vez.\nCómo va: /estado`,
  deleted: (name, what) =>
    `🗑️ Borré ${name}.\n${what}\nPara recuperarla en los próximos 10 minutos: /programar deshacer`,
  missed: {
    policy: {
      once: 'hago la última, si no es muy tarde',
      skip: 'las salto',
      all: 'hago las cinco últimas',
    },
    set: (name, which) => `${name}: si me pierdo alguna, ${which}.`,
    which: (name, now) =>
      `${name}: si me pierdo alguna, ${now}.\nPara cambiarlo: /programar perdidas ${name} una, ninguna o todas`,
    single: (name) => `${name} es para una sola vez: la hago aunque sea tarde.`,
  },
  undone: (name) => `↩️ ${name} está de vuelta.`,
  nothingDeleted: 'Aquí no se borró nada en los últimos 10 minutos.',
  noRoom: 'No hay lugar para recuperarla. Borra otra primero.',
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
    late: (time) => `${time} tarde`,
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
    days: (count) => (count === 1 ? '1 día' : `${count} días`),
    paused: {
      failures: (name, count) =>
        `⏸️ La programación ${name} queda en pausa: falló ${count} veces.\nPara que siga: /programar reanudar ${name}`,
      access: (name) =>
        `⏸️ La programación ${name} queda en pausa.\nQuien la creó ya no puede empezar tareas aquí. La puede crear otra vez alguien que sí pueda.`,
      unreadable: (name) =>
        `⏸️ La programación ${name} queda en pausa: no entiendo su hora.\nBórrala y créala otra vez: /programar borrar ${name}`,
    },
    notYours: 'Esa programación es de otra persona.\nSolo esa persona o un dueño puede cambiarla.',
  },
  /** With a chat that came from another machine. */
  moved: {
    came: (names) => `⏰ Vino lo programado: ${names}`,
    paused: (names) =>
      `⏸️ En pausa, porque su proyecto no está aquí: ${names}. Cuando esté: /programar reanudar <nombre>`,
    doubtful: (names) => `⚠️ No sé si corrió la última vez, así que no lo repito: ${names}`,
    unreadable:
      '⚠️ No pude leer lo programado: esta máquina tiene una versión anterior. Prográmalo otra vez: /programar',
  },
  /** `wasap cron next`. */
  nextTimes: {
    next: (zone) => `Próximas veces, hora de ${zone}:`,
    once: 'Una sola vez.',
    dates: 'es',
  },
  page,
  faults,
};
