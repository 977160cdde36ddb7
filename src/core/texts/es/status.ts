import type { statusTexts as English } from '../en/status.ts';

export const statusTexts: typeof English = {
  program: (name, version) => `${name} ${version}`,
  workspace: (path) => `📁 Proyecto: ${path}`,
  model: (name) => `🧠 Modelo: ${name}`,
  writesOn: '✏️ Puedo cambiar archivos y ejecutar comandos.',
  writesOff: `🔒 Solo lectura: miro y respondo, sin cambiar nada.
Para que cambie cosas, pon AGENT_WRITE_ENABLED=true y reiníciame.`,
  spentToday: (money) => `💰 Hoy: ${money}`,
  spentOfLimit: (money, limit) => `💰 Hoy: ${money} de ${limit}`,
  bootstrap: (files) => `📌 Las tareas nuevas leen: ${files}`,
  bootstrapCut: (place, characters, size) =>
    `${place} (solo los primeros ${characters} caracteres de ${size})`,
  bootstrapRefused: (place, why) => `⚠️ No uso ${place}: ${why}`,
  bootstrapFault: {
    link: 'su enlace sale de la carpeta. Copia el texto ahí.',
    'not-a-file': 'no es un archivo normal. Pon ahí uno de texto.',
    'not-text': 'no es texto en UTF-8. Guárdalo como UTF-8.',
    unreadable: 'no puedo leerlo. Revisa sus permisos, o su enlace.',
  },
  bootstrapThen: (names) => `   📌 ${names}, tal como estaban al empezar`,
  sessionStatus: {
    queued: '🕓 en cola',
    running: '🔧 en marcha',
    waiting: '❓ te espera',
    paused: '⏳ sigue sola',
    parked: '⏸ en pausa',
    done: '✅ lista',
    failed: '❌ detenida por un error',
    cancelled: '🛑 cancelada',
  },
  unproven: '⚠️ falta algo',
  untested: '⚠️ lista, sin probar',
  idle: '💤 No hay tareas abiertas. Empieza una: /agente <tarea>',
  noTasksYet: 'Aún no hay tareas. Usa wasap start y pide: /agente <tarea>',
  background: (command, since) => `▶️ En segundo plano hace ${since}: ${command} (/cancelar todo)`,
  resumeHint: 'Para seguir con una: /continuar <id>',
};
