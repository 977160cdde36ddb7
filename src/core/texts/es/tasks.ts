import type {
  failureTexts as englishFailure,
  firedTexts as englishFired,
  moneyTexts as englishMoney,
  outcomeTexts as englishOutcome,
  progressTexts as englishProgress,
  taskTexts as englishTask,
} from '../en/tasks.ts';

export const taskTexts: typeof englishTask = {
  which: (example) =>
    `¿A qué tarea te refieres? Dime su número, como ${example}.\nGuardé tu mensaje para ella.`,
  whichFor: (example) => `¿Cuál? Por ejemplo: ${example}`,
  all: (command) => `Todas: ${command}`,
  unknownModel: (name, known) => `No hay un modelo ${name}.\nHay estos: ${known}`,
  stopWhich: '¿Qué detengo? Manda una de estas:',
  cancelAll: '/cancelar todo',
  notATask: (number) => `Si ${number} no es una tarea, pon una palabra antes: issue ${number}`,
  ended: (task, resume) => `Esta tarea ya terminó: ${task}\nPara agregarle algo: ${resume} <qué más>`,
  worktree: (task, beside) => `🚀 Voy con esto: ${task}\nEn su propia rama, al mismo tiempo que: ${beside}`,
  howToTell: (number) => `Para decirle algo, empieza con #${number} o respóndele.`,
  queuedElsewhere: (task) =>
    `🕓 En cola: ${task}\nEmpieza cuando termine la tarea de otro chat en este proyecto.`,
  ofAnotherChat: 'una tarea de otro chat',
  limit: (count) =>
    `Este chat ya lleva ${count} tareas a la vez, el máximo.\nPara cambiarlo: \`parallel\` bajo \`worktrees\` en agent.yaml`,
  noRepository:
    'Para correr varias tareas a la vez hace falta git.\nEste proyecto no es un repositorio. Corre `git init` y haz un primer commit.',
};

export const progressTexts: typeof englishProgress = {
  round: (round) => `Ronda ${round}`,
  steps: (done, all) => `${done}/${all} pasos hechos`,
  costUnknown: 'costo desconocido',
  thinking: 'pensando',
  waitingForModel: (time) => `espero al modelo, pruebo otra vez en ${time}`,
  waiting: 'espero tu respuesta más abajo',
  modelRetry: {
    busy: (seconds) => `el modelo está ocupado, pruebo otra vez en ${seconds} s`,
    silent: (seconds) => `el modelo dejó de responder, pruebo otra vez en ${seconds} s`,
    unreachable: (seconds) => `sin conexión con el modelo, pruebo otra vez en ${seconds} s`,
  },
  makingCopy: 'copiando el proyecto',
};

export const moneyTexts: typeof englishMoney = {
  question: (task, spent, cap) => `${task}\nGastado hasta ahora: ${spent} de ${cap}.`,
  choices: '1 +$1 · 2 termina con lo que tienes · 3 para',
  typed: (code) => `(o /aprobar ${code}, /aprobar ${code} termina, /rechazar ${code})`,
  poll: { once: '+$1 más', finish: 'Termina con lo que tienes', no: 'Para' },
  choose: 'Elige una de estas tres, por favor:',
  given: {
    once: '✅ $1 más. Sigo.',
    finish: '✅ Termino con lo que tengo, sin más herramientas.',
    no: '🛑 Lo dejo aquí.',
  },
  late: {
    once: 'Ya tenía respuesta: $1 más.',
    finish: 'Ya tenía respuesta: terminar con lo que hay.',
    no: 'Ya tenía respuesta: parar.',
    withdrawn: 'Esta pregunta sobre el dinero ya se cerró.\nSu tarea siguió o se canceló.',
  },
  nearCap: (spent, cap) => `⚠️ Van ${spent} de ${cap}: más del 80 %`,
  atCap: (spent, cap) => `⚠️ Van ${spent} de ${cap}: todo`,
  estimate: (from, to) => `tareas parecidas aquí: de ${from} a ${to}`,
  estimateUnknown: 'tareas parecidas aquí: todavía sin datos',
  dayReached: (cap, wait) =>
    `💰 Ya gastaste tus ${cap} de hoy.\nPuedo empezar cosas nuevas desde las 00:00 UTC (en ${wait}).\nUn dueño puede subir el límite: AGENT_DAILY_COST_USD en .env, o daily_cost_usd en agent.yaml, y reiniciar.`,
};

