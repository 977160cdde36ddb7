import type { english } from './en.ts';

export const spanish: typeof english = {
  nothingHere: 'Ninguna tarea de este chat tiene rondas a las que volver todavía.',
  noRounds: (task) => `Esta tarea aún no ha terminado ninguna ronda: ${task}`,
  planned: (task) =>
    `Un trabajo sigue su plan, así que sus rondas no se rebobinan: ${task}\n/deshacer retira sus archivos.`,
  underWay: (task) => `Ya estoy rebobinando esta tarea: ${task}`,
  busy: (task, cancel) =>
    `Otra tarea trabaja en estos archivos: ${task}${cancel === undefined ? '' : `\n${cancel} la detiene; después, inténtalo otra vez.`}`,
  putAway: (task) =>
    `Ya no está la copia en la que trabajaba, así que sus archivos no pueden volver atrás: ${task}\n/agent-resume hace la copia de nuevo.`,
  which: {
    rewind: (task) => `¿A qué ronda vuelvo? ${task}`,
    fork: (task) => `¿Desde qué ronda pruebo otro camino? ${task}`,
  },
  several: (words) => `Varias rondas encajan con «${words}». ¿Cuál?`,
  noMatch: (words) => `No encuentro ninguna ronda para «${words}». ¿Cuál quieres decir?`,
  noSuch: (round) => `A la ronda ${round} no se puede volver. ¿A cuál?`,
  beginning: 'antes de la primera ronda',
  howToAnswer: 'Responde con su número y qué hacer en su lugar, por ejemplo: 3 usa un mapa',
  noEarlier: {
    folded: 'Las rondas anteriores se resumieron para ahorrar espacio: solo puedo volver a estas.',
    files: 'Los cambios anteriores se deshicieron o se fusionaron después: solo puedo volver a estas.',
  },
  more: (count) => `(${count} anteriores: /rebobinar <número>)`,
  leftAsIs: 'De acuerdo, la tarea se queda como está.',
  notARound: 'No es ninguna de estas rondas. No ha cambiado nada.',
  passed: 'Esa pregunta está cerrada. /rebobinar vuelve a mostrar las rondas.',
  stopping: (round) => `⏪ Paro aquí y vuelvo ${round === 0 ? 'al principio' : `a la ronda ${round}`}.`,
  done: (round, task) =>
    round === 0 ? `⏪ De vuelta al principio: ${task}` : `⏪ De vuelta en la ronda ${round}: ${task}`,
  goingOn: (words) => `▶️ Sigo con: ${words}`,
  whatInstead: (resume) => `¿Qué hago en su lugar? Responde a este mensaje, o ${resume} <indicaciones>`,
  limits:
    'No vuelven atrás: los archivos ignorados, los de más de 2 MB ni nada fuera del proyecto o en la red.',
  pullRequestOpen: (url) => `🔗 El pull request sigue abierto: ${url}`,
  failed: (task, why) =>
    `❌ No he podido rebobinar esta tarea: ${task}\n${why}\nNo he cambiado nada más; /rebobinar lo intenta otra vez.`,
  gone: 'A esa ronda ya no se puede volver.',
  resumed: (task) => `🔄 Me reiniciaron mientras rebobinaba esta tarea: ${task}\nLo termino ahora.`,
  forked: (name, round) =>
    round === 0
      ? `🔱 Pruebo otro camino desde el principio: ${name}`
      : `🔱 Pruebo otro camino desde la ronda ${round}: ${name}`,
  noRepository: 'Para otro camino hace falta un repositorio git: trabaja en una rama propia.',
  noWords: (fork) => `Dime qué hago de otra forma: ${fork} <ronda> <qué probar>`,
  filesGone: 'Ya no guardo los archivos de esa ronda: solo puedo probar otro camino desde una posterior.',
};
