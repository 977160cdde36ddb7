import type {
  faultTexts as english,
  channelsFaults as englishChannels,
  databaseFaults as englishDatabase,
  machinesFaults as englishMachines,
  modelsFaults as englishModels,
  programFaults as englishProgram,
  settingsFaults as englishSettings,
} from '../en/faults.ts';
import {
  expectationInSpanish,
  linkReasonInSpanish,
  linkStateInSpanish,
  originInSpanish,
} from './english-sentences.ts';
import { gitFaults } from './git-faults.ts';

const databaseFaults: typeof englishDatabase = {
  'database-empty': (path) =>
    `${path} está vacío. Restaura un respaldo (wasap restore ARCHIVO --force). Si nunca se usó, arráncame: wasap start`,
  'database-older': (path) =>
    `${path} es de una versión anterior. Arranca esta una vez: actualiza la base de datos y guarda una copia. Ejecuta: wasap start`,
  'database-newer': (path, version, newest) =>
    `${path} es de una versión más nueva (base de datos ${version}; conozco hasta la ${newest}). La dejé como está. Arranca la versión nueva, o pon de vuelta la copia que guardó.`,
  'database-foreign': (path) =>
    `${path} es la base de datos de otro programa: la dejé como está. Indica otro archivo.`,
  'database-emptied': (path, folder, count) =>
    `${path} está vacío, pero ${folder} tiene las transcripciones de ${count} tareas: algo lo vació. Restaura un respaldo (wasap restore ARCHIVO --force), o empieza de cero: mueve ${folder} a otro lado.`,
  'database-missing': (path) =>
    `Todavía no hay nada guardado: no existe ${path}. Arráncame con wasap start, o pon en DATA_DIR la carpeta correcta.`,
  'database-unsafe-disk': (path, journal, synchronous) =>
    `El sistema de archivos de ${path} no guarda datos con seguridad (journal ${journal}, synchronous ${synchronous}): no arranqué. Pon DATA_DIR en un disco local.`,
  'database-row': (path, statement, why) =>
    `${path}: una fila no está como la escribe este programa (${statement}): ${why}`,
  'database-not-flushed': (path, why) =>
    `${path} puede no sobrevivir a un corte de luz (${why}). Revisa el disco.`,
  'database-table-gone': (table, path) =>
    `Falta la tabla ${table} en ${path}: otra cosa la quitó. Restaura un respaldo: wasap restore ARCHIVO --force`,
  'whatsapp-taken-over':
    'Otro programa tomó esta cuenta de WhatsApp: dejé de escribir en ella. Úsala en un solo programa.',
  'database-full': (path, detail) =>
    `El disco o la base de datos está lleno: en ${path} no cabe nada más. Lo guardado está a salvo. Libera espacio y prueba otra vez. (${detail})`,
  'database-closed': (path, detail) =>
    `No puedo abrir ${path} ni escribir en él. Revisa que su carpeta exista, sea tuya y permita escribir. (${detail})`,
  'database-damaged': (path, detail) =>
    `${path} está dañado o no es una base de datos: lo dejé como está. Restaura un respaldo (wasap restore ARCHIVO --force), o empieza de cero: muévelo con sus archivos -wal y -shm. (${detail})`,
  'database-disk': (path, detail) =>
    `El disco falló mientras usaba ${path}. Revisa el disco y su espacio libre, y prueba otra vez. (${detail})`,
  'database-locked': (path, detail) =>
    `Otro programa bloquea ${path} hace demasiado. Prueba otra vez. Si sigue bloqueado, detén el otro programa. (${detail})`,
  'database-not-built': (node) =>
    `SQLite no está compilado para este Node (${node}): no hice nada. En la carpeta de wasap-agent, compílalo: npm rebuild better-sqlite3`,
  'database-not-built-in': (node, folder) =>
    `SQLite no está compilado para este Node (${node}): no hice nada. Compílalo: cd ${folder} && npm rebuild better-sqlite3`,
  'restore-aside-exists': (path) => `${path} ya existe: no moví nada. Prueba otra vez en un segundo.`,
  'restore-half-done': (data, why) =>
    `Una restauración de ${data} se interrumpió y no puedo terminarla (${why}). No borré nada. Resuélvelo: el próximo comando wasap en esa carpeta la termina.`,
  'restore-in-progress': (data) => `${data} se está restaurando ahora mismo. Prueba en un minuto.`,
};

