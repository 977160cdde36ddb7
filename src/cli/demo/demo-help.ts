const english = {
  about: 'Watch a task from chat to commit: no key, no phone',
  example: '\nExample: wasap demo',
};

const spanish: typeof english = {
  about: 'Mira una tarea, del chat al commit: sin clave ni teléfono',
  example: '\nEjemplo: wasap demo',
};

export const demoHelp = { en: english, es: spanish };
