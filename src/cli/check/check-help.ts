const english = {
  about: 'Try parts of the agent on your own data; changes nothing',
  example: '\nExample: wasap check map',
};

const spanish: typeof english = {
  about: 'Prueba partes del agente con tus datos; no cambia nada',
  example: '\nEjemplo: wasap check map',
};

export const checkHelp = { en: english, es: spanish };