const channelsFaults: typeof englishChannels = {
  'whatsapp-credentials': (generation, why) =>
    `No puedo leer las credenciales del dispositivo vinculado (generación ${generation}: ${why}). Las dejé como están. Restaura un respaldo, o desvincúlalo en el teléfono y vincula otra vez: wasap pair --new`,
  'whatsapp-key': (type, why) =>
    `No puedo leer una clave guardada de WhatsApp (${type}): ${why}. Restaura un respaldo, o vincula otra vez: wasap pair --new`,
  'whatsapp-never-first':
    'Nadie me ha escrito en este chat, y yo nunca escribo primero. Que me manden un mensaje.',
  'one-chat': 'Este programa muestra un solo chat: el de su tarea.',
  'front-only-passes': 'Este programa solo pasa mensajes. Pregúntale a una de sus celdas.',
  'console-closed': (why) => `No puedo escribir en la consola: «${why}»`,
  'whatsapp-refused-now': (code) =>
    `WhatsApp rechazó el mensaje por ahora (código ${code}). Prueba más tarde.`,
  'whatsapp-first-contact':
    'WhatsApp no deja que esta cuenta empiece un chat con esa persona ahora (código 463). No lo intento más: que escriba primero.',
  'whatsapp-refused': (code) => `WhatsApp rechazó el mensaje (código ${code}). No lo intento más.`,
  'whatsapp-unsure': (why) => `Quizá el mensaje no llegó: ${linkReasonInSpanish(why)}.`,
  'whatsapp-no-devices': 'WhatsApp no dijo qué teléfonos tiene esa persona: todavía no envié nada.',
  'whatsapp-not-prepared': (why) => `No pude preparar el mensaje: «${why}».`,
  'whatsapp-not-connected': (state) =>
    `WhatsApp no está conectado ahora (${linkStateInSpanish(state)}). Sigo intentando.`,
};

const machinesFaults: typeof englishMachines = {
  'postgres-address': 'DATABASE_URL debe empezar con postgres:// y nombrar un servidor y una base de datos.',
  'postgres-closed': 'Se cerró la conexión con PostgreSQL.',
  'postgres-tables': (why) => `PostgreSQL no me deja crear las tablas: ${why}.`,
  'postgres-silent': 'PostgreSQL todavía no responde.',
  'postgres-took-back': 'PostgreSQL deshizo la transacción.',
  'postgres-away': (why) => `PostgreSQL no responde (${why}).`,
  'front-taken': (front) => `Otro proceso tomó el nombre del front “${front}”.`,
  'member-newer': (kind, name, version) =>
    `“${name}” (${kind}) está varias versiones adelante (${version}). Primero actualiza esta máquina.`,
  'member-older': (kind, name, version) =>
    `“${name}” (${kind}) está varias versiones atrás (${version}). Actualízala primero, o sube de versión en versión.`,
  'member-taken': (kind, name) => `Otro proceso es “${name}” (${kind}). Detenlo, o dale otro nombre a este.`,
  'program-ends': 'El programa está terminando.',
  'cell-not-joined': 'Esta celda todavía no entró al cluster. Prueba en un minuto.',
  'cell-unknown': (cell) => `No existe la celda “${cell}”.`,
  'link-copy-sealed':
    'No puedo abrir la copia del vínculo en PostgreSQL. CLUSTER_SECRET debe ser igual en todas las máquinas de un front.',
  'link-copy-held': 'La copia del vínculo la tiene otro proceso.',
};

