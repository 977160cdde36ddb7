const english = {
  about: 'Show and change settings',
  example: '\nExample: wasap config get',
  get: {
    about: 'Show settings and where each value comes from; secrets are never shown',
    all: 'also settings at their default',
    json: 'one JSON object a line: name, value, secret, set, from',
    example: '\nExample: wasap config get AGENT_MODEL',
  },
  set: {
    about: 'Check a setting and save it in your .env; asks for secrets',
    value: 'leave it out for a key or token: I ask for it, or read it from a pipe',
    example: '\nExample: wasap config set AGENT_MAX_COST_USD 5',
  },
  unset: {
    about: 'Remove a setting from your .env',
    example: '\nExample: wasap config unset AGENT_MODEL',
  },
  path: {
    about: 'Print the path of your .env, where set and unset write',
    example: '\nExample: wasap config path',
  },
};

const spanish: typeof english = {
  about: 'Muestra y cambia ajustes',
  example: '\nEjemplo: wasap config get',
  get: {
    about: 'Muestra los ajustes y de dónde viene cada valor; nunca muestra secretos',
    all: 'también los ajustes con su valor por defecto',
    json: 'un objeto JSON por línea: name, value, secret, set, from',
    example: '\nEjemplo: wasap config get AGENT_MODEL',
  },
  set: {
    about: 'Revisa un ajuste y lo guarda en tu .env; pide los secretos',
    value: 'no lo escribas si es una clave o un token: lo pido, o lo leo de un pipe',
    example: '\nEjemplo: wasap config set AGENT_MAX_COST_USD 5',
  },
  unset: {
    about: 'Quita un ajuste de tu .env',
    example: '\nEjemplo: wasap config unset AGENT_MODEL',
  },
  path: {
    about: 'Escribe la ruta de tu .env, donde guardan set y unset',
    example: '\nEjemplo: wasap config path',
  },
};

export const configHelp = { en: english, es: spanish };
