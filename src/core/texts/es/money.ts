import type { moneyTexts as English } from '../en/money.ts';

export const moneyTexts: typeof English = {
  question: (task, spent, cap) => `${task}\nGastado hasta ahora: ${spent} de ${cap}.`,
  choices: '1 +$1 · 2 termina con lo que tienes · 3 para',
  typed: (code) => `(o /approve ${code}, /approve ${code} termina, /reject ${code})`,
  poll: { once: '+$1 más', finish: 'Termina con lo que tienes', no: 'Para' },
  choose: 'Elige una de las tres, por favor:',
  given: {
    once: '✅ Un dólar más. Sigo.',
    finish: '✅ Cierro con lo que hay, sin más herramientas.',
    no: '🛑 Lo dejo aquí.',
  },
  late: {
    once: (code) => `${code} ya estaba respondida: un dólar más.`,
    finish: (code) => `${code} ya estaba respondida: terminar con lo que hay.`,
    no: (code) => `${code} ya estaba respondida: parar.`,
    withdrawn: (code) => `${code} ya no hace falta: su tarea siguió de otro modo, o se canceló.`,
  },
  nearCap: (spent, cap) => `⚠️ ${spent} de ${cap} gastados: más del 80 %`,
  atCap: (spent, cap) => `⚠️ ${spent} de ${cap} gastados: todo`,
  estimate: (from, to) => `tareas parecidas aquí: de ${from} a ${to}`,
  estimateUnknown: 'tareas parecidas aquí: todavía sin datos',
  dayReached: (cap, wait) =>
    `💰 Tu límite de ${cap} para hoy está gastado. No empiezo nada nuevo antes de las 00:00 UTC (en ${wait}). Un dueño lo sube con AGENT_DAILY_COST_USD en .env, o daily_cost_usd en agent.yaml, y un reinicio.`,
};
