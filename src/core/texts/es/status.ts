import type { statusTexts as English } from '../en/status.ts';

export const statusTexts: typeof English = {
  program: (name, version) => `${name} ${version}`,
  workspace: (path) => `📁 Proyecto: ${path}`,
  model: (name) => `🧠 Modelo: ${name}`,
  writesOn: '✏️ Puedo cambiar archivos y ejecutar comandos.',
  writesOff: '🔒 Solo lectura. Para que cambie cosas, define AGENT_WRITE_ENABLED=true y reiníciame.',
  spentToday: (money) => `💰 Hoy: ${money}`,
  spentOfLimit: (money, limit) => `💰 Hoy: ${money} de ${limit}`,
  bootstrap: (files) => `📌 Las tareas nuevas leen: ${files}`,
  bootstrapCut: (place, characters, size) =>
    `${place} (recortado: los primeros ${characters} caracteres de ${size})`,
  bootstrapRefused: (place, why) => `⚠️ ${place} no se usa: ${why}`,
  bootstrapFault: {
    link: 'el enlace sale de la carpeta workspace de DATA_DIR. Pon ahí el texto mismo.',
    'not-a-file': 'no es un archivo corriente. Pon ahí un archivo de texto.',
    'not-text': 'no es texto en UTF-8. Guárdalo como UTF-8.',
    unreadable: 'no puedo leerlo. Mira sus permisos, o adónde lleva su enlace.',
  },
  bootstrapThen: (names) => `   📌 ${names}, tal como estaban al empezar`,
  sessionStatus: {
    queued: '🕓 en cola',
    running: '🔧 en marcha',
    waiting: '❓ te espera',
    paused: '⏳ sigue sola',
    parked: '⏸ detenida',
    done: '✅ lista',
    failed: '❌ interrumpida',
    cancelled: '🛑 cancelada',
  },
  unproven: '⚠️ sin terminar',
  background: (command, since) =>
    `▶️ En segundo plano desde hace ${since}: ${command} (/cancel all lo termina)`,
  resumeHint: '/agent-resume <id> sigue con una de ellas.',
};
