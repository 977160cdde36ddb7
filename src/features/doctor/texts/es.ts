import { expectationInSpanish } from '../../../core/texts/es/english-sentences.ts';
import type { doctorTexts as English, checkTexts as EnglishChecks, pageTexts as EnglishPage } from './en.ts';

export const doctorTexts: typeof English = {
  command: {
    usage: '/diagnostico',
    summary: 'revisa si todo funciona',
    more: 'Para dueños. Reviso WhatsApp, modelo, proyecto, sandbox, disco y base de datos, y te digo qué arreglar. Tarda unos segundos.',
  },
  ownChat: `🩺 wasap doctor está probando la conexión.
Este mensaje se borra solo; no hay que hacer nada.`,
  toDirectChat: `🩺 Te contesté en nuestro chat privado.
La respuesta nombra números y carpetas: no va en un grupo.`,
  notInGroup: `🩺 Pregúntame en un chat privado: /diagnostico
La respuesta nombra números y carpetas: no va en un grupo.`,
  allGood: 'Todo funciona.',
  someWarn: (count) =>
    count === 1 ? 'Todo funciona; 1 cosa por mejorar.' : `Todo funciona; ${count} cosas por mejorar.`,
  someBad: (bad) => (bad === 1 ? '1 problema por arreglar.' : `${bad} problemas por arreglar.`),
  program: (version, node) => `wasap-agent ${version} en Node ${node}.`,
  settings: (why) => `No puedo usar los ajustes. ${why}`,
  settingsTodo: 'Corrige cada uno en su lugar; los del .env, con: wasap setup',
  cell: {
    held: (name) => `Esta es la celda ${name}; tiene su nombre.`,
    notHeld: (name) => `La celda ${name} no tiene su nombre ahora.`,
    notHeldTodo: 'Iníciala: wasap cell. Si ya funciona, lo intenta sola.',
    answers: 'PostgreSQL responde.',
    away: (duration) => `PostgreSQL no responde desde hace ${duration}.`,
    awayTodo: 'Los mensajes esperan. Revisa el servidor y DATABASE_URL.',
    noUrl: (name) => `La celda ${name} no tiene PostgreSQL.`,
    setUrl: 'Configúralo: wasap config set DATABASE_URL',
    lastSeen: (span) => `Vi a las otras máquinas hace ${span}.`,
    makeRoom: 'Libera espacio en su disco. Lo que espera sigue solo.',
    startFront: (name) => `Inícialo: wasap front --name ${name}`,
    startOrMove: (name) => `Iníciala, o mueve sus chats: wasap cluster move --from ${name}`,
  },
  link: {
    unused: 'WhatsApp está apagado: CHANNELS solo nombra la consola.',
    none: 'No hay ningún teléfono vinculado.',
    pair: 'Vincula uno: wasap pair',
    open: (number, since) => `WhatsApp conectado como +${number} desde ${since}.`,
    asleep: (number) => `Teléfono vinculado (+${number}). Ningún programa lo usa.`,
    start: 'Para conectar: wasap start',
    busy: (state, since) => `WhatsApp no está listo: ${state}, desde ${since}.`,
    again: 'Sigo intentando. Si no cambia, revisa la red.',
    states: {
      stopped: 'detenido',
      locking: 'esperando a que termine otro programa',
      connecting: 'conectando',
      pairing: 'esperando que se vincule un teléfono',
      syncing: 'trayendo los mensajes pendientes',
      open: 'conectado',
      degraded: 'conectado, pero los mensajes se retienen',
      backoff: 'sin conexión',
      outdated: 'este cliente es muy viejo',
      terminal: 'ya no lo intento',
    },
    unreadable: 'No puedo leer el vínculo guardado.',
    restore: 'Restaura un respaldo, o vincula otra vez: wasap pair --new',
  },
  lease: {
    held: (pid) => `El proceso ${pid} usa el vínculo, como debe ser.`,
    silent: (pid) => `El proceso ${pid} usa el vínculo y no me responde.`,
    restart: 'Si se colgó o es otra versión de wasap, reinícialo.',
    dead: (pid) => `El proceso ${pid} usaba el vínculo y ya no existe.`,
    frees: 'Para retomarlo: wasap start',
  },
  probe: {
    returned: (ack, receipt) => `Mensaje de prueba: aceptado en ${ack}, en el teléfono en ${receipt}.`,
    noReceipt: (ack) => `Mensaje de prueba: aceptado en ${ack}, no llegó al teléfono.`,
    phone: '¿El teléfono está encendido y con red?',
    failed: (why) => `El mensaje de prueba falló: ${why}`,
    retry: 'Prueba en un minuto. Si no cambia, reinicia el programa.',
  },
  people: {
    allowed: (owners, others, groups) =>
      `Pueden escribirme: ${pluralize(owners, 'dueño')}, ${others} más, ${pluralize(groups, 'grupo')}.`,
    noOwner: 'No hay dueño: nadie puede permitir lo que sale del proyecto.',
    nobody: 'Nadie puede escribirme por WhatsApp.',
    allow: 'Pon el tuyo en ALLOWED_PHONE_NUMBERS, o: wasap people invite',
  },
  contacts: {
    known: (phone) => `+${phone}: conozco el id de WhatsApp (LID) de este número.`,
    unknown: (phone) => `+${phone}: su id de WhatsApp (LID) llega con un mensaje.`,
    pending: (sender, when) => `Rechacé a ${sender} el ${when}: WhatsApp ocultó su número.`,
    writeAgain: 'Si eres tú, guárdame como contacto y escribe otra vez.',
  },
  groups: {
    none: 'No estoy en ningún grupo.',
    listed: (name, id) => `Grupo «${name}»: ${id}, en access.yaml.`,
    unlisted: (name, id) => `Grupo «${name}»: ${id}, no está en access.yaml.`,
    notIn: (id) => `access.yaml nombra el grupo ${id}, pero no estoy en él.`,
    add: 'Agrégame ahí, o quítalo de access.yaml.',
  },
  clock: {
    plain: (zone, time) => `Reloj: ${time}, ${zone}.`,
    exact: (zone, time, seconds) => `Reloj: ${time}, ${zone}; a ${seconds} s del de WhatsApp.`,
    set: 'Ponlo en hora: sudo timedatectl set-ntp true',
  },
  disk: {
    free: (size) => `${size} libres en DATA_DIR.`,
    problem: (why) => `No puedo usar DATA_DIR: ${why}`,
    clear: 'Libera espacio: sin él no acepto mensajes.',
    rights: 'Dame permiso para leerla y escribirla, o cambia DATA_DIR.',
  },
  database: {
    none: 'Aún no hay base de datos; la crea el primer arranque.',
    sound: (size) => `Base de datos OK (${size}).`,
    unfinished: (looked, tables, size) =>
      `Base de datos grande (${size}): ${looked} de ${tables} tablas, todas bien.`,
    damaged: (why) => `La base de datos está dañada: ${why}`,
    restore: 'Ciérrame, copia wasap.db y restaura un respaldo.',
  },
  model: {
    skipped: 'No probé el modelo (--offline).',
    answers: (id, time) => `El modelo responde: ${id}, ${time}.`,
    noKey: 'Todavía no hay clave: falta ANTHROPIC_API_KEY.',
    key: (detail) => `La API rechazó la clave: «${detail}»`,
    setKey: 'Consigue una en console.anthropic.com y usa: wasap setup',
    request: (id, detail) => `La API no acepta ${id}: «${detail}»`,
    setModel: 'Revisa AGENT_MODEL.',
    busy: (detail) => `La API está ocupada: «${detail}»`,
    unreachable: (detail) => `No puedo conectarme con la API: «${detail}»`,
    network: 'Revisa la red, y ANTHROPIC_BASE_URL.',
    wait: 'Espera un momento. En las tareas reintento por mi cuenta.',
  },
  git: {
    repository: (path, who) => `Proyecto ${path}, commits como ${who}.`,
    ownName: (path) => `Proyecto ${path}: los commits se hacen como wasap-agent.`,
    setName: 'Para que sean tuyos: git config user.name y user.email',
    none: (path) => `${path} no es un repositorio git.`,
    init: 'Pon tu proyecto en PROJECT_ROOT, o ejecuta ahí: git init',
    fails: (why) => `Git no funciona aquí: ${why}`,
    failsTodo: 'Corrígelo y vuelve a probar.',
    noRemote: 'El proyecto no tiene remoto «origin»: no puedo hacer push.',
    remote: (url) => `Remoto: ${url}.`,
    reached: (url) => `Remoto: ${url}, responde.`,
    unreached: (url, why) => `El remoto ${url} no responde: ${why}`,
    access: 'Prueba git fetch ahí; GitHub por https pide GITHUB_TOKEN.',
  },
  projects: {
    found: (folder, count) => `Proyectos para elegir en ${folder}: ${count}.`,
    empty: (folder) => `Aún no hay proyectos en ${folder} (PROJECTS_ROOT).`,
    addOne: 'Pon uno ahí, o escribe: /proyecto agregar <url de git>',
    closed: (folder) => `No puedo escribir en ${folder}: /proyecto agregar fallará.`,
    open: 'Revisa de quién es PROJECTS_ROOT, y sus permisos.',
  },
  sandbox: {
    on: (name, version) => `Los comandos corren en un sandbox: ${name} ${version}.`,
    off: (why) => `Los comandos corren sin sandbox: ${why}.`,
    switchOn: 'Para activarlo: SANDBOX=auto',
  },
  ripgrep: {
    there: 'ripgrep está instalado: las búsquedas son rápidas.',
    missing: 'Falta ripgrep: las búsquedas son más lentas.',
    install: 'Instálalo: sudo apt install ripgrep',
  },
};