export const outcomeTexts: typeof englishOutcome = {
  rounds: (rounds) =>
    `Hice una pausa: van ${rounds === 1 ? '1 ronda' : `${rounds} rondas`}. Para que siga: /continuar`,
  'no-progress':
    'Hice una pausa: mis últimas rondas no trajeron nada nuevo.\nUna pista me ayuda a seguir: /continuar <pista>',
  money:
    'Esta tarea llegó a su límite de dinero.\nCon /continuar +1 permites $1 más. AGENT_MAX_COST_USD fija el límite.',
  'daily-money':
    'Llegaste a tu límite de dinero de hoy.\nDesde las 00:00 UTC, /continuar sigue donde quedé.\nUn dueño puede subirlo: AGENT_DAILY_COST_USD, o daily_cost_usd en agent.yaml, y reiniciar.',
  tokens:
    'Llegué al límite de tokens: no sé el precio del modelo.\nAgrega su precio en config/agent.yaml y luego /continuar.',
  time: 'Llegué a mi límite de tiempo. Con /continuar tengo más.\nAGENT_SESSION_TIMEOUT fija el límite.',
  loop: 'Estaba dando vueltas en círculo y paré.\nDime qué probar: /continuar <pista>',
  malformed:
    'Las llamadas del modelo no se entendían. No ejecuté ninguna.\nPara intentarlo otra vez: /continuar',
  empty: 'El modelo solo mandaba respuestas vacías.\nPara intentarlo otra vez: /continuar',
  'cut-off':
    'El modelo chocaba con su límite de longitud.\nPídele algo más chico: /continuar un archivo a la vez',
  refused: 'El modelo no quiso seguir con esto.\nDilo con otras palabras: /continuar <pista>',
  'too-long':
    'La conversación ya no cabe en el modelo.\nEmpieza otra con lo que falta: /agente <lo que falta>',
  key: 'Falta la clave de API, o el modelo la rechazó.\nCorre `wasap setup`, o define ANTHROPIC_API_KEY y reiníciame.\nDespués: /continuar',
  request: 'El servidor del modelo rechazó el pedido.\nPara intentarlo otra vez: /continuar',
  busy: 'El modelo está saturado.\nPrueba en unos minutos: /continuar',
  unreachable: 'No puedo conectarme con el modelo.\nRevisa la red y ANTHROPIC_BASE_URL, y luego /continuar.',
  silent: 'El modelo se cortó a mitad de una respuesta.\nPara intentarlo otra vez: /continuar',
  unanswered: 'Nadie respondió mi pregunta en 24 horas. No hice nada.\nRespóndela cuando quieras y sigo.',
  rewound: 'Rebobiné esta tarea.\nDime qué hago en su lugar: /continuar <indicaciones>',
  'no-commit':
    'Este proyecto no tiene ningún commit que copiar.\nHaz un primer commit en su carpeta y luego /continuar.',
  'branch-taken':
    'Su rama está en uso en otra carpeta.\nCambia de rama ahí (`git worktree list` dice dónde) y luego /continuar.',
  'project-gone':
    'La carpeta del proyecto ya no está, o hay otra en su lugar.\nPonla de vuelta y luego /continuar.',
  'no-copy': 'No pude copiar el proyecto para trabajar.\nPara intentarlo otra vez: /continuar',
  'copy-gone':
    'La copia donde trabajaba ya no está, ni sus cambios.\nEmpiézala otra vez con /agente o /agente?',
  detail: (detail) => `(${detail})`,
};

export const failureTexts: typeof englishFailure = {
  blocked: (name) => `🚫 Comando bloqueado: ${name} no está permitido`,
  rejected: '❌ Comando rechazado por el usuario',
  timedOut: (seconds) => `⌛ El comando superó el límite de ${seconds} s`,
  tooMany: 'Demasiados procesos en segundo plano. Termina uno primero.',
  killed: (exitCode) => `💥 El sistema mató un comando (código ${exitCode}), ¿sin memoria?`,
  unreadable: '⚠️ No pude leer un comando, así que no lo ejecuté.',
  noKey: {
    plan: 'Falta la clave de API para planear. Corre `wasap setup`.',
    route: 'Falta la clave de API para elegir. Corre `wasap setup`.',
    evaluate: 'Falta la clave. Corre `wasap setup`, o usa --replay CARPETA',
  },
  gitTrouble: {
    noProgram: (mending) =>
      `⚠️ Git no está instalado: no puedo hacer commits.\nInstálalo: ${mending} (o dnf, pacman, apk, brew)`,
    otherOwner: (mending) =>
      `⚠️ Git no va a funcionar: el proyecto es de otro usuario.\nSi confías en él: ${mending}`,
    locked: (mending) =>
      `⚠️ Git está bloqueado: los commits van a fallar.\nSi no hay otro git corriendo: ${mending}`,
    unfinished: (mending) =>
      `⚠️ Hay un merge o rebase a medias: no puedo hacer commits.\nDescártalo: ${mending}. O pídeme que lo termine.`,
    detached: (mending) =>
      `⚠️ No hay una rama activa: los commits se pueden perder.\nCámbiate a una: ${mending}`,
    unborn: (mending) =>
      `⚠️ Este repositorio todavía no tiene commits.\nNo puedo comparar ni hacer push. Haz el primero: ${mending}`,
  },
  backgroundEnded: (command, exitCode) =>
    exitCode === undefined
      ? `🏁 Se detuvo un comando en segundo plano: ${command}`
      : `🏁 Terminó un comando en segundo plano (código ${exitCode}): ${command}`,
  outlived: (command) => `⌛ Detuve un comando después de 30 minutos: ${command}`,
  model: {
    key: 'Falta la clave de API, o el modelo la rechazó.\nCorre `wasap setup`, o define ANTHROPIC_API_KEY y reiníciame. Después pídelo otra vez.',
    request: 'El servidor del modelo rechazó el pedido.\nPídelo con otras palabras.',
    'too-long': 'Lo que pides es muy largo para el modelo. Hazlo más corto.',
    busy: 'El modelo está saturado. Pídelo otra vez en unos minutos.',
    unreachable: 'No puedo conectarme con el modelo.\nRevisa la red y ANTHROPIC_BASE_URL, y pídelo otra vez.',
    silent: 'El modelo se cortó a mitad de una respuesta.\nPídelo otra vez.',
  },
};

export const firedTexts: typeof englishFired = {
  label: (name) => `⏰ cron ${name}`,
  projectGone: (name, project) =>
    `No empecé nada: su proyecto ${project} ya no está.\nBórrala con /programar borrar ${name} y créala otra vez en otro proyecto.`,
};
