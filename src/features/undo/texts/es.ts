import type { english } from './en.ts';

export const spanish: typeof english = {
  nothingHere: 'En este chat no hay ninguna tarea que haya cambiado algo.',
  nothingChanged: (task) => `Esta tarea no cambió nada: ${task}`,
  already: (task) => `Ya está deshecha: ${task}\nLo que entonces dejé como estaba lo decides tú.`,
  underWay: (task) => `La estoy deshaciendo ahora mismo: ${task}`,
  busy: (task, cancel) =>
    `Antes tiene que terminar esta: ${task}${cancel === undefined ? '' : `\n${cancel} la detiene; después, /deshacer.`}`,
  done: (task) => `↩️ Deshecha: ${task}`,
  nothingToDo: (task) => `↩️ Ya no queda nada que deshacer de: ${task}`,
  failed: (task, why) =>
    `❌ No he podido deshacer esto: ${task}\n${why}\nNo he cambiado nada más; /deshacer lo intenta otra vez.`,
  resumedUndo: (task) => `🔄 Me reiniciaron mientras deshacía: ${task}\nLo termino ahora.`,
  closePullRequest: (url) =>
    `🔗 El pull request sigue abierto: ${url}\nPara cerrarlo: ábrelo y pulsa "Close", o gh pr close ${url}`,
  limits:
    'No se deshace: lo que los comandos hicieron en archivos ignorados, los archivos de más de 2 MB ni nada fuera del proyecto o en la red.',
  stillRunning:
    '⚠️ Un comando en segundo plano de esta tarea sigue en marcha y puede volver a escribir; /agent puede detenerlo.',
  ranBeside:
    '✋ Lo que un comando en segundo plano de esta tarea escribió entre sus pasos cuenta como tuyo y se queda: míralo con git status.',
  askRevert: (count) =>
    count === 1 ? '¿Hago un commit que lo deshaga?' : `¿Hago un commit que deshaga los ${count}?`,
  reverted: (commit, subject) =>
    `✅ Commit hecho: ${commit} ${subject}\nNo he subido nada: git push lo envía.`,
  notReverted: (why) => `❌ No hice el commit que lo deshace. ${why}`,
  onlyElsewhere: (name, task, command) =>
    `Ninguna tarea de este chat ha cambiado nada en ${name}. La última, en otro proyecto: ${task}\nCon ${command} te refieres a esa.`,
  ofDryRun: (task) =>
    `Eso fue un ensayo, así que tu proyecto está como estaba: ${task}\n/descartar tira su copia.`,
  putAway: (task) =>
    `Su copia ya no está, así que no hay dónde deshacerla: ${task}\n/agent-resume la hace de nuevo.`,
};
