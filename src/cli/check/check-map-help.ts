const english = {
  about: 'Show the project map that a task starts with: the main files and what they declare',
  example: '\nExample: wasap check map --tokens 1000',
  folder: 'the project',
  tokens: 'limit in tokens (default: AGENT_MAP_TOKENS, 2000)',
};

const spanish: typeof english = {
  about:
    'Muestra el mapa del proyecto con el que empieza una tarea: los archivos principales y lo que declaran',
  example: '\nEjemplo: wasap check map --tokens 1000',
  folder: 'el proyecto',
  tokens: 'límite en tokens (por defecto: AGENT_MAP_TOKENS, 2000)',
};

export const checkMapHelp = { en: english, es: spanish };
