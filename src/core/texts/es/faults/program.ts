import type { programFaults as english } from '../../en/faults/program.ts';

export const programFaults: typeof english = {
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