const programFaults: typeof englishProgram = {
  'file-unreadable': (file, why) => `No puedo leer ${file}: «${why}»`,
  allowlist: (name, why) =>
    `AGENT_SHELL_ALLOWLIST: "${name}" no se puede permitir en general: ${why}. Quítalo de la lista.`,
  'allowlist-no-name': 'no es el nombre simple de un programa',
  'allowlist-no-program': 'el shell no lo tomaría por un programa',
  'allowlist-denied': 'está prohibido',
  'allowlist-runs-others': 'podría ejecutar cualquier otro programa',
  'request-unknown': 'No conozco ese pedido.',
  'task-of-several-chats': (number, ids) =>
    `Varios chats tienen una tarea #${number}. Nómbrala por su id: ${ids}`,
  'log-closed': (path, why) =>
    `No puedo abrir el log ${path} (${why}): no arranqué nada. Pon en DATA_DIR una carpeta tuya.`,
  'tls-pair': (key, cert) =>
    `WEB_TLS_KEY_FILE es ${key}: no es la clave del certificado ${cert}. Pon dos archivos que vayan juntos`,
  'tls-unreadable': (variable, path, why) =>
    `${variable} es ${path}: no puedo leerlo (${why}). Revisa la ruta y sus permisos`,
  'tls-no-certificate': (cert) =>
    `WEB_TLS_CERT_FILE es ${cert}: no hay ningún certificado en él. Debe ser un archivo PEM: -----BEGIN CERTIFICATE-----`,
  'tls-no-key': (key) =>
    `WEB_TLS_KEY_FILE es ${key}: no tiene una clave privada que funcione sin contraseña. Debe ser un archivo PEM`,
  'program-unreachable': (why) => `No puedo comunicarme con el programa en marcha: «${why}». Reinícialo.`,
  'program-silent': 'El programa en marcha no responde. Reinícialo; las tareas pendientes continúan.',
  'program-other-version':
    'El programa en marcha es de otra versión. Reinícialo; las tareas pendientes continúan.',
  'git-failed': (why) => `git falló: «${why}»`,
  'folder-not-made': (folder, why) =>
    `No puedo crear ${folder} (${why}): no ejecuté nada. Pon en DATA_DIR una carpeta tuya.`,
  'no-text-file': (file, code) => `No puedo leer ${file} (${code}). Indica un archivo de texto.`,
  'pairing-no-messages': 'Nadie recibe mensajes mientras se vincula un dispositivo.',
  'run-yes': (unknown, known) => `--yes no conoce ${unknown}: no empecé nada. Acepta: ${known}`,
  'run-allow':
    '--allow necesita las primeras palabras de un comando; vacío lo permitiría todo. No empecé nada.',
  'eval-no-recordings': (folder) =>
    `${folder} no es una carpeta con respuestas grabadas. Indica una: --replay CARPETA`,
  'eval-project-too-large': (files) => `el proyecto creció demasiado: reviso hasta ${files} archivos y 50 MB`,
  'eval-no-requests': (file, folders) =>
    `No hay ${file} en ${folders}. Escribe uno, con un objeto JSON por línea.`,
  'eval-too-many-requests': (file, count, most) =>
    `${file} tiene ${count} pedidos; el máximo es ${most}. Divide el archivo.`,
  'eval-id-twice': (file, id) => `${file} tiene dos veces el id ${id}. Cambia uno.`,
  'eval-no-recording': (folder, name) =>
    `No existe ${folder}/${name}.yaml. Indica una carpeta con respuestas grabadas: --replay CARPETA`,
  'eval-no-price': (model) =>
    `No conozco el precio de ${model} y no puedo respetar --max-usd. No se gastó nada. Agrega su precio en agent.yaml (models:), o quita --max-usd.`,
  'eval-no-specialist': (name) => `No existe el especialista ${name}. Para verlos: wasap secretary list`,
  'eval-several-specialists': (name) =>
    `Hay varios especialistas llamados ${name}. Nómbralo como plugin:nombre.`,
  'eval-no-task': (unknown, known) => `No existe la tarea ${unknown}. Elige entre: ${known}`,
  'eval-task-name': (file) => `${file} necesita otro nombre: minúsculas, números y guiones, hasta 32.`,
  'eval-task-yaml': (file, why) => `${file} no es YAML válido: «${why}»`,
  'eval-task-wrong': (list) => `Corrige esta tarea:\n${list}`,
  'zone-missing': 'Falta la zona horaria. Dila con región y ciudad, como America/Lima, o UTC.',
  'zone-unknown': (text) =>
    `No conozco la zona horaria "${text}". Dila con región y ciudad, como America/Lima, o UTC.`,
  'task-unknown': (name) =>
    `No existe la tarea "${name}". Las tareas viejas se borran con el tiempo. Para ver las que quedan: wasap sessions --all`,
};

