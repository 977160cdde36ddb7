import type { reportTexts as English } from '../en/report.ts';

export const reportTexts: typeof English = {
  done: (task) => `✅ Listo: ${task}`,
  cancelled: (task) => `🛑 Detenido como pediste: ${task}`,
  cancelledHow: 'Los archivos quedan como están. /agent-resume sigue desde aquí.',
  parked: (task) => `⏸ Detenido: ${task}`,
  failed: (task) => `❌ Interrumpido: ${task}`,
  failedHow: (detail) =>
    `Algo falló dentro de mí (${detail}). Lo hecho hasta ahora se conserva; /agent-resume lo intenta de nuevo desde ahí.`,
  paused: (task) => `⏳ En espera: ${task}`,
  pausedHow: (time) =>
    `El modelo está saturado y pidió que vuelva más tarde. Sigo solo en ${time}; /cancel lo detiene.`,
  filesMore: (count) => `y ${count} más`,
  guarded: (files) => `Cambiado por un comando, sin tu permiso: ${files}`,
  movedAside: (path, movedTo) => `${path} (se habría ejecutado por su cuenta; apartado en ${movedTo})`,
  testsPassed: (passed) => (passed === 1 ? '1 pasó' : `${passed} pasaron`),
  testsFailed: (failed) => (failed === 1 ? '1 falló' : `${failed} fallaron`),
  testsBroke: (exitCode) => `código de salida ${exitCode}`,
  rounds: (count) => (count === 1 ? '1 ronda' : `${count} rondas`),
  costUnknown: 'costo desconocido',
  notDone: 'Sin hacer:',
  noChanges: 'No edité ningún archivo.',
  restarted: (task, round) =>
    `🔄 Me reiniciaron mientras trabajaba en: ${task}\nSigo desde la ronda ${round}.`,
};
