import type { evalTexts as english } from './en.ts';
import { reasonInSpanish } from './reasons-es.ts';

export const evalTexts: typeof english = {
  list: { task: 'Tarea', language: 'Lenguaje', about: 'De qué trata' },
  announce: {
    real: (attempts, model) => `${attemptCount(attempts)} con ${model}.`,
    recorded: (attempts, folder) => `${attemptCount(attempts)} con respuestas grabadas de ${folder}.`,
    recordedMeans:
      '"resuelta" muestra que el programa y las pruebas funcionan. No dice nada sobre un modelo.',
    noSandbox: 'Aquí no hay sandbox: lo que escriba el modelo puede hacer lo mismo que tu usuario.',
    cost: (usual, most, why) =>
      `Cerca de ${usual}, con 8 rondas por intento. Como máximo ${most} (${why}); lo reviso antes de cada pedido.`,
    ofTasks: 'los límites de las tareas',
    unpriced: (model, tokens) =>
      `No conozco el precio de ${model}: cada intento se detiene a los ${tokens} tokens.`,
  },
  consent: {
    question: '¿Continúo?',
    stopped: 'Detenido. No se gastó nada.',
    noTerminal:
      'Esto cuesta dinero y no hay terminal donde preguntarte.\nNo se gastó nada. Para permitirlo, agrega: --yes',
  },
  progress: {
    begins: 'empieza',
    round: (round) => `ronda ${round}`,
    rounds: (rounds) => (rounds === 1 ? '1 ronda' : `${rounds} rondas`),
    kept: (folder) => `Los proyectos quedaron en ${folder}`,
  },
  results: {
    solved: 'resuelta',
    unsolved: 'fallida',
    'no-reply': 'sin señal',
    stopped: 'detenida',
    'left-out': 'omitida',
    'not-run': 'sin correr',
  },
  reason: reasonInSpanish,
  report: {
    columns: {
      task: 'Tarea',
      result: 'Resultado',
      rounds: 'Rondas',
      tokens: 'Tokens',
      cost: 'Costo',
      time: 'Tiempo',
    },
    recorded: (scored, time) =>
      `${scored} evaluadas en ${time}. Las respuestas grabadas no dicen qué tan bueno es un modelo.`,
    notScored: (count, wanted) => `Sin evaluar: ${count} de ${wanted}.`,
    nothingScored: 'no se evaluó nada',
    rate: (solved, scored, percent) => `${solved} de ${scored} resueltas (${percent} %)`,
    byTask: (counts) => `Resueltas por tarea: ${counts}.`,
    costUnknown: 'costo desconocido',
  },
  routing: {
    recorded: (requests, folder) =>
      `${requests} pedidos con respuestas grabadas de ${folder}.\nEsto prueba la evaluación, no un modelo.`,
    real: (requests, model, money) => `${requests} pedidos con ${model}, dos preguntas por pedido.\n${money}`,
    cost: (usual, most) => `Cerca de ${usual}, como máximo ${most}; lo reviso antes de cada pedido.`,
    unpriced: (model) => `No conozco el precio de ${model}.`,
    columns: { request: 'Pedido', result: 'Resultado', expected: 'Esperado', got: 'Obtenido' },
    results: { right: 'bien', wrong: 'mal', 'no-reply': 'sin respuesta', 'not-run': 'sin correr' },
    wrong: 'Mal:',
    recordedSum: (scored) =>
      `${scored} evaluados. Las respuestas grabadas no dicen qué tan bueno es un modelo.`,
    sum: (right, judged, rest) => `${right} de ${judged}, ${rest} sin evaluar`,
    judged: (judged, percent) => (percent === undefined ? `${judged} bien` : `${judged} bien (${percent} %)`),
    priceUnknown: 'precio desconocido',
  },
};

function attemptCount(attempts: number): string {
  return attempts === 1 ? '1 intento' : `${attempts} intentos`;
}
