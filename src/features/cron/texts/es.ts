import type { english } from './en.ts';
import { faults } from './faults-es.ts';
import { page } from './page-es.ts';

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
  /** `wasap cron next`. */
  nextTimes: {
    next: (zone) => `Próximas veces, hora de ${zone}:`,
    once: 'Una sola vez.',
    dates: 'es',
  },
  page,
  faults,
};
