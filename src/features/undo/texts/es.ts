import type { english } from './en.ts';

export const spanish: typeof english = {
  commands: {
    undo: {
      usage: '/deshacer [#n]',
      summary: 'deshaz una tarea',
      first: '↩️ Deshaz una tarea: /deshacer',
      more: 'Sin número, es la última tarea que cambió algo.\nSus commits se quitan si no se subieron. Lo que editaste tú después se queda.\nReaccionar con ↩️ a un informe hace lo mismo.\nNo se puede rehacer: otro /deshacer solo quita lo que cambió desde entonces.',
    },
    diff: {
      usage: '/cambios [#n]',
      summary: 'mira qué cambió',
      more: 'Sirve mientras la tarea trabaja y también después, con commits o sin ellos.\nDe los archivos que pueden tener secretos solo digo el nombre.',
    },
  },
  nothingHere: 'Nada que deshacer: ninguna tarea del chat cambió algo.',
  nothingToShow: 'Nada que mostrar: ninguna tarea del chat cambió algo.',
  nothingChanged: (task) => `Esta tarea no cambió nada: ${task}`,
  already: (task) => `Ya está deshecha: ${task}\nLo que no toqué entonces lo decides tú.`,
  underWay: (task) => `Ya la estoy deshaciendo: ${task}`,
  busy: (task, cancel) =>
    `Primero tiene que terminar: ${task}${cancel === undefined ? '' : `\nPara detenerla: ${cancel}. Después, /deshacer.`}`,
  done: (task) => `↩️ Deshecha: ${task}`,
  nothingToDo: (task) => `↩️ Ya no queda nada que deshacer: ${task}`,
  failed: (task, why) =>
    `❌ No pude deshacer esto: ${task}\n${why}\nNo cambié nada más. Para intentarlo otra vez: /deshacer`,
  resumedUndo: (task) => `🔄 Me reinicié mientras deshacía: ${task}\nAhora termino.`,
  closePullRequest: (url) =>
    `🔗 El pull request sigue abierto: ${url}\nCiérralo ahí, o con \`gh pr close ${url}\``,
  stillRunning:
    '⚠️ Sigue corriendo un comando en segundo plano.\nPuede volver a escribir. Para detenerlo: /cancelar todo',
  ranBeside:
    '✋ Esta tarea tuvo un comando en segundo plano.\nLo que escribió entre pasos cuenta como tuyo y se queda. Míralo con `git status`.',
  askRevert: (count) =>
    count === 1 ? '¿Hago un commit que lo deshaga?' : `¿Hago un commit que deshaga los ${count}?`,
  reverted: (commit, subject) =>
    `✅ Commit hecho: ${commit} ${subject}\nNo hice push. Para mandarlo: \`git push\``,
  notReverted: (why) => `❌ No hice el revert. ${why}`,
  onlyElsewhere: (name, task, command) =>
    `Ninguna tarea de este chat cambió algo en ${name}.\nLa última fue en otro proyecto: ${task}\nSi es esa: ${command}`,
  ofDryRun: (task) => `Eso fue un ensayo. Tu proyecto no cambió: ${task}\nPara borrar su copia: /descartar`,
  putAway: (task) => `Nada que deshacer: su copia ya no está. ${task}\nPara hacerla otra vez: /continuar`,
  unfinished: (task) => `Deshacer ${task}
Sus cambios están en la otra máquina. Aquí no hay nada que deshacer.`,
};
