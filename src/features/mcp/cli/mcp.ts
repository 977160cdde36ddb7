import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { OpenMcp } from './show-servers.ts';

interface McpOptions {
  readonly workspace?: string;
}

/** @param more what stands beside it under the same name */
export const mcpSubCommand =
  (open: OpenMcp, more: readonly SubCommand[]): SubCommand =>
  (program, host) => {
    const help = mcpHelp[host.terminalLocale];
    const mcp = program.command('mcp').description(help.about).addHelpText('after', help.example);
    mcp
      .command('list')
      .description(help.list.about)
      .addHelpText('after', help.list.example)
      .option('--workspace <dir>', help.workspace)
      .action(async (options: McpOptions) => {
        const { listServers } = await import('./show-servers.ts');
        await listServers(host, options, open);
      });
    mcp
      .command('test')
      .argument('[server]', help.test.server)
      .description(help.test.about)
      .addHelpText('after', help.test.example)
      .option('--workspace <dir>', help.workspace)
      .action(async (name: string | undefined, options: McpOptions) => {
        const { testServers } = await import('./show-servers.ts');
        host.setExitCode(await testServers(host, { workspace: options.workspace, name }, open));
      });
    mcp
      .command('login')
      .argument('<server>', help.login.server)
      .description(help.login.about)
      .addHelpText('after', help.login.example)
      .option('--workspace <dir>', help.workspace)
      .action(async (name: string, options: McpOptions) => {
        const { logIn } = await import('./log-in.ts');
        host.setExitCode(await logIn(host, { workspace: options.workspace, name }, open));
      });
    for (const add of more) add(mcp, host);
  };

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

const mcpHelp = { en: english, es: spanish };
