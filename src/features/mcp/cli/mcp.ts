import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { OpenMcp } from './open-mcp.ts';

const WORKSPACE = ['--workspace <dir>', 'the project (default: this folder)'] as const;

interface McpOptions {
  readonly workspace?: string;
}

/** @param more what stands beside it under the same name */
export const mcpSubCommand =
  (open: OpenMcp, more: readonly SubCommand[]): SubCommand =>
  (program, host) => {
    const mcp = program
      .command('mcp')
      .description('Try MCP servers, log in to them; let other agents in')
      .addHelpText('after', '\nExample: wasap mcp list');
    mcp
      .command('list')
      .description('List the servers of a project and your own, and which may start; starts nothing')
      .addHelpText('after', '\nExample: wasap mcp list')
      .option(...WORKSPACE)
      .action(async (options: McpOptions) => {
        const { listServers } = await import('./list-servers.ts');
        await listServers(host, options, open);
      });
    mcp
      .command('test')
      .argument('[server]', 'its name (default: all that may start)')
      .description('Start servers as a task would, and count their tools; exit code 1 if one fails')
      .addHelpText('after', '\nExample: wasap mcp test docs')
      .option(...WORKSPACE)
      .action(async (name: string | undefined, options: McpOptions) => {
        const { testServers } = await import('./test-servers.ts');
        host.setExitCode(await testServers(host, { workspace: options.workspace, name }, open));
      });
    mcp
      .command('login')
      .argument('<server>', 'one of your own that is reached by an address')
      .description('Log in to a server with your browser; the token is kept in DATA_DIR')
      .addHelpText('after', '\nExample: wasap mcp login docs')
      .option(...WORKSPACE)
      .action(async (name: string, options: McpOptions) => {
        const { logIn } = await import('./log-in.ts');
        host.setExitCode(await logIn(host, { workspace: options.workspace, name }, open));
      });
    for (const add of more) add(mcp, host);
  };
