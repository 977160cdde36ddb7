import type { evalTexts as english } from './en.ts';

/**
 * Why an attempt was not solved, or not made. What the task's author wrote, and output of commands, stay as they are.
 */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^the money of (\S+) is spent$/, 'se gastó el dinero de $1'],
  [/^the key was refused before$/, 'la clave ya fue rechazada'],
  [/^nobody has recorded replies to it$/, 'no hay respuestas grabadas'],
  [/^the program didn't start the task$/, 'el programa no empezó la tarea'],
  [/^the model did not answer \((.+)\)$/, 'el modelo no respondió ($1)'],
  [/^the model was too busy to answer in time$/, 'el modelo estaba saturado y no respondió a tiempo'],
  [/^it ran out of rounds$/, 'llegó al límite de rondas'],
  [/^it made no progress$/, 'no avanzó'],
  [/^it ran out of money$/, 'llegó al límite de dinero'],
  [/^it ran out of tokens$/, 'llegó al límite de tokens'],
  [/^it ran out of time$/, 'llegó al límite de tiempo'],
  [/^it went in circles$/, 'dio vueltas sin avanzar'],
  [/^its tool calls made no sense$/, 'sus llamadas a herramientas no se entendían'],
  [/^it said nothing$/, 'no dijo nada'],
  [/^its reply was cut off$/, 'su respuesta se cortó'],
  [/^the model refused$/, 'el modelo se negó'],
  [/^its history became too long$/, 'su historial se hizo muy largo'],
  [/^it stopped: (.+)$/s, 'se detuvo: «$1»'],
  [/^it failed: no reason was kept$/, 'falló, y no quedó el motivo'],
  [/^it failed: (.+)$/s, 'falló: «$1»'],
  [/^changed what had to stay: (.+)$/s, 'cambió lo que debía quedar igual: $1'],
  [/^made files where none were wanted: (.+)$/s, 'creó archivos donde no debía: $1'],
  [/^(.+) does not hold (\/.+\/)$/s, '$1 no contiene $2'],
  [/^(.+) holds (\/.+\/)$/s, '$1 contiene $2'],
  [/^its answer does not say (\/.+\/)$/s, 'su respuesta no dice $1'],
  [/^it tried what it must not: (.+)$/s, 'intentó algo prohibido: $1'],
  [/^its report does not name (.+)$/s, 'su informe no nombra $1'],
  [/^its report names what is not wrong: (.+)$/s, 'su informe nombra algo que está bien: $1'],
  [
    /^(`.+`) ended with (\d+), not (\d+), without a word$/s,
    '$1 terminó con código $2, no $3, sin decir nada',
  ],
  [/^(`.+`) ended with (\d+), not (\d+): (.+)$/s, '$1 terminó con código $2, no $3: $4'],
  [/^(`.+`) ended with (\d+), not (\d+)$/s, '$1 terminó con código $2, no $3'],
  [/^(`.+`) did not say "(.+)", without a word$/s, '$1 no dijo "$2" ni nada más'],
  [/^(`.+`) did not say "(.+)": (.+)$/s, '$1 no dijo "$2": $3'],
  [/^(`.+`) took longer than (\d+) s$/s, '$1 tardó más de $2 s'],
  [/^(`.+`) was ended from outside$/s, '$1 se cortó desde afuera'],
  [/^(`.+`) was ended: (.+)$/s, '$1 se cortó: «$2»'],
];

/** Reasons that hold another one. */
const AROUND: readonly (readonly [RegExp, (inner: string, name: string) => string])[] = [
  [/^with everything mended: (?<inner>.+)$/s, (inner) => `con todo corregido: ${inner}`],
  [
    /^its tests miss this: (?<name>.+) \((?<inner>.+)\)$/s,
    (inner, name) => `sus pruebas no detectan esto: ${name} (${inner})`,
  ],
  [/^needs (?<name>[^:]+): (?<inner>[^;]+)$/s, (inner, name) => `necesita ${name}: ${inner}`],
];

/** The reason in Spanish; one that is not known is quoted. */
export function reasonInSpanish(english: string): string {
  for (const [around, say] of AROUND) {
    const { inner, name = '' } = around.exec(english)?.groups ?? {};
    if (inner !== undefined) return say(reasonInSpanish(inner), name);
  }
  const known = REASONS.find(([reason]) => reason.test(english));
  return known === undefined ? `«${english}»` : english.replace(...known);
}

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
