import { InvalidArgumentError, Option } from 'commander';
import type { AskForCode, SubCommand } from '../../../contracts/sub-command.ts';
import type { OpenMcpServe } from './serve.ts';
import type { TokenOptions } from './token.ts';

/** Below `wasap mcp`. */
export const mcpServeSubCommand =
  (open: OpenMcpServe, askForCode: AskForCode): SubCommand =>
  (mcp, host) => {
    const help = mcpServeHelp[host.terminalLocale];
    mcp
      .command('serve')
      .description(help.about)
      .addHelpText('after', help.example)
      .option('--port <port>', help.port, portArgument(help.badPort(MAX_PORT)))
      .action(async ({ port }: { readonly port?: number }) => {
        const { serveMcp } = await import('./serve.ts');
        await serveMcp(host, port, open);
      });
    const token = mcp.command('token').description(help.token.about).addHelpText('after', help.token.example);
    token
      .command('add')
      .argument('<name>', help.add.name)
      .description(help.add.about)
      .addHelpText('after', help.add.example)
      .addOption(new Option('--role <role>', help.add.role).choices(['member', 'reader']).default('member'))
      .option('--workspace <name...>', help.add.workspace)
      .action(async (name: string, options: TokenOptions) => {
        await askForCode(host);
        const { addToken } = await import('./token.ts');
        await addToken(host, name, options, open);
      });
    token
      .command('list')
      .description(help.list.about)
      .addHelpText('after', help.list.example)
      .action(async () => {
        const { listTokens } = await import('./token.ts');
        await listTokens(host, open);
      });
    token
      .command('revoke')
      .argument('<name>', help.revoke.name)
      .description(help.revoke.about)
      .addHelpText('after', help.revoke.example)
      .action(async (name: string) => {
        const { revokeToken } = await import('./token.ts');
        await revokeToken(host, name, open);
      });
  };

const MAX_PORT = 65_535;

/** 0 = any free one. */
const portArgument =
  (refusal: string) =>
  (text: string): number => {
    const port = Number(text);
    if (/^\d{1,5}$/.test(text) && port <= MAX_PORT) return port;
    throw new InvalidArgumentError(refusal);
  };

const english = {
  about: 'Let another agent start and follow tasks here, over MCP; needs wasap start',
  example: '\nExample: wasap mcp serve',
  badPort: (most: number) => `Write a port from 1 to ${most}, or 0 for any free one.`,
  port: 'serve HTTP on 127.0.0.1 (default: standard input and output)',
  token: {
    about: 'Tokens of other agents: make, list, revoke',
    example: '\nExample: wasap mcp token add ci-bot',
  },
  add: {
    name: 'a name for the agent; no other one can ever have it',
    about: 'Make a token and show it once',
    example: '\nExample: wasap mcp token add ci-bot --role reader',
    role: 'what its tasks may do',
    workspace: 'projects that its tasks may work in (default with one project: that one)',
  },
  list: {
    about: 'List the agents that have a token, or had one',
    example: '\nExample: wasap mcp token list',
  },
  revoke: {
    name: 'the agent',
    about: 'Revoke a token at once, and stop the tasks it started',
    example: '\nExample: wasap mcp token revoke ci-bot',
  },
};

const spanish: typeof english = {
  about: 'Deja que otro agente empiece y siga tareas aquí, por MCP; necesita wasap start',
  example: '\nEjemplo: wasap mcp serve',
  badPort: (most: number) => `Escribe un puerto de 1 a ${most}, o 0 para uno libre.`,
  port: 'sirve HTTP en 127.0.0.1 (por defecto: entrada y salida estándar)',
  token: {
    about: 'Tokens de otros agentes: crear, listar, revocar',
    example: '\nEjemplo: wasap mcp token add ci-bot',
  },
  add: {
    name: 'un nombre para el agente; ningún otro podrá tenerlo',
    about: 'Crea un token y lo muestra una sola vez',
    example: '\nEjemplo: wasap mcp token add ci-bot --role reader',
    role: 'qué pueden hacer sus tareas',
    workspace: 'proyectos en los que pueden trabajar sus tareas (por defecto, si hay uno solo: ese)',
  },
  list: {
    about: 'Lista los agentes que tienen un token, o tuvieron uno',
    example: '\nEjemplo: wasap mcp token list',
  },
  revoke: {
    name: 'el agente',
    about: 'Revoca un token en el acto, y detiene las tareas que empezó',
    example: '\nEjemplo: wasap mcp token revoke ci-bot',
  },
};

const mcpServeHelp = { en: english, es: spanish };
