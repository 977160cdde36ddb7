import type { english } from './en.ts';

export const spanish: typeof english = {
  commands: {
    'agent?': {
      usage: '/agente? <tarea>',
      summary: 'pruébala en una copia',
      ask: '¿Qué pruebo? Por ejemplo:\n/agente? lleva el login a su propio módulo',
      more: 'Te muestro el plan, los cambios y el resultado de las pruebas. Tu proyecto no cambia hasta que digas "aplicar".\nEjemplo: /agente? lleva el login a su propio módulo',
    },
    apply: {
      usage: '/aplicar [#n]',
      summary: 'aplica un ensayo',
      more: 'Sus cambios pasan a tu proyecto tal como los viste.\nSolo se puede si el proyecto sigue como cuando empezó el ensayo. /deshacer lo revierte.',
    },
    merge: {
      usage: '/fusionar [#n]',
      summary: 'fusiona su rama',
      more: 'Antes hago commit de lo que la tarea dejó pendiente.\nSi hay conflictos, te digo cuáles y no toco nada. /deshacer revierte la fusión.',
    },
    pr: {
      usage: '/subir [#n]',
      summary: 'abre un pull request',
      more: 'Hago push de la rama de la tarea, abro el pull request y lo sigo.\nNecesita GITHUB_TOKEN y GITHUB_REPO.',
    },
    keep: {
      usage: '/guardar [#n]',
      summary: 'guarda la rama',
      more: 'Quito la copia de la tarea y dejo su rama. Antes hago commit de lo que quedó pendiente.\n/continuar sigue con ella después.',
    },
    discard: {
      usage: '/descartar [#n]',
      summary: 'descarta rama o ensayo',
      more: 'Tu proyecto queda como está.\nSi la rama tiene commits, te digo el último: git lo encuentra por un tiempo.',
    },
  },
  usage: 'Un ensayo hace toda la tarea en una copia.\nDespués te muestra el plan, los cambios y las pruebas.',
  noRepository:
    'Un ensayo necesita un repositorio git con un commit.\nEste proyecto no lo tiene y no hice nada. Corre `git init` y haz un primer commit, o manda /agente <tarea> para trabajar en los archivos mismos.',
  started: (task) => `🔎 Ensayo, en una copia: ${task}`,
  card: {
    dryRun: '🔎 Ensayo: tu proyecto se queda como está',
    branch: (branch) => `🌿 En ${branch}, en su propia copia`,
  },
  report: {
    dryRun: '🔎 Esto fue un ensayo. Tu proyecto no cambió.',
    branch: (branch) => `🌿 En la rama ${branch}. Tu carpeta no cambió.`,
    nothing: '🧹 No cambió nada, así que borro la copia.',
    pullRequest: (branch) => `🌿 Borro la copia. La rama ${branch} se queda.`,
    linked: (names) => `🔗 Leído de tu proyecto: ${names}`,
    missing: (names) => `⚠️ Falta en la copia: ${names}`,
    noSetup:
      'Las pruebas que lo necesitan van a fallar en la copia.\nPara preparar las copias, define worktrees.setup en agent.yaml.',
    setupDone: (command) => `🧰 Preparada con ${command}`,
    setupFailed: (command, exit) => `⚠️ ${command} falló en la copia (${exit}).`,
    setupExit: (exitCode) => `código de salida ${exitCode}`,
    setupStopped: 'detenido',
    leftOut: (count) => (count === 1 ? '1 archivo más: /cambios' : `${count} archivos más: /cambios`),
    soFar: (words) => `Lo que hizo hasta ahora está en su copia.\nPara seguir: /continuar. O bien: ${words}`,
  },
  ask: {
    dryRun: (task) => `🔎 ¿Llevo esto a tu proyecto?\n${task}`,
    branch: (branch, task) => `🌿 Terminé en ${branch}. ¿Qué hago con la rama?\n${task}`,
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
  nothingOpen: {
    apply: 'No hay nada que aplicar ahora.',
    merge: 'No hay nada que fusionar ahora.',
    'pull-request': 'No hay nada para abrir un pull request ahora.',
    keep: 'No hay ninguna rama que guardar ahora.',
    discard: 'No hay nada que descartar ahora.',
  },
  instead: {
    apply: 'Para probar algo en una copia: /agente? <tarea>',
    merge: 'Las últimas tareas: /tareas',
    'pull-request': 'Para que abra uno: /continuar abre un pull request',
    keep: 'Las últimas tareas: /tareas',
    discard: 'Para deshacer la última tarea: /deshacer',
  },
  others: 'Esto espera, y esto puedes elegir:',
  noGitHub:
    'Aquí todavía no puedo abrir pull requests.\nEn mi máquina, pon GITHUB_TOKEN y GITHUB_REPO. Después reiníciame.',
  noWorktree: (task) => `Nada que elegir: esta tarea trabajó en tu proyecto.\n${task}`,
  atWork: (task) => `Todavía no termina: ${task}`,
  underWay: (task) => `Ya estoy en eso: ${task}`,
  chosen: {
    apply: (task) => `Ya está aplicada: ${task}\nPara revertirla: /deshacer`,
    merge: (task) => `Ya está fusionada: ${task}\nPara revertirla: /deshacer`,
    'pull-request': (task) => `Su rama ya tiene un pull request: ${task}`,
    keep: (task) => `Su rama ya está guardada: ${task}`,
    discard: (task) => `Ya está descartada: ${task}`,
  },
  busy: (task) =>
    `Otra tarea está usando estos archivos: ${task}\nResponde otra vez cuando termine. No se pierde nada.`,
  gone: (task) => `La copia donde trabajaba ya no está: ${task}\nEmpiézala otra vez con /agente o /agente?`,
  applied: (task) => `✅ Aplicada: ${task}`,
  merged: (branch, into) => `✅ Fusioné ${branch} en ${into}.`,
  mergedHere: (branch) => `✅ Fusioné ${branch}.`,
  left: (files) => `✋ No los toqué, alguien los acaba de cambiar: ${files}`,
  testedExactly: '🧪 Las pruebas del ensayo pasaron con exactamente esto.',
  testedBranch: '🧪 Las pruebas de la tarea pasaron con exactamente esto.',
  untested: (files) => `🧪 Sin probar, cambiaron después: ${files}`,
  kept: (branch) =>
    `🌿 Rama guardada: ${branch}\nPara verla: git switch ${branch}\nPara traerla: git merge ${branch}`,
  rest: (commit) => `💾 Hice commit de lo que faltaba: ${commit}`,
  discarded: (task) => `🗑️ Descartada: ${task}`,
  discardedCommit: (commit) =>
    `Su último commit era ${commit}.\nPor un tiempo puedes recuperarlo: \`git branch <nombre> ${commit}\``,
  pullRequest: (branch) => `🔧 Hago push de ${branch} y abro un pull request.`,
  pullRequestInstructions: (branch) => `Haz push de la rama ${branch} y abre un pull request con ella.`,
  resumed: (task) => `🔄 Me reinicié antes de terminar: ${task}\nAhora hago lo que elegiste.`,
  failed: (task, why) => `❌ No pude hacerlo: ${task}\n${why}`,
  failedMidway: 'Puede haber quedado a medias: míralo con `git status`.\nLa copia sigue ahí.',
  stillOpen: (words) => `Todavía puedes elegir: ${words}`,
  refused: {
    moved: (files) => `✋ Tu proyecto cambió desde entonces: ${files}`,
    movedHead: '✋ Tu proyecto está ahora en otro commit u otra rama.',
    movedWhy: 'Un ensayo se aplica exacto o no se aplica.\nNo cambié nada.',
    again: (task) => `Para repetirlo: /agente? ${task}`,
    conflict: (files) =>
      `✋ Los dos lados cambiaron las mismas líneas: ${files}\nNo cambié nada. La rama está como estaba.`,
    resolve: (branch, into) =>
      `Puedo unirlo a mano:\n/agente trae a ${into} lo que hizo la rama ${branch}, y conserva ambos lados`,
    uncommitted: (files) =>
      `✋ Estorban cambios sin commit: ${files}\nHaz commit o stash y responde otra vez. No cambié nada.`,
    unfinished:
      '✋ Ahí hay un merge, un rebase o algo así a medias.\nTermínalo y responde otra vez. No cambié nada.',
    otherBranch: (branch, now) =>
      `✋ Tu proyecto está ahora en ${now}, no en ${branch}.\nVuelve a esa rama y responde otra vez. No cambié nada.`,
    detached: 'un commit sin rama',
    nothing: 'Tu proyecto ya tiene todo lo que hay ahí.',
  },
  oldKept: (task, branch) =>
    `🧹 Nadie eligió en 14 días y borré la copia: ${task}\nLa rama ${branch} se queda.`,
  oldDiscarded: (task) => `🧹 Nadie eligió en 14 días y borré el ensayo: ${task}`,
  queuedInstead: (task) => `🕓 En cola, porque no puedo copiar este proyecto: ${task}`,
  unfinished: {
    merge: (task, branch) => `El merge de ${task}
No sé si terminó. Su rama en la otra máquina: ${branch}`,
    pullRequest: (task) => `El pull request de ${task}
No sé si se abrió. Míralo antes en GitHub.`,
    putAway: (task) => `Ordenar la copia de ${task}
Se queda en la otra máquina.`,
  },
};
