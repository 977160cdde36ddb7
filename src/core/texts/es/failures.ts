import type { failureTexts as English } from '../en/failures.ts';

export const failureTexts: typeof English = {
  blocked: (name) => `🚫 Comando bloqueado: ${name} no está permitido`,
  rejected: '❌ Comando rechazado por el usuario',
  timedOut: (seconds) => `⏰ El comando superó el límite de ${seconds} s`,
  tooMany: 'Demasiados procesos en segundo plano. Termina uno primero.',
  killed: (exitCode) =>
    `💥 El sistema terminó un comando (código de salida ${exitCode}), quizá por falta de memoria.`,
  unreadable: '✏️ Un comando no se pudo leer y no se ejecutó.',
  noKey: {
    plan: 'Falta ANTHROPIC_API_KEY: lo que un trabajo no dice lo pone el modelo. wasap setup pide la clave.',
    route:
      'Falta ANTHROPIC_API_KEY: al modelo se le pregunta a quién le toca lo que pides. wasap setup pide la clave.',
    evaluate: 'Falta ANTHROPIC_API_KEY. Ponla, o usa respuestas grabadas: --replay CARPETA.',
  },
  gitTrouble: {
    noProgram: (mending) =>
      `⚠️ Git no está instalado y no puedo hacer commits.\nPara tenerlo: ${mending} (o dnf, pacman, apk, brew)`,
    otherOwner: (mending) =>
      `⚠️ Git no va a funcionar aquí: el proyecto es de otro usuario.\nSi confías en él: ${mending}`,
    locked: (mending) =>
      `⚠️ Git está bloqueado aquí y los commits van a fallar.\nSi no hay otro git trabajando: ${mending}`,
    unfinished: (mending) =>
      `⚠️ Hay un merge o rebase a medias y así no puedo hacer commits.\nPara descartarlo: ${mending}. O pídeme que lo termine.`,
    detached: (mending) =>
      `⚠️ No hay ninguna rama activa: los commits no quedarán en ninguna.\nPara elegir una: ${mending}`,
    unborn: (mending) =>
      `⚠️ El repositorio aún no tiene commits: no hay con qué comparar ni qué subir.\nPara hacer el primero: ${mending}`,
  },
  backgroundEnded: (command, exitCode) =>
    `🏁 Un comando en segundo plano ${exitCode === undefined ? 'fue terminado' : `terminó (código ${exitCode})`}: ${command}`,
  outlived: (command) => `⏰ Un comando llevaba 30 minutos en segundo plano y lo terminé: ${command}`,
  model: {
    key: 'El modelo rechazó la clave, o no hay ninguna. Pon ANTHROPIC_API_KEY, reiníciame y pídelo otra vez.',
    request: 'El servidor del modelo rechazó la petición. Pídelo con otras palabras.',
    'too-long': 'La petición es demasiado larga para el modelo. Dila más corta.',
    busy: 'El modelo está saturado. Pídelo otra vez en unos minutos.',
    unreachable: 'No llego al modelo. Mira la red y ANTHROPIC_BASE_URL, y pídelo otra vez.',
    silent: 'El modelo dejó de responder a mitad de una respuesta. Pídelo otra vez.',
  },
};
