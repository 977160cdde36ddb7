import type { english } from './en.ts';

export const spanish: typeof english = {
  usage:
    'Un ensayo hace toda la tarea en una copia desechable y muestra el plan, los cambios y el resultado de las pruebas.',
  noRepository:
    'Un ensayo necesita un repositorio git con algún commit que copiar, y este proyecto no lo tiene. No hice nada.\nEn la carpeta del proyecto: git init y un primer commit; o /agent <tarea> trabaja sobre los archivos mismos.',
  started: (task) => `🔎 Ensayo, en una copia: ${task}`,
  card: {
    dryRun: '🔎 Ensayo: tu proyecto se queda como está',
    branch: (branch) => `🌿 En ${branch}, en su propia copia`,
  },
  report: {
    dryRun: '🔎 Ensayo, en una copia: tu proyecto está como estaba.',
    branch: (branch) => `🌿 En la rama ${branch}, en una copia: tu proyecto está como estaba.`,
    nothing: '🧹 No cambió nada, así que quito la copia.',
    pullRequest: (branch) => `🌿 Quito la copia; la rama ${branch} se queda.`,
    linked: (names) => `🔗 Leído de tu proyecto: ${names}`,
    missing: (names) => `⚠️ Falta en la copia: ${names}`,
    noSetup:
      'No hay nada que enlazar ni un comando worktrees.setup en agent.yaml, así que las pruebas que lo necesiten no pueden ejecutarse.',
    setupDone: (command) => `🧰 Preparada con ${command}`,
    setupFailed: (command, exit) => `⚠️ ${command} falló en la copia (${exit}).`,
    setupStopped: 'detenido',
    leftOut: (count) => (count === 1 ? 'Un archivo más: /diff' : `${count} archivos más: /diff`),
    soFar: (words) => `Lo hecho hasta ahora espera en su copia; /agent-resume sigue, o bien: ${words}`,
  },
  ask: {
    dryRun: (task) => `🔎 ¿Llevo esto a tu proyecto?\n${task}`,
    branch: (branch, task) => `🌿 ¿Qué hago con ${branch}?\n${task}`,
  },
  choices: {
    apply: 'aplicar',
    merge: 'fusionar',
    'pull-request': 'abrir un PR',
    keep: 'guardar la rama',
    discard: 'descartar',
  },
  mergeInto: (branch) => `fusionar en ${branch}`,
  orTyped: (word) => `(un número, o la palabra: ${word})`,
  which: '¿A cuál te refieres?',
  choose: '¿Cuál de estas?',
  notOffered: 'Eso no se puede elegir aquí.',
  nothingOpen: 'Ninguna tarea de este chat espera eso.',
  notApart: (task) => `Esta trabajó en el proyecto mismo, así que no hay nada que elegir: ${task}`,
  atWork: (task) => `Todavía no ha terminado: ${task}`,
  underWay: (task) => `Estoy justo en ello: ${task}`,
  chosen: {
    apply: (task) => `Eso ya está aplicado: ${task}\n/deshacer lo revierte.`,
    merge: (task) => `Eso ya está fusionado: ${task}\n/deshacer lo revierte.`,
    'pull-request': (task) => `Su rama ya tiene un pull request: ${task}`,
    keep: (task) => `Su rama ya está guardada: ${task}`,
    discard: (task) => `Eso ya está descartado: ${task}`,
  },
  busy: (task) =>
    `Antes tiene que terminar esta, porque trabaja en los mismos archivos: ${task}\nDespués responde otra vez; no se pierde nada.`,
  gone: (task) =>
    `La copia en la que trabajaba ya no existe: ${task}\nEmpiézala de nuevo con /agent o /agent?`,
  applied: (task) => `✅ Aplicado: ${task}`,
  merged: (branch, into) => `✅ ${branch} está fusionada en ${into}.`,
  mergedHere: (branch) => `✅ ${branch} está fusionada.`,
  left: (files) => `✋ Alguien los cambió en ese momento, así que no los toqué: ${files}`,
  testedExactly: '🧪 Las pruebas del ensayo pasaron con exactamente esto.',
  testedBranch: '🧪 Las pruebas de la tarea pasaron con exactamente esto.',
  untested: (files) => `🧪 Cambió mientras tanto, así que ninguna prueba de la tarea lo ha visto: ${files}`,
  kept: (branch) =>
    `🌿 Guardada: ${branch}\ngit switch ${branch} la muestra, git merge ${branch} la incorpora.`,
  rest: (commit) => `💾 Lo que faltaba por confirmar: ${commit}`,
  discarded: (task) => `🗑️ Descartado: ${task}`,
  discardedCommit: (commit) =>
    `Su último commit era ${commit}; git branch <nombre> ${commit} lo recupera durante un tiempo.`,
  pullRequest: (branch) => `🔧 Subo ${branch} y abro un pull request.`,
  pullRequestWish: (branch) => `Sube la rama ${branch} y abre un pull request con ella.`,
  resumed: (task) => `🔄 Me reiniciaron mientras hacía lo que elegiste para: ${task}\nLo termino ahora.`,
  failed: (task, why) => `❌ No he podido hacerlo: ${task}\n${why}`,
  failedMidway: 'Puede haber quedado a medias: git status lo muestra. La copia sigue ahí.',
  stillOpen: (words) => `Sigue pendiente: ${words}`,
  refused: {
    moved: (files) => `✋ El proyecto ha cambiado desde entonces: ${files}`,
    movedHead: '✋ El proyecto está en otro commit u otra rama que cuando empezó la tarea.',
    movedWhy: 'Un ensayo se aplica exactamente o no se aplica; no he tocado nada.',
    again: (task) => `Repítelo: /agent? ${task}`,
    conflict: (files) =>
      `✋ Ambos lados cambiaron los mismos sitios de ${files}\nNo he tocado nada; la rama está como estaba.`,
    resolve: (branch, into) =>
      `Déjame traerlo a mano: /agent trae a ${into} lo que hizo la rama ${branch}, y conserva ambos lados`,
    uncommitted: (files) =>
      `✋ Estorban cambios del proyecto sin commit: ${files}\nConfírmalos o apártalos y responde otra vez. No he tocado nada.`,
    unfinished:
      '✋ El proyecto está en medio de un merge, un rebase o algo parecido. Termínalo y responde otra vez. No he tocado nada.',
    otherBranch: (branch, now) =>
      `✋ El proyecto está ahora en ${now}, no en ${branch}. Vuelve a esa rama y responde otra vez. No he tocado nada.`,
    detached: 'un commit sin rama',
    nothing: 'No tiene nada que el proyecto no tenga ya.',
  },
  oldKept: (task, branch) =>
    `🧹 Nadie eligió en 14 días, así que quité la copia: ${task}\nLa rama ${branch} se queda.`,
  oldDiscarded: (task) => `🧹 Nadie eligió en 14 días, así que tiré este ensayo: ${task}`,
  queuedInstead: (task) => `No puedo copiar este proyecto, así que esta espera a que quede libre: ${task}`,
};
