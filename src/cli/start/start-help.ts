const english = {
  about: 'Chat in this terminal, and on WhatsApp once it is linked',
  example: '\nExample: wasap start',
};

const spanish: typeof english = {
  about: 'Chatea en esta terminal, y en WhatsApp si está vinculado',
  example: '\nEjemplo: wasap start',
};

export const startHelp = { en: english, es: spanish };
