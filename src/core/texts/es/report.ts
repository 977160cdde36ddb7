import type {
  pictureTexts as englishPicture,
  reportTexts as englishReport,
  undoneTexts as englishUndone,
} from '../en/report.ts';

export const reportTexts: typeof englishReport = {
  done: (task) => `✅ Listo: ${task}`,
  untested: (task) => `⚠️ Listo, sin probar: ${task}`,
  claimedDone: (task) => `⚠️ Falta algo: ${task}`,
  doubts: {
    'open-steps': (open, all) => (open === 1 ? `Falta 1 paso de ${all}.` : `Faltan ${open} pasos de ${all}.`),
    'tests-failed': 'Las últimas pruebas fallaron.',
    'not-tested': 'No corrió ninguna prueba después del último cambio.',
    'claimed-change': 'El agente dice que cambió algo. No cambió nada.',
    'claimed-commit': 'El agente nombra un commit que no hizo.',
    'claimed-push': 'El agente dice que hizo push. No lo hizo.',
    'claimed-pull': 'El agente nombra un pull request que no abrió.',
    'claimed-tests': 'El agente dice que las pruebas pasan. Nada lo muestra.',
    missing: {
      commit: 'Pediste un commit. No hay ninguno.',
      push: 'Pediste un push. No se hizo.',
      'pull-request': 'Pediste un pull request. No hay ninguno.',
    },
    failed: (tool, why) => `${tool} falló: «${why}»`,
    'broken-files': (places) => `error de sintaxis en ${places}`,
    'uncommitted-in': (folders) => `Sin commit: los cambios en ${folders}, un repositorio aparte.`,
    'stale-base': (ref) => `Usé ${ref} del último fetch. El remoto puede tener más.`,
    'unfinished-merge': (kind, from, files) =>
      `El ${kind} con ${from} quedó a medias.${files === '' ? '' : `\nSiguen en conflicto: ${files}`}\nPara deshacerlo: /deshacer`,
    'nothing-tested': 'Las últimas pruebas no dicen nada: ninguna pasó o se leyó.',
  },
  goOn: 'Para seguir desde aquí: /continuar',
  claim: '💬 Lo que dice el agente (no lo revisé):',
  cancelled: (task) => `🛑 Detenida: ${task}`,
  cancelledHow: 'Los archivos quedan como están. Para seguir: /continuar',
  parked: (task) => `⏸ En pausa: ${task}`,
  stuckAt: (what) => `Me trabé en: ${what}`,
  commandFails: (command, end) =>
    end === 'stopped' ? `${command} se detuvo` : `${command} falla (código de salida ${end})`,
  failed: (task) => `❌ Falló: ${task}`,
  failedHow: (detail) =>
    `Tuve un error interno: ${detail}\nLo hecho hasta ahora sigue ahí. Para intentarlo otra vez desde ese punto: /continuar`,
  paused: (task) => `⏳ En espera: ${task}`,
  pausedWhy: {
    busy: 'El modelo está saturado.',
    unreachable: 'No puedo conectarme con el modelo.',
    silent: 'El modelo no responde.',
  },
  pausedHow: (time) =>
    `Lo intento otra vez en ${time}.\nEscribe algo y lo intento ya, o /cancelar para detenerla.`,
  filesMore: (count) => `y ${count} más`,
  putAway: (files) => `📦 En el stash siguen: ${files}\nPara recuperarlos: \`git stash pop\``,
  guarded: (files) => `Un comando cambió esto sin tu permiso: ${files}`,
  movedAside: (path, movedTo) => `${path} (se habría ejecutado solo; lo moví a ${movedTo})`,
  testsPassed: (passed) => (passed === 1 ? '1 pasó' : `${passed} pasaron`),
  testsFailed: (failed) => (failed === 1 ? '1 falló' : `${failed} fallaron`),
  testsSkipped: (count) => (count === 1 ? '1 omitida' : `${count} omitidas`),
  testsNone: 'no corrió ninguna prueba',
  testsStopped: 'detenidas antes de terminar',
  testsEnded: (exitCode) => `código de salida ${exitCode}`,
  commandsMore: (count) => `${count} más`,
  commandExits: (commands) => `Códigos de salida: ${commands}`,
  commandEnds: { stopped: 'detenido', background: 'en segundo plano' },
  stillRunning: (commands) => `Sigue corriendo: ${commands}. Para detenerlo: /cancelar todo`,
  endedWithTask: (commands) => `Detenido con la tarea: ${commands}`,
  rounds: (count) => (count === 1 ? '1 ronda' : `${count} rondas`),
  costUnknown: 'costo desconocido',
  notDone: 'Pasos pendientes:',
  noChanges: 'No edité ningún archivo.',
  onlyByCommands: 'Los comandos cambiaron archivos; yo no edité. Mira /cambios.',
  takenOver: (task) => `🔄 Otro programa siguió con: ${task}\nUsa un solo programa en esta carpeta de datos.`,
  pauseOver: 'Lo intento otra vez.',
  restartedWaiting: (task) => `🔄 Me reinicié mientras esperaba al modelo: ${task}`,
  restarted: (task, round) => `🔄 Me reinicié en medio de: ${task}\nSigo desde la ronda ${round}.`,
  noChangesYet: (task) => `Sin cambios por ahora: ${task}`,
  diffLeftOut: (count) =>
    count === 1 ? 'Hay 1 archivo más que no cabe aquí.' : `Hay ${count} archivos más que no caben aquí.`,
};