function pluralize(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

export const checkTexts: typeof EnglishChecks = {
  files: {
    used: (files) => `Las tareas nuevas leen: ${files}.`,
    cut: (place, characters, size) => `Solo leo los primeros ${characters} caracteres de ${place} (${size}).`,
    shorten: 'Acórtalo: no leo el final.',
    refused: (place) => `No uso ${place}.`,
  },
  skills: {
    used: (count) => `Skills que las tareas pueden cargar: ${count}.`,
    refused: (places) => `No puedo usar estas skills: ${places}.`,
    why: 'Por qué: wasap skills list',
  },
  mcp: {
    configured: (count) => `Servidores MCP: ${count}. Pruébalos: wasap mcp test.`,
    fault: (what, why) => `No uso el servidor MCP ${what}: ${expectationInSpanish(why)}.`,
    mend: (file) => `Corrígelo en ${file}.`,
    agents: (names) => `Agentes que pueden empezar tareas por MCP: ${names}.`,
  },
  lock: {
    pin: 'Lo que no se puede deshacer pide tu PIN.',
    totp: 'Lo que no se puede deshacer pide un código de tu app.',
    locked: (count) => `Dueños con los chats bloqueados: ${count}.`,
    broken: 'Falta el PIN o el secreto: ningún código sirve.',
    mend: 'Ejecuta: wasap lock setup',
  },
  speech: {
    skipped: 'No probé el servicio de voz (--offline).',
    speaks: (time) => `Notas de voz: el servicio responde (${time}).`,
    fails: (why) => `Sin notas de voz: ${why}`,
    check: 'Revisa SPEECH_URL, SPEECH_KEY y speech en agent.yaml.',
  },
  metricsPort: {
    served: (port) => `Cifras para Prometheus: http://127.0.0.1:${port}/metrics.`,
    free: (port) => `METRICS_PORT ${port} está libre; lo uso cuando arranque.`,
    taken: (port) => `METRICS_PORT ${port} lo usa otro programa.`,
    another: 'Pon otro puerto o cierra ese programa, y reiníciame.',
    open: (port, address) => `El puerto ${port} está abierto: responde también en ${address}.`,
    close: 'Solo debería leerlo esta máquina: revisa qué lo redirige.',
  },
  writes: {
    on: 'Puedo cambiar archivos, y pregunto antes de lo arriesgado.',
    off: 'Solo leo: respondo y no cambio nada.',
    turnOn: 'Para que trabaje: AGENT_WRITE_ENABLED=true, o wasap setup',
  },
  commands: {
    wrong: (why) => `No puedo arrancar: tu lista de comandos tiene un error. ${why}`,
    correct: 'Corrige tool-commands.yaml en CONFIG_DIR, o quítalo de ahí.',
  },
  zone: {
    unknown: (zone) => `TZ es ${zone}, que no es una zona horaria: uso UTC.`,
    set: 'Pon en TZ un nombre como Europe/Madrid, o quítala.',
  },
};

export const pageTexts: typeof EnglishPage = {
  label: 'Diagnóstico',
  title: 'Diagnóstico',
  again: 'Revisar otra vez',
  takes: 'Una revisión tarda unos segundos.\nLe pregunta al modelo y no envía nada a ningún chat.',
  test: 'Mensaje de prueba',
  testIs: 'Revisa otra vez y te envía un mensaje que se borra solo.\nTu chat también recibe el resultado.',
  send: 'Enviar un mensaje de prueba',
  mark: { bad: 'por arreglar', warn: 'se puede mejorar', ok: 'bien' },
  todo: 'Qué hacer:',
};
