import type { moneyTexts as English } from '../en/money.ts';

export const moneyTexts: typeof English = {
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
