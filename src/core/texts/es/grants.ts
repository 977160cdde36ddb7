import type { grantTexts as English } from '../en/grants.ts';

export const grantTexts: typeof English = {
  choices: {
    once: '1 sí · 2 no',
    session: '3 en esta tarea',
    parts: '3 en esta tarea, y cualquier línea de comandos permitidos',
    always: '4 siempre aquí',
    prefix: (beginning) => `5 siempre aquí, con cualquier argumento: ${beginning} …`,
    typed: (code) => `(o /aprobar ${code}, /rechazar ${code} por qué)`,
  },
  poll: {
    question: (asked, code) => `${asked} (${code})`,
    once: '✅ Sí, una vez',
    session: '🔁 Sí, en esta tarea',
    parts: '🔁 Sí, y líneas parecidas en esta tarea',
    always: '📌 Sí, siempre aquí',
    prefix: '📌 Sí, siempre aquí, con cualquier argumento',
    no: '❌ No lo hagas',
  },
  onlyOnce: (why) => `Solo por esta vez: ${why}.`,
  notAlways: (why) => `No puedo ofrecer "siempre": ${why}.`,
  why: {
    compound: 'es más que un comando simple',
    hidden: 'tiene caracteres que no se ven',
    shell: 'un shell puede ejecutar cualquier cosa',
    wrapper: 'arranca otro programa',
    interpreter: 'ejecuta el código que le den',
    'package-runner': 'descarga o elige el programa que ejecuta',
    alias: 'este repositorio decide qué ejecuta git',
    'not-found': 'el programa no está instalado',
    sensitive: 'nombra secretos, o archivos que deciden qué más se ejecuta',
    unlisted: 'solo las pruebas de la lista aceptan cualquier argumento',
    'no-command': 'esto lo pregunto cada vez',
    'no-arguments': 'solo un comando se puede permitir con cualquier argumento',
  },
  notOffered: (why) => `Esa respuesta no vale aquí: ${why}.\nMi pregunta sigue abierta:`,
  given: {
    parts:
      '✅ Permitido en esta tarea. Sigo.\nNo pregunto más por líneas hechas de comandos que ya puedo ejecutar.\nCon /politica lo ves y lo quitas.',
    named: (what) =>
      `✅ Permitido en esta tarea. Sigo.\nNo vuelvo a preguntar por ${what} hasta que termine.\nCon /politica lo ves y lo quitas.`,
    namedAlways: (what, folder) =>
      `✅ Permitido siempre aquí. Sigo.\nNo vuelvo a preguntar por ${what}.\nSolo en ${folder} y solo en este chat.\nCon /politica lo ves y lo quitas.`,
    session: (command) =>
      `✅ Permitido en esta tarea. Sigo.\nNo vuelvo a preguntar por exactamente esto: ${command}\nCon /politica lo ves y lo quitas.`,
    always: (command, folder) =>
      `✅ Permitido siempre aquí. Sigo.\nNo vuelvo a preguntar por exactamente esto: ${command}\nSolo en ${folder} y solo en este chat.\nCon /politica lo ves y lo quitas.`,
    prefix: (beginning, folder) =>
      `✅ Permitido siempre aquí. Sigo.\nNo pregunto por esto, con los argumentos que permita mi lista de comandos: ${beginning} …\nSolo en ${folder} y solo en este chat.\nCon /politica lo ves y lo quitas.`,
  },
  changed: (what) => `⚠️ Ya lo habías permitido. Desde entonces cambió: ${what}`,
  changes: {
    executable: 'el programa mismo',
    folder: 'la carpeta donde corre',
    environment: 'el entorno de los comandos',
    command: 'lo que haría o tocaría',
    script: (path) => `el archivo ${path}`,
  },
  mode: {
    interactive: '📜 Pregunto antes de un comando que no está en mi lista.',
    strict: '📜 Rechazo los comandos que no están en mi lista.',
  },
  none: 'No permitiste nada más en este chat.',
  title: 'Permitiste en este chat:',
  scope: { session: 'en su tarea', always: (folder) => `siempre, en ${folder}` },
  names: {
    'project-script': 'todos los scripts del proyecto',
    'allowed-parts': 'líneas hechas de comandos permitidos',
    fetch: 'los fetch de su remoto',
    push: 'los push de su rama',
    'pull-request': 'sus pull requests',
  },
  about: {
    mcp: (tool) => `la herramienta ${tool}`,
    web: (host) => `páginas de ${host}`,
  },
  age: (age) => `hace ${age}`,
  uses: (count) => (count === 1 ? 'usado una vez' : `usado ${count} veces`),
  howToRevoke: 'Quita uno: /politica revocar <número>\nQuita todos: /politica revocar todo',
  revoked: (what) => `🚫 Permiso quitado: ${what}\nDesde ahora vuelvo a preguntar.`,
  revokedAll: (count) =>
    count === 0
      ? 'No hay permisos que quitar en este chat.'
      : `🚫 Permisos quitados: ${count}\nDesde ahora vuelvo a preguntar.`,
  notYours: 'Solo quien lo permitió, o un dueño, puede quitarlo.',
  noSuchGrant: (typed) => `No hay ningún ${typed} aquí. Mira los números: /politica`,
};
