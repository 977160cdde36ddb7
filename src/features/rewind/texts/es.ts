import type { english } from './en.ts';

export const spanish: typeof english = {
  commands: {
    rewind: {
      usage: '/rebobinar [#n] [ronda] [pista]',
      summary: 'vuelve a una ronda',
      more: 'Archivos, conversación y plan vuelven a esa ronda. La tarea sigue con tu pista.\nSin nada más, muestra las rondas y pregunta cuál.\n/rebobinar 3 usa un mapa\n/rebobinar #2 "antes del refactor" deja los nombres de antes\nLo que editaste tú después se queda. Los commits ya subidos también, y te digo cuáles.',
    },
    fork: {
      usage: '/bifurcar [#n] [ronda] <idea>',
      summary: 'prueba otro camino',
      more: 'Empieza una tarea nueva en su propia rama, con la conversación y los archivos de esa ronda. La primera no cambia.\nEjemplo: /bifurcar #2 3 usa sqlite',
    },
  },
  nothingHere: 'Todavía no hay rondas a las que volver en este chat.',
  noRounds: (task) => `Esta tarea aún no termina ninguna ronda: ${task}`,
  planned: (task) =>
    `Un trabajo no se puede rebobinar: ${task}\nSigue su plan. Para deshacer sus archivos: /deshacer`,
  underWay: (task) => `Ya estoy rebobinando esta tarea: ${task}`,
  busy: (task, cancel) =>
    `Otra tarea trabaja en estos archivos: ${task}${cancel === undefined ? '' : `\nPara detenerla: ${cancel}. Después prueba otra vez.`}`,
  putAway: (task) =>
    `No puedo devolver sus archivos, su copia ya no está: ${task}\nPara hacerla otra vez: /continuar`,
  which: {
    rewind: (task) => `¿A qué ronda vuelvo?\n${task}`,
    fork: (task) => `¿Desde qué ronda pruebo otro camino?\n${task}`,
  },
  several: (words) => `Varias rondas coinciden con «${words}». ¿Cuál?`,
  noMatch: (words) => `No encontré una ronda para «${words}». ¿Cuál dices?`,
  noSuch: (round) => `No puedo volver a la ronda ${round}. ¿A cuál?`,
  beginning: 'antes de la primera ronda',
  howToAnswer: 'Responde con un número y qué hacer, como: 3 usa un mapa',
  noEarlier: {
    folded: 'Solo quedan estas: resumí las rondas anteriores.',
    files: 'Solo quedan estas: lo anterior se deshizo o se fusionó.',
  },
  more: (count) => `(${count} anteriores: /rebobinar <número>)`,
  leftAsIs: 'Bien, la tarea se queda como está.',
  notARound: 'No es ninguna de estas rondas. No cambié nada.',
  passed: 'Esa pregunta ya se cerró. Con /rebobinar ves las rondas.',
  stopping: (round) => `⏪ Paro aquí y vuelvo ${round === 0 ? 'al principio' : `a la ronda ${round}`}.`,
  done: (round, task) =>
    round === 0 ? `⏪ De vuelta al principio: ${task}` : `⏪ De vuelta en la ronda ${round}: ${task}`,
  goingOn: (words) => `▶️ Sigo con: ${words}`,
  whatInstead: (resume) => `¿Qué hago en su lugar? Responde aquí, o ${resume} <qué>`,
  pullRequestOpen: (url) => `🔗 El pull request sigue abierto: ${url}`,
  failed: (task, why) =>
    `❌ No pude rebobinar esta tarea: ${task}\n${why}\nNo cambié nada más. Para intentarlo otra vez: /rebobinar`,
  gone: 'Ya no puedo volver a esa ronda.',
  resumed: (task) => `🔄 Me reinicié mientras rebobinaba: ${task}\nAhora lo termino.`,
  forked: (name, round) =>
    round === 0
      ? `🔱 Pruebo otro camino desde el principio: ${name}`
      : `🔱 Pruebo otro camino desde la ronda ${round}: ${name}`,
  noRepository: 'Para probar otro camino hace falta un repositorio git.',
  noWords: (fork) => `Dime qué hago distinto:\n${fork} <ronda> <qué probar>`,
  filesGone: 'Ya no tengo los archivos de esa ronda.\nPuedo probar otro camino desde una posterior.',
  unfinished: (task) => `Rebobinar ${task}
Aquí está como antes. Para intentarlo otra vez: /rebobinar`,
};
