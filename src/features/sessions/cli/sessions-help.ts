const english = {
  about: 'List tasks and talks: how each went, what it cost',
  example: '\nExample: wasap sessions --last 5',
  last: 'how many to show',
  all: 'show all that are kept',
  status: 'show only those with this status',
  json: 'as JSON lines',
};

const spanish: typeof english = {
  about: 'Lista tareas y charlas: cómo fue cada una, qué costó',
  example: '\nEjemplo: wasap sessions --last 5',
  last: 'cuántas mostrar',
  all: 'muestra todas las que se conservan',
  status: 'muestra solo las que están en este estado',
  json: 'como líneas JSON',
};

export const sessionsHelp = { en: english, es: spanish };
