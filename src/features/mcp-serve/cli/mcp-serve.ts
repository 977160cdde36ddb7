import { InvalidArgumentError, Option } from 'commander';
import type { AskForCode, SubCommand } from '../../../contracts/sub-command.ts';
import type { OpenMcpServe } from './open-mcp-serve.ts';
import type { TokenOptions } from './token.ts';

/** Below `wasap mcp`. */
export const mcpServeSubCommand =
  (open: OpenMcpServe, askForCode: AskForCode): SubCommand =>
  (mcp, host) => {
    mcp
      .command('serve')
      .description('Let another agent start and follow tasks here, over MCP; needs wasap start')
      .addHelpText('after', '\nExample: wasap mcp serve')
      .option('--port <port>', 'serve HTTP on 127.0.0.1 (default: standard input and output)', portArgument)
      .action(async ({ port }: { readonly port?: number }) => {
        const { serve } = await import('./serve.ts');
        await serve(host, port, open);
      });
    const token = mcp
      .command('token')
      .description('Tokens of other agents: make, list, revoke')
      .addHelpText('after', '\nExample: wasap mcp token add ci-bot');
    token
      .command('add')
      .argument('<name>', 'a name for the agent; no other one can ever have it')
      .description('Make a token and show it once')
      .addHelpText('after', '\nExample: wasap mcp token add ci-bot --role reader')
      .addOption(
        new Option('--role <role>', 'what its tasks may do').choices(['member', 'reader']).default('member'),
      )
      .option(
        '--workspace <name...>',
        'projects that its tasks may work in (default with one project: that one)',
      )
      .action(async (name: string, options: TokenOptions) => {
        await askForCode(host);
        const { addToken } = await import('./token.ts');
        await addToken(host, name, options, open);
      });
    token
      .command('list')
      .description('List the agents that have a token, or had one')
      .addHelpText('after', '\nExample: wasap mcp token list')
      .action(async () => {
        const { listTokens } = await import('./token.ts');
        await listTokens(host, open);
      });
    token
      .command('revoke')
      .argument('<name>', 'the agent')
      .description('Revoke a token at once, and stop the tasks it started')
      .addHelpText('after', '\nExample: wasap mcp token revoke ci-bot')
      .action(async (name: string) => {
        const { revokeToken } = await import('./token.ts');
        await revokeToken(host, name, open);
      });
  };

const MAX_PORT = 65_535;

/** 0 = any free one. */
function portArgument(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= MAX_PORT) return port;
  throw new InvalidArgumentError(`Write a port from 1 to ${MAX_PORT}, or 0 for any free one.`);
}
