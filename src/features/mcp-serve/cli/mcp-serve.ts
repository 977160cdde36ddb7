import { InvalidArgumentError, Option } from 'commander';
import type { AskForCode, SubCommand } from '../../../contracts/sub-command.ts';
import { mcpServeHelp } from './mcp-serve-help.ts';
import type { OpenMcpServe } from './open-mcp-serve.ts';
import type { TokenOptions } from './token.ts';

/** Below `wasap mcp`. */
export const mcpServeSubCommand =
  (open: OpenMcpServe, askForCode: AskForCode): SubCommand =>
  (mcp, host) => {
    const help = mcpServeHelp[host.helpLocale];
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
