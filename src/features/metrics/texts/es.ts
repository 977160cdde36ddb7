import type { faults as EnglishFaults, english } from './en.ts';

export const faults: typeof EnglishFaults = {
  unreadable: (why) => `No puedo leer las cifras: «${why}». Prueba otra vez.`,
};

export const spanish: typeof english = {
  command: {
    usage: '/metricas [7d]',
    summary: 'cómo me va, en cifras',
    more: 'Comandos, tareas, costo, preguntas y lo que espera, de los últimos 30 días. O de lo que digas: 24h, 7d, 4w.\nLas de todos los chats solo las ve un dueño a solas conmigo.\nMensajes perdidos: siempre debería ser 0.',
  },
  noPeriod: (typed) =>
    `No puedo dar cifras de ${typed}.\nManda horas, días o semanas: /metricas 24h, /metricas 7d o /metricas 4w`,
  title: (period) => `Cifras de ${period}`,
  titleOfChat: (period) => `Cifras de este chat, ${period}`,
  days: (days) => (days === 1 ? 'el último día' : `los últimos ${days} días`),
  hours: (hours) => (hours === 1 ? 'la última hora' : `las últimas ${hours} horas`),
  unknown: 'aún no se sabe',
  nothingYet: 'Para ver cifras, pide: /agente <tarea>',
  noCommands: 'Comandos: aún ninguno',
  commands: (count, lastDay, denied) => `Comandos: ${count} (24 h: ${lastDay}), bloqueados ${denied}`,
  worked: (share) => `Salieron bien: ${share}`,
  average: (time) => `Tiempo promedio: ${time}`,
  mcp: (calls, failed, time) => `Llamadas MCP: ${calls}, fallidas ${failed}, promedio ${time}`,
  noTasks: 'Tareas terminadas: aún ninguna',
  tasks: (count, unproven) => `Tareas terminadas: ${count}${unproven === 0 ? '' : `, en duda: ${unproven}`}`,
  noLoops: 'Bucles: aún ninguno',
  loops: (count, lastDay) => `Bucles: ${count} (24 h: ${lastDay})`,
  noSpending: 'Costo y tokens: aún nada',
  cost: (cost) => `Costo: ${cost}`,
  costWithout: (cost, tasks) => `Costo: ${cost}, y ${tasks} sin precio`,
  tokens: (read, written) => `Tokens: ${read} leídos, ${written} escritos`,
  cached: (share) => `De la caché: ${share}`,
  noQuestions: 'Preguntas: aún ninguna',
  questions: (count) => `Preguntas: ${count}`,
  answers: (yes, no, none) => `  sí ${yes}, no ${no}, sin respuesta ${none}`,
  wait: (time) => `  tiempo de respuesta: ${time}`,
  waits: (median, most) => `  espera mediana ${median}; 95 % ${most}`,
  queues: (inbox, outbox, tasks) => `En espera: entrada ${inbox}, salida ${outbox}, tareas ${tasks}`,
  lost: (all, refused, orphaned) => `Perdidos: ${all} (rechazados ${refused}, sin atender ${orphaned})`,
  unreadable: (count) => `Ilegibles, pedidos otra vez: ${count}`,
  stops: (count, longest) => `Pausas de más de 50 ms: ${count}, hasta ${longest}`,
  notServed: (port, why) => `METRICS_PORT ${port} no sirve nada (${why}). Pon otro puerto.`,
  whatsapp: {
    unused: 'WhatsApp: nunca vinculado',
    running: 'WhatsApp: lo usa un programa',
    stopped: 'WhatsApp: ningún programa lo usa',
  },
  faults,
};
