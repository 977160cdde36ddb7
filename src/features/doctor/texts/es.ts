import type { doctorTexts as English } from './en.ts';

export const doctorTexts: typeof English = {
  command: {
    usage: '/diagnostico',
    summary: 'revisa si todo funciona',
    more: 'Para dueños. Reviso WhatsApp, modelo, proyecto, sandbox, disco y base de datos, y te digo qué arreglar. Tarda unos segundos.',
  },
  ownChat: '🩺 wasap doctor: una prueba de la conexión. Se borra sola; no hay que hacer nada.',
  title: '🩺 Cómo estoy:',
  toDirectChat: '🩺 Te contesté en nuestro chat directo: nombra números y carpetas.',
  notInGroup:
    '🩺 Lo que respondería nombra números y carpetas, así que no lo digo en un grupo. Escríbeme /doctor a solas.',
  allGood: 'Todo está bien.',
  someWarn: (count) =>
    count === 1 ? 'Funciona; una cosa podría estar mejor.' : `Funciona; ${count} cosas podrían estar mejor.`,
  someBad: (bad) => (bad === 1 ? 'Hay una cosa que arreglar.' : `Hay ${bad} cosas que arreglar.`),
  program: (version, node) => `wasap-agent ${version} en Node ${node}.`,
  settings: (why) => `La configuración no se puede usar: ${why}`,
  settingsTodo: 'Corrígela en el .env de CONFIG_DIR, o ejecuta wasap setup.',
  link: {
    unused: 'WhatsApp no se usa: CHANNELS solo nombra la consola.',
    none: 'No tengo ningún teléfono vinculado.',
    pair: 'Ejecuta wasap pair, o wasap setup.',
    open: (number, since) => `WhatsApp está conectado como +${number}, desde ${since}.`,
    asleep: (number) => `Hay un teléfono vinculado (+${number}). Ahora ningún programa lo usa.`,
    start: 'Para conectar: wasap start.',
    busy: (state, since) => `WhatsApp no está listo: ${state}, desde ${since}.`,
    again: 'Sigue por sí solo; si no cambia, revisa la red.',
    states: {
      stopped: 'detenido',
      locking: 'esperando a que termine otro programa',
      connecting: 'conectando',
      pairing: 'esperando que se vincule un teléfono',
      syncing: 'trayendo lo que llegó mientras tanto',
      open: 'conectado',
      degraded: 'conectado, pero los mensajes se retienen',
      backoff: 'sin conexión',
      outdated: 'rechazado por viejo',
      terminal: 'abandonado',
    },
    unreadable: 'El vínculo guardado no se puede leer.',
    restore: 'Recupera la base de datos de antes, o vincula de nuevo: wasap pair --new.',
  },
  lease: {
    held: (pid) => `El proceso ${pid} usa el vínculo, como debe ser.`,
    silent: (pid) => `El proceso ${pid} usa el vínculo y no me responde.`,
    restart: 'Si es un wasap de otra versión o se colgó, reinícialo.',
    dead: (pid) => `El vínculo sigue anotado para el proceso ${pid}, que ya no existe.`,
    frees: 'El próximo programa lo toma por sí solo.',
  },
  probe: {
    returned: (ack, receipt) =>
      `Un mensaje a mi propio chat: aceptado en ${ack}, en el teléfono en ${receipt}.`,
    noReceipt: (ack) => `Un mensaje a mi propio chat: aceptado en ${ack}, sin confirmar por el teléfono.`,
    phone: '¿Está encendido el teléfono, y con red?',
    failed: (why) => `Un mensaje a mi propio chat falló: ${why}`,
    retry: 'Prueba de nuevo en un minuto; si no cambia, reinicia el programa.',
  },
  people: {
    allowed: (owners, others, groups) =>
      `Pueden hablarme: ${counted(owners, 'dueño')}, ${others} más, ${counted(groups, 'grupo')}.`,
    noOwner: 'Nadie de los que pueden hablarme es dueño: nadie puede responder lo que sale de un proyecto.',
    nobody: 'Nadie puede hablarme por WhatsApp.',
    allow: 'Pon tu número en ALLOWED_PHONE_NUMBERS, o ejecuta wasap people invite.',
  },
  contacts: {
    known: (phone) => `+${phone}: sé que el número y el id oculto (LID) son la misma persona.`,
    unknown: (phone) => `+${phone}: aún no conozco el id oculto (LID); lo dice el primer mensaje.`,
    pending: (sender, when) => `${sender} escribió el ${when} y fue rechazado: WhatsApp no dijo de quién es.`,
    writeAgain: 'Si eres tú, guarda este número como contacto en tu teléfono y escribe otra vez.',
  },
  groups: {
    none: 'No estoy en ningún grupo.',
    listed: (name, id) => `Grupo «${name}»: ${id}, en access.yaml.`,
    unlisted: (name, id) => `Grupo «${name}»: ${id}, no está en access.yaml.`,
    notIn: (id) => `access.yaml nombra el grupo ${id}, y no estoy en él.`,
    add: 'Agrégame ahí, o quítalo de access.yaml.',
  },
  clock: {
    plain: (zone, time) => `Reloj: ${time}, ${zone}.`,
    exact: (zone, time, seconds) => `Reloj: ${time}, ${zone}; a ${seconds} s del de WhatsApp.`,
    set: 'Pon el reloj en hora: sudo timedatectl set-ntp true.',
  },
  disk: {
    free: (size) => `${size} libres en DATA_DIR.`,
    problem: (why) => `DATA_DIR no se puede mirar: ${why}`,
    clear: 'Haz sitio: sin él no acepto mensajes.',
    rights: 'Dame permiso para leerla y escribirla, o cambia DATA_DIR.',
  },
  database: {
    none: 'Aún no hay base de datos; la crea el primer arranque.',
    sound: (size, wal) => `La base de datos está sana: ${size}, y ${wal} todavía sin pasar a ella.`,
    unfinished: (looked, tables, size) =>
      `La base de datos es grande (${size}): miré ${looked} de ${tables} tablas, todas sanas.`,
    damaged: (why) => `La base de datos está dañada: ${why}`,
    restore: 'Cierra el programa, guarda una copia de wasap.db y recupera una de antes.',
  },
  model: {
    skipped: 'No le pregunté al modelo (--offline).',
    answers: (id, time) => `El modelo responde: ${id}, ${time}.`,
    key: (detail) => `La clave del modelo no se acepta: ${detail}`,
    setKey: 'Pon ANTHROPIC_API_KEY (console.anthropic.com), o ejecuta wasap setup.',
    request: (id, detail) => `La API no acepta ${id}: ${detail}`,
    setModel: 'Revisa AGENT_MODEL.',
    busy: (detail) => `La API está ocupada: ${detail}`,
    unreachable: (detail) => `No se puede llegar a la API: ${detail}`,
    network: 'Revisa la red, y ANTHROPIC_BASE_URL.',
    wait: 'Mientras trabajo lo vuelvo a intentar solo.',
  },
  git: {
    repository: (path, who) => `Proyecto ${path}, commits como ${who}.`,
    ownName: (path) => `Proyecto ${path}: los commits se hacen como wasap-agent.`,
    setName: 'Para que sean tuyos: git config user.name y user.email.',
    none: (path) => `${path} no es un repositorio git.`,
    init: 'Pon tu proyecto en PROJECT_ROOT, o ejecuta git init ahí.',
    fails: (why) => `No se puede usar git: ${why}`,
    failsTodo: 'Corrígelo y vuelve a preguntar.',
    noRemote: 'El proyecto no tiene remoto «origin»: no se puede subir nada.',
    remote: (url) => `Remoto: ${url}.`,
    reached: (url) => `Remoto: ${url}, responde.`,
    unreached: (url, why) => `No se puede llegar al remoto ${url}: ${why}`,
    access: 'Prueba git fetch en el proyecto; para GitHub por https pon GITHUB_TOKEN.',
  },
  projects: {
    found: (folder, count) => `Proyectos para elegir en ${folder}: ${count}.`,
    empty: (folder) => `No hay ningún proyecto en ${folder} (PROJECTS_ROOT).`,
    addOne: 'Pon uno ahí, o escribe /proyecto agregar <url de git>.',
    closed: (folder) => `No puedo escribir en ${folder} (PROJECTS_ROOT): /proyecto agregar va a fallar.`,
    open: 'Revisa de quién es y sus permisos.',
  },
  sandbox: {
    on: (name, version) => `Los comandos corren aislados: ${name} ${version}.`,
    off: (why) => `Los comandos corren sin aislamiento: ${why}.`,
  },
  ripgrep: {
    there: 'ripgrep está: las búsquedas son rápidas.',
    missing: 'Falta ripgrep: las búsquedas son más lentas.',
    install: 'Para tenerlo: sudo apt install ripgrep.',
  },
};

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
