const english = {
  about: 'Ask the running program if it answers: exit code 0 or 1',
  example: '\nExample: wasap health',
};

const spanish: typeof english = {
  about: 'Pregunta si el programa responde: código de salida 0 o 1',
  example: '\nEjemplo: wasap health',
};

export const healthHelp = { en: english, es: spanish };
