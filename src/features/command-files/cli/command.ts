import type { SubCommand } from '../../../contracts/sub-command.ts';
import { commandHelp } from './command-help.ts';
import type { CommandListOptions } from './list-commands.ts';
import type { CommandLoadOptions, OpenCommands } from './load-command.ts';

export const commandSubCommand =
  (open: OpenCommands): SubCommand =>
  (program, host) => {
    const help = commandHelp[host.helpLocale];
    const files = program.command('command').description(help.about).addHelpText('after', help.example);
    files
      .command('list')
      .description(help.list.about)
      .addHelpText('after', help.list.example)
      .option('--json', help.list.json)
      .option('--workspace <dir>', help.workspace)
      .action(async (options: CommandListOptions) => {
        const { listCommands } = await import('./list-commands.ts');
        await listCommands(host, options, open);
      });
    files
      .command('load')
      .argument('<name>', help.load.name)
      .argument('[args...]', help.load.args)
      .description(help.load.about)
      .addHelpText('after', help.load.example)
      .option('--workspace <dir>', help.workspace)
      .action(async (name: string, args: readonly string[], options: CommandLoadOptions) => {
        const { loadCommand } = await import('./load-command.ts');
        host.setExitCode(await loadCommand(host, { name, args }, options, open));
      });
  };