const settingsFaults: typeof englishSettings = {
  'settings-wrong': (list) => `Corrige estos ajustes y prueba otra vez:\n${list}`,
  'setting-variable': (name, where, value, expected) =>
    `${name} (${originInSpanish(where)}) es ${value}: ${expectationInSpanish(expected)}`,
  'setting-secret': (name, where, expected) =>
    `${name} (${originInSpanish(where)}) es (no se muestra): ${expectationInSpanish(expected)}`,
  'setting-in-file': (file, path, value, expected) =>
    `${file}: ${path} es ${value}: ${expectationInSpanish(expected)}`,
  'setting-missing': (file, path, expected) => `${file}: falta ${path}: ${expectationInSpanish(expected)}`,
  'setting-unknown': (where, name) => `${where}: ${name}: ese ajuste no existe`,
  'setting-unknown-near': (where, name, near) =>
    `${where}: ${name}: ese ajuste no existe. ¿Quisiste decir ${near}?`,
  'no-yaml': (place, why) => `${place}: no es YAML válido: «${why}»`,
  'field-wrong': (place, field, expected) => `${place}: ${field}: ${expectationInSpanish(expected)}`,
  'file-as-a-whole': 'el archivo',
  'line-as-a-whole': 'la línea',
  'settings-no-map': (file, value) => `${file}: van ajustes como \`nombre: valor\`, y hay ${value}`,
  'settings-unreadable': (file, why) => `No puedo leer ${file}: «${why}»`,
  'folder-missing': (name, folder) => `${name} es ${folder}: debe ser una carpeta que exista`,
  'folder-here-gone': 'Estás en una carpeta que se borró. Ve a otra: cd ~',
  'folder-with': (name, folder, sign) => `${name} es ${folder}: debe ser una ruta sin "${sign}"`,
  'folder-shared': (name, folder) => `${name} es ${folder}: debe ser otra carpeta, no la del proyecto`,
  'key-unencrypted': (name, host, section) =>
    `${name} es http://${host}: la clave y tu código viajarían sin cifrar. Usa https://, o confírmalo con "${section}: { plain_http: true }" en agent.yaml`,
  'reports-unencrypted': (name, host, section) =>
    `${name} es http://${host}: la clave y tus informes viajarían sin cifrar. Usa https://, o confírmalo con "${section}: { plain_http: true }" en agent.yaml`,
  'tls-one-file': (set, missing) => `${set} está sin ${missing}: https necesita los dos archivos`,
  'profile-unknown': (name, profile, known) =>
    `agent.yaml: model.${name} es ${profile}: debe ser uno de models (${known})`,
  'search-needs-key': (search) =>
    `agent.yaml: web.search es ${search}, que necesita una clave: pon WEB_SEARCH_KEY`,
  'console-unencrypted': (host) =>
    `WEB_HOST es ${host}: otras máquinas leerían la consola sin cifrar. Pon WEB_TLS_CERT_FILE y WEB_TLS_KEY_FILE, o en WEB_ORIGIN la dirección https:// de tu proxy`,
  'console-plain-origin': (origin) =>
    `WEB_ORIGIN es ${origin}: un proxy para otras máquinas necesita https://`,
  'console-no-name': (host) =>
    `WEB_HOST es ${host}, que ningún navegador puede pedir. Pon en WEB_ORIGIN la dirección que usan, como https://console.example.org:8790`,
};

const modelsFaults: typeof englishModels = {
  'speech-format': 'SPEECH_URL no responde con Opus en Ogg. Revisa que sea una API compatible con OpenAI.',
  'no-words': 'No entendí ninguna palabra en la grabación.',
  'transcribe-format': 'TRANSCRIBE_URL no responde como una API compatible con OpenAI. Revísala.',
  'recording-unreadable': (path, why) => `No puedo leer ${path}: «${why}»`,
  'transcribe-too-much': 'TRANSCRIBE_URL respondió con demasiados datos. Revísala.',
  'transcribe-key': 'El servicio de transcripción rechaza TRANSCRIBE_KEY. Revísala.',
  'transcribe-unknown':
    'El servicio de transcripción no conoce esa dirección o ese modelo. Revisa TRANSCRIBE_URL y TRANSCRIBE_MODEL.',
  'transcribe-busy': (status) =>
    `El servicio de transcripción está ocupado o falla (HTTP ${status}). Prueba más tarde.`,
  'transcribe-rejects': (status) => `El servicio de transcripción rechaza la grabación (HTTP ${status}).`,
  'transcribe-late': (seconds) =>
    `El servicio de transcripción tardó más de ${seconds} s. Manda una grabación más corta, o prueba otra vez.`,
  'transcribe-unreachable': (why) =>
    `No puedo comunicarme con el servicio de transcripción (${why}). Revisa la red y TRANSCRIBE_URL.`,
  'speech-too-much': 'SPEECH_URL respondió con demasiados datos. Revísala.',
  'speech-key': 'El servicio de voz rechaza SPEECH_KEY. Revísala.',
  'speech-unknown':
    'El servicio de voz no conoce esa dirección o ese modelo. Revisa SPEECH_URL y SPEECH_MODEL.',
  'speech-busy': (status) => `El servicio de voz está ocupado o falla (HTTP ${status}). Prueba más tarde.`,
  'speech-rejects': (status) => `El servicio de voz rechaza el texto (HTTP ${status}).`,
  'speech-late': (seconds) => `El servicio de voz tardó más de ${seconds} s. Prueba más tarde.`,
  'speech-unreachable': (why) =>
    `No puedo comunicarme con el servicio de voz (${why}). Revisa la red y SPEECH_URL.`,
};

export const faultTexts: typeof english = {
  ...databaseFaults,
  ...gitFaults,
  ...channelsFaults,
  ...machinesFaults,
  ...programFaults,
  ...settingsFaults,
  ...modelsFaults,
};
