import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { CommandListOptions } from './list-commands.ts';
import type { CommandLoadOptions, OpenCommands } from './load-command.ts';

const WORKSPACE = ['--workspace <dir>', 'the project (default: this folder)'] as const;

export const commandSubCommand =
  (open: OpenCommands): SubCommand =>
  (program, host) => {
    const files = program
      .command('command')
      .description('Command files of a project and your own: command list, command load <name>');
    files
      .command('list')
      .description('Which there are, and what each is for')
      .option('--json', 'as one JSON array')
      .option(...WORKSPACE)
      .action(async (options: CommandListOptions) => {
        const { listCommands } = await import('./list-commands.ts');
        await listCommands(host, options, open);
      });
    files
      .command('load')
      .argument('<name>', 'as load-security, /load-security, folder:name or .claude/commands/name.md')
      .argument('[args...]', 'in place of $1 to $9, and of $ARGUMENTS; behind -- when one begins with -')
      .description('One with everything expanded, as JSON; exit code 1 when that failed')
      .option(...WORKSPACE)
      .action(async (name: string, args: readonly string[], options: CommandLoadOptions) => {
        const { loadCommand } = await import('./load-command.ts');
        host.setExitCode(await loadCommand(host, { name, args }, options, open));
      });
  };
