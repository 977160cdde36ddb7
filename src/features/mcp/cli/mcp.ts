import type { SubCommand } from '../../../contracts/sub-command.ts';
import { mcpHelp } from './mcp-help.ts';
import type { OpenMcp } from './open-mcp.ts';

interface McpOptions {
  readonly workspace?: string;
}

/** @param more what stands beside it under the same name */
export const mcpSubCommand =
  (open: OpenMcp, more: readonly SubCommand[]): SubCommand =>
  (program, host) => {
    const help = mcpHelp[host.helpLocale];
    const mcp = program.command('mcp').description(help.about).addHelpText('after', help.example);
    mcp
      .command('list')
      .description(help.list.about)
      .addHelpText('after', help.list.example)
      .option('--workspace <dir>', help.workspace)
      .action(async (options: McpOptions) => {
        const { listServers } = await import('./list-servers.ts');
        await listServers(host, options, open);
      });
    mcp
      .command('test')
      .argument('[server]', help.test.server)
      .description(help.test.about)
      .addHelpText('after', help.test.example)
      .option('--workspace <dir>', help.workspace)
      .action(async (name: string | undefined, options: McpOptions) => {
        const { testServers } = await import('./test-servers.ts');
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