export const undoneTexts: typeof englishUndone = {
  restored: (files) => `📄 Restauré: ${files}`,
  removed: (files) => `🗑️ Borré lo nuevo: ${files}`,
  merged: (files) => `🔀 Deshice sin tocar tus cambios de después: ${files}`,
  dropped: (commits) => `💾 Quité estos commits: ${commits}`,
  abandoned: (kind) => `🔀 Descarté el ${kind} a medias.`,
  branchRemoved: (branch) => `🌿 Borré la rama: ${branch}`,
  kept: {
    edited: (files) => `✋ No los toqué, cambiaron después: ${files}`,
    large: (files) => `✋ No los toqué, pasan de 2 MB y no tenía copia: ${files}`,
    ignored: (files) => `✋ No los toqué, git los ignora y quizá son tuyos: ${files}`,
    blocked: (files) => `✋ No pude tocarlos, están bloqueados: ${files}`,
  },
  commitsKept: {
    pushed: (commits) => `📌 Se quedan estos commits, ya tienen push: ${commits}`,
    moved: (commits) =>
      `📌 Se quedan estos commits: ${commits}\nHay commits más nuevos encima, o la rama cambió.`,
    mixed: (commits) =>
      `📌 Se quedan estos commits: ${commits}\nHay commits de otros en medio. \`git revert\` deshace cada uno.`,
    unfinished: (commits) =>
      `📌 Se quedan estos commits: ${commits}\nHay un merge o rebase a medias. Termínalo o abórtalo y usa \`git revert\`.`,
  },
  unknownSteps: (count) =>
    `⚠️ ${count === 1 ? '1 paso' : `${count} pasos`} sin deshacer: no tenía copia de antes.`,
  limits:
    'No se deshace lo que los comandos cambiaron en archivos ignorados.\nTampoco los archivos de más de 2 MB, ni nada fuera del proyecto o en la red.',
};

export const pictureTexts: typeof englishPicture = {
  made: 'archivo nuevo',
  deleted: 'borrado',
  renamed: 'antes',
  copied: 'copia de',
  binary: 'archivo binario: no puedo mostrarlo',
  noContents: 'sin cambios en las líneas',
  noNewline: 'sin salto de línea al final del archivo',
  line: (number) => `línea ${number}`,
  /** In the question below the pictures. */
  above: 'El cambio completo está arriba: imágenes y parche.',
  inPatch: (lines) => (lines !== 0 ? `${lines} líneas más: mira el parche` : 'el resto: mira el parche'),
};
