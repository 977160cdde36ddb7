import type { grantTexts as English } from '../en/grants.ts';

export const grantTexts: typeof English = {
  choices: {
    once: '1 sí · 2 no',
    session: '3 en esta tarea',
    parts: '3 en esta tarea, toda línea cuyas partes corran sin preguntar',
    always: '4 siempre aquí',
    prefix: (beginning) => `5 siempre aquí, con lo que siga: ${beginning} …`,
    typed: (code) => `(o /approve ${code}, /reject ${code} por qué)`,
  },
  poll: {
    question: (code) => `Respuesta a ${code}`,
    once: '✅ Sí, una vez',
    session: '🔁 Sí, en esta tarea',
    parts: '🔁 Sí, en esta tarea toda línea así',
    always: '📌 Sí, siempre aquí',
    prefix: '📌 Sí, siempre aquí, con lo que siga',
    no: '❌ No lo hagas',
  },
  onlyOnce: (why) => `Solo por esta vez: ${why}.`,
  notAlways: (why) => `No para siempre: ${why}.`,
  why: {
    compound: 'es más que un solo comando simple',
    hidden: 'tiene caracteres que no se ven',
    shell: 'un shell puede ejecutar cualquier cosa',
    wrapper: 'arranca otro programa',
    interpreter: 'ejecuta el código que le den',
    'package-runner': 'descarga o elige el programa que ejecuta',
    alias: 'aquí el repositorio decide qué ejecuta git',
    'not-found': 'no se encontró el programa',
    sensitive: 'nombra secretos, o archivos que deciden qué más se ejecuta',
    unlisted: 'solo las pruebas y verificaciones de la lista de comandos se pueden permitir por su comienzo',
    'no-command': 'esta pregunta es solo por esta vez',
  },
  notOffered: (why) => `Esa respuesta no se puede dar aquí: ${why}. Mi pregunta sigue abierta:`,
  given: {
    parts: (code) =>
      `✅ Sí a ${code}. En esta tarea ejecuto líneas de varios comandos sin preguntar si cada comando puede correr sin pregunta.\n/policy lo muestra y lo revoca. Sigo.`,
    session: (code, command) =>
      `✅ Sí a ${code}. En esta tarea ejecuto exactamente esto sin volver a preguntar: ${command}\n/policy lo muestra y lo revoca. Sigo.`,
    always: (code, command, folder) =>
      `✅ Sí a ${code}. Desde ahora ejecuto exactamente esto sin preguntar: ${command}\nSolo en ${folder} y solo para este chat. /policy lo muestra y lo revoca. Sigo.`,
    prefix: (code, beginning, folder) =>
      `✅ Sí a ${code}. Desde ahora ejecuto esto sin preguntar, con lo que siga y la lista de comandos permita: ${beginning} …\nSolo en ${folder} y solo para este chat. /policy lo muestra y lo revoca. Sigo.`,
  },
  changed: (what) => `⚠️ Ya habías dicho que sí a esto. Desde entonces cambió: ${what}`,
  changes: {
    executable: 'el programa mismo',
    folder: 'la carpeta donde corre',
    environment: 'el entorno que reciben los comandos',
    command: 'lo que haría o tocaría',
    script: (path) => `el archivo ${path}`,
  },
  mode: {
    interactive: '📜 Un comando que no está en mi lista se pregunta antes.',
    strict: '📜 Un comando que no está en mi lista se rechaza.',
  },
  none: 'En este chat no hay nada más permitido.',
  title: 'Permitiste en este chat:',
  scope: { session: 'en su tarea', always: (folder) => `siempre, en ${folder}` },
  names: {
    'project-script': 'todos los scripts del proyecto',
    'allowed-parts': 'líneas cuyas partes corren sin preguntar',
    fetch: 'traer cambios de su remoto',
    push: 'los push de su rama',
    'pull-request': 'sus pull requests',
  },
  age: (age) => `hace ${age}`,
  uses: (count) => (count === 1 ? 'usado una vez' : `usado ${count} veces`),
  howToRevoke: '/policy revocar <número> retira uno, /policy revocar todo los retira todos.',
  revoked: (what) => `🚫 Retirado: ${what}. Desde ahora vuelvo a preguntar.`,
  revokedAll: (count) =>
    count === 0
      ? 'No había nada que retirar en este chat.'
      : `🚫 Retirados: ${count}. Desde ahora vuelvo a preguntar.`,
  notYours: 'Solo quien lo permitió, o un dueño, puede retirarlo.',
  noSuchGrant: (typed) => `No hay ningún ${typed} en este chat. /policy muestra los números.`,
};
