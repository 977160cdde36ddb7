import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { CommandListOptions } from './list-commands.ts';
import type { CommandLoadOptions, OpenCommands } from './load-command.ts';

const WORKSPACE = ['--workspace <dir>', 'the project (default: this folder)'] as const;

export const commandSubCommand =
  (open: OpenCommands): SubCommand =>
  (program, host) => {
    const files = program
      .command('command')
      .description("List and try command files, the project's and your own")
      .addHelpText('after', '\nExample: wasap command list');
    files
      .command('list')
      .description('List the command files, and what each is for')
      .addHelpText('after', '\nExample: wasap command list')
      .option('--json', 'as one JSON array')
      .option(...WORKSPACE)
      .action(async (options: CommandListOptions) => {
        const { listCommands } = await import('./list-commands.ts');
        await listCommands(host, options, open);
      });
    files
      .command('load')
      .argument('<name>', 'as load-security, /load-security, folder:name or .claude/commands/name.md')
      .argument('[args...]', 'for $1 to $9 and $ARGUMENTS; put -- before one that begins with -')
      .description('Print one, fully expanded, as JSON; exit code 1 if that fails')
      .addHelpText('after', '\nExample: wasap command load fix "the login test"')
      .option(...WORKSPACE)
      .action(async (name: string, args: readonly string[], options: CommandLoadOptions) => {
        const { loadCommand } = await import('./load-command.ts');
        host.setExitCode(await loadCommand(host, { name, args }, options, open));
      });
  };
