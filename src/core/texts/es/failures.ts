import type { failureTexts as English } from '../en/failures.ts';

export const failureTexts: typeof English = {
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
