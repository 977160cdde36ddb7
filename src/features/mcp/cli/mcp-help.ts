const english = {
  about: 'Try MCP servers, log in to them; let other agents in',
  workspace: 'the project (default: this folder)',
  example: '\nExample: wasap mcp list',
  list: {
    about: 'List the servers of a project and your own, and which may start; starts nothing',
    example: '\nExample: wasap mcp list',
  },
  test: {
    server: 'its name (default: all that may start)',
    about: 'Start servers as a task would, and count their tools; exit code 1 if one fails',
    example: '\nExample: wasap mcp test docs',
  },
  login: {
    server: 'one of your own that is reached by an address',
    about: 'Log in to a server with your browser; the token is kept in DATA_DIR',
    example: '\nExample: wasap mcp login docs',
  },
};

const spanish: typeof english = {
  about: 'Prueba servidores MCP y entra en ellos; da acceso a otros',
  workspace: 'el proyecto (por defecto: esta carpeta)',
  example: '\nEjemplo: wasap mcp list',
  list: {
    about: 'Lista los servidores de un proyecto y los tuyos, y cuáles pueden empezar; no inicia nada',
    example: '\nEjemplo: wasap mcp list',
  },
  test: {
    server: 'su nombre (por defecto: todos los que pueden empezar)',
    about:
      'Inicia servidores como lo haría una tarea y cuenta sus herramientas; código de salida 1 si uno falla',
    example: '\nEjemplo: wasap mcp test docs',
  },
  login: {
    server: 'uno de los tuyos, de los que tienen una dirección',
    about: 'Inicia sesión en un servidor con tu navegador; el token queda en DATA_DIR',
    example: '\nEjemplo: wasap mcp login docs',
  },
};

export const mcpHelp = { en: english, es: spanish };
