import type { reportTexts as English } from '../en/report.ts';

export const reportTexts: typeof English = {
  done: (task) => `✅ Listo: ${task}`,
  claimedDone: (task) => `⚠️ Sin terminar: ${task}`,
  doubts: {
    'open-steps': (open, all) =>
      open === 1 ? `Queda 1 paso de ${all} sin hacer.` : `Quedan ${open} pasos de ${all} sin hacer.`,
    'tests-failed': 'Las últimas pruebas fallaron.',
    'not-tested': 'Sin probar desde el último cambio.',
    'claimed-change': 'Dice que cambió algo. No cambió nada.',
    'claimed-commit': 'Nombra un commit que no hizo.',
    'claimed-push': 'Dice que hizo push. No lo hizo.',
    'claimed-pull': 'Nombra un pull request que no abrió.',
    'claimed-tests': 'Dice que las pruebas pasan. Ninguna ejecución de aquí lo muestra.',
    missing: {
      commit: 'Pediste un commit; no hay ninguno.',
      push: 'Pediste un push; no hubo ninguno.',
      'pull-request': 'Pediste un pull request; no hay ninguno.',
    },
    failed: (tool, why) => `${tool} falló: ${why}`,
    'broken-files': (places, all) =>
      `${all === 1 ? 'error' : 'errores'} de sintaxis en ${places.join(', ')}${all > places.length ? ', …' : ''}`,
    'uncommitted-in': (folders) => `Sin confirmar: los cambios en ${folders}, que es un repositorio aparte.`,
    'stale-base': (ref) => `${ref} entró como se descargó la última vez; el remoto puede ir por delante.`,
    'unfinished-merge': (kind, from, files) =>
      `El ${kind} con ${from} quedó a medias${files === '' ? '' : `; siguen en conflicto: ${files}`}. /deshacer lo retira.`,
    'nothing-tested': 'Las últimas pruebas no demuestran nada: ninguna pasó, o no se sabe cómo acabaron.',
  },
  goOn: '/agent-resume sigue desde aquí.',
  claim: '💬 Lo que dice el agente (no lo he comprobado):',
  cancelled: (task) => `🛑 Detenido como pediste: ${task}`,
  cancelledHow: 'Los archivos quedan como están. /agent-resume sigue desde aquí.',
  parked: (task) => `⏸ Detenido: ${task}`,
  stuckAt: (what) => `Atascado en: ${what}`,
  commandFails: (command, end) =>
    end === 'stopped' ? `${command} se detuvo` : `${command} falla (código de salida ${end})`,
  failed: (task) => `❌ Interrumpido: ${task}`,
  failedHow: (detail) =>
    `Algo falló dentro de mí (${detail}). Lo hecho hasta ahora se conserva; /agent-resume lo intenta de nuevo desde ahí.`,
  paused: (task) => `⏳ En espera: ${task}`,
  pausedWhy: {
    busy: 'El modelo está sobrecargado.',
    unreachable: 'No puedo conectar con el modelo.',
    silent: 'El modelo no dice nada.',
  },
  pausedHow: (time) => `Sigo solo en ${time}. Una palabra tuya lo intenta ya; /cancel la detiene.`,
  filesMore: (count) => `y ${count} más`,
  putAway: (files) => `📦 Sigue apartado: ${files}. En un terminal, git stash pop lo devuelve.`,
  guarded: (files) => `Cambiado por un comando, sin tu permiso: ${files}`,
  movedAside: (path, movedTo) => `${path} (se habría ejecutado por su cuenta; apartado en ${movedTo})`,
  testsPassed: (passed) => (passed === 1 ? '1 pasó' : `${passed} pasaron`),
  testsFailed: (failed) => (failed === 1 ? '1 falló' : `${failed} fallaron`),
  testsSkipped: (count) => (count === 1 ? '1 omitida' : `${count} omitidas`),
  testsNone: 'no se ejecutó ninguna prueba',
  testsStopped: 'detenidas antes de acabar',
  testsEnded: (exitCode) => `código de salida ${exitCode}`,
  commandsMore: (count) => `${count} más`,
  commandEnds: { stopped: 'detenido', background: 'en segundo plano' },
  stillRunning: (commands) => `Sigue en marcha: ${commands}. /cancel all lo termina.`,
  endedWithTask: (commands) => `Terminado con la tarea: ${commands}`,
  rounds: (count) => (count === 1 ? '1 ronda' : `${count} rondas`),
  costUnknown: 'costo desconocido',
  notDone: 'Pasos pendientes:',
  noChanges: 'No edité ningún archivo.',
  onlyByCommands: 'Yo no edité archivos; los comandos cambiaron algunos. /diff los muestra.',
  takenOver: (task) =>
    `🔄 Otro programa siguió con: ${task}\nCreyó que este ya no funcionaba y continúa la tarea. Usa solo uno con esta carpeta de datos.`,
  pauseOver: 'Lo intento de nuevo ahora.',
  restartedWaiting: (task) => `🔄 Me reiniciaron mientras esperaba al modelo: ${task}`,
  restarted: (task, round) =>
    `🔄 Me reiniciaron mientras trabajaba en: ${task}\nSigo desde la ronda ${round}.`,
  noChangesYet: (task) => `Sin cambios por ahora: ${task}`,
  diffLeftOut: (count) =>
    count === 1 ? 'Un archivo más no cabe aquí.' : `${count} archivos más no caben aquí.`,
};
