const english = {
  about: 'Set up key, project, people and phone, step by step',
  example: '\nExample: wasap setup',
};

const spanish: typeof english = {
  about: 'Prepara clave, proyecto, personas y teléfono, paso a paso',
  example: '\nEjemplo: wasap setup',
};

export const setupHelp = { en: english, es: spanish };
