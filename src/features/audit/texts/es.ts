import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/auditoria [bloqueados | verificar]',
    summary: 'los comandos que corrí',
    more: '/auditoria bloqueados - solo lo bloqueado o rechazado\n/auditoria verificar - prueba de que nadie cambió el registro\nLos de otros chats solo los ve un dueño a solas conmigo.',
  },
  recent: '🧾 Mis últimos comandos:',
  denied: '🚫 Bloqueados o rechazados:',
  nothing: 'Aún no hay comandos. Empieza una tarea: /agente <tarea>',
  nothingDenied: 'Nada fue bloqueado ni rechazado.',
  away: (cell) => `⚠️ PostgreSQL no responde: estos son solo de ${cell}.`,
  silent: (cells) => `⚠️ Sin respuesta de: ${cells}\nEn una terminal de ahí: wasap audit`,
  onlyHere: (cell, others) =>
    `🖥️ Solo los de ${cell}. Este chat vivió antes en: ${others}\nEsos los ven los dueños de ahí.`,
  decision: {
    allow: 'permitido',
    deny: 'bloqueado',
    ask_approved: 'aprobado',
    ask_rejected: 'rechazado',
  },
  exit: (code) => `código de salida ${code}`,
  killed: 'detenido',
  noResult: 'sin resultado aún',
  intact: (entries) =>
    entries === 1
      ? '✅ El registro está intacto: 1 anotación.'
      : `✅ El registro está intacto: ${entries} anotaciones.`,
  cut: (entries, until, hash) =>
    `✂️ Quité ${entries} anotaciones antiguas.
Llegan hasta ${until} UTC; keep.audit_days fija la edad.
Su último hash: ${hash}`,
  lastHash: (hash) => `Último hash: ${hash}`,
  keepHash: `Guarda este hash en otro lugar.
Mientras siga en la cadena, nada anterior fue reescrito.`,
  broken: (row) => `❌ El registro está roto: ${row}.
No cambié nada. Compáralo con un respaldo.`,
  table: (name) => `la tabla ${name} entera`,
  row: (id) => `la fila ${id} de agent_command_log`,
  entry: (id) => `la anotación ${id} de audit_chain`,
  problem: {
    changed: (what) => `${what} se cambió después de registrarse`,
    missing: (what) => `${what} se borró`,
    misplaced: (what) => `${what} está fuera de lugar: algo se movió o se insertó`,
    unrecorded: (what) => `${what} no la escribí yo`,
  },
  cli: {
    started: 'inicio (UTC)',
    decision: 'decisión',
    exit: 'salida',
    took: 'tardó',
    command: 'comando',
    person: 'persona',
    session: 'sesión',
    commands: 'comandos',
    success: 'éxitos',
    failures: 'fallos',
    ofCell: (cell) => `🖥️ Los de la celda ${cell}.\nTodas: /auditoria en un chat, o la página Auditoría.`,
    noneDenied: 'Nada fue bloqueado ni rechazado. Todos: wasap audit',
    noneSlow: (seconds) => `Ningún comando tardó más de ${seconds} s. Todos: wasap audit`,
    noneInTask: 'Esta tarea no corrió comandos. Todos: wasap audit',
    notATask: (typed) => `${typed} no es el id de una tarea. Para verlas: wasap sessions`,
  },
  page: {
    label: 'Auditoría',
    title: 'Auditoría',
    chain: 'Registro',
    chainIs:
      'Cada anotación guarda el hash de la anterior.\nAsí puedo revisar que nadie cambió, quitó ni agregó ninguna.',
    verify: 'Verificar el registro',
    entries: 'Comandos',
    search: 'Buscar en los comandos',
    person: 'Persona',
    anybody: 'Cualquiera',
    action: 'Qué pasó',
    anyAction: 'Cualquier cosa',
    failed: 'falló',
    day: 'Día (UTC)',
    filter: 'Filtrar',
    download: 'Descargar',
    noneFound: 'Ningún comando coincide.',
    notYet: 'Nada en esta parte del registro. Sigue buscando abajo.',
    older: 'Comandos anteriores',
    entry: (id) => `Anotación ${id}`,
    task: 'Su tarea',
    output: 'Salida',
    errors: 'Salida de errores',
    problem: 'Problema',
    ofThisOne: (cell) => `Esto es del registro de ${cell}.\nLos demás están en Máquinas.`,
  },
};
