const english = {
  about: 'Show figures: tasks, cost, questions, messages lost',
  example: '\nExample: wasap metrics --since 7d',
  badPeriod: 'Write a period like 24h, 7d or 4w, ten years at most.',
  since: 'how far back: 24h, 7d, 4w',
  json: 'as one JSON object; null means there is no data for a figure',
};

const spanish: typeof english = {
  about: 'Muestra cifras: tareas, costo, preguntas, mensajes',
  example: '\nEjemplo: wasap metrics --since 7d',
  badPeriod: 'Escribe un período como 24h, 7d o 4w, de diez años como máximo.',
  since: 'cuánto hacia atrás: 24h, 7d, 4w',
  json: 'como un objeto JSON; null significa que no hay datos para una cifra',
};

export const metricsHelp = { en: english, es: spanish };
