import type { english } from './en.ts';

export const spanish: typeof english = {
  command: {
    usage: '/auditoria [bloqueados | verificar]',
    summary: 'los comandos que corrí',
    more: '/auditoria bloqueados - solo lo bloqueado o rechazado\n/auditoria verificar - prueba de que nadie cambió el registro\nLos de otros chats solo los ve un dueño a solas conmigo.',
  },
  recent: '🧾 Los últimos comandos:',
  denied: '🚫 Bloqueados o rechazados:',
  nothing: 'No hay ningún comando en el registro.',
  nothingDenied: 'No hay ningún comando bloqueado ni rechazado en el registro.',
  decision: {
    allow: 'permitido',
    deny: 'bloqueado',
    ask_approved: 'aprobado',
    ask_rejected: 'rechazado',
  },
  exit: (code) => `salida ${code}`,
  killed: 'detenido',
  noResult: 'sin resultado aún',
  intact: (entries) =>
    entries === 1
      ? '✅ El registro está intacto: 1 anotación.'
      : `✅ El registro está intacto: ${entries} anotaciones.`,
  cut: (entries, until, hash) =>
    `✂️ Empieza después de ${entries} anotaciones más antiguas, hasta ${until} UTC, que se quitaron por antiguas (keep.audit_days). Su último hash: ${hash}`,
  lastHash: (hash) => `Último hash: ${hash}`,
  keepHash: 'Anótalo en otro sitio: mientras siga en la cadena, nada anterior fue reescrito.',
  broken: (row) => `❌ El registro está roto: ${row}.`,
  table: (name) => `la tabla ${name} entera`,
  row: (id) => `la fila ${id} de agent_command_log`,
  entry: (id) => `la anotación ${id} de audit_chain`,
  problem: {
    changed: (what) => `${what} se cambió después de registrarse`,
    missing: (what) => `${what} se borró`,
    misplaced: (what) => `${what} no sigue a la anterior: se movió o se insertó algo en medio`,
    unrecorded: (what) => `${what} la puso algo que no soy yo`,
  },
};
