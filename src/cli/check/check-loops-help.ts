const english = {
  about: 'Show what loop detection says about recorded tool calls',
  example: '\nExample: wasap check loops --json < calls.jsonl',
  json: 'read {"id","calls":[{"tool","params","result_hash","ok"}]} per line, write {"id","events":[{"at","detector","action"}]}. "at" counts calls from 0. "action" is warn, skip or break (the session would have ended there). Exit code 1: a line could not be read',
};

const spanish: typeof english = {
  about: 'Muestra qué dice la detección de bucles de llamadas grabadas',
  example: '\nEjemplo: wasap check loops --json < calls.jsonl',
  json: 'lee {"id","calls":[{"tool","params","result_hash","ok"}]} por línea y escribe {"id","events":[{"at","detector","action"}]}. "at" cuenta las llamadas desde 0. "action" es warn, skip o break (ahí habría terminado la sesión). Código de salida 1: no se pudo leer una línea',
};

export const checkLoopsHelp = { en: english, es: spanish };
