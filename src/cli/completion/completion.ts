import { Argument } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';
import { completionHelp } from './completion-help.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const completion: SubCommand = (program, host) => {
  const help = completionHelp[host.helpLocale];
  program
    .command('completion')
    .description(help.about)
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', help.lines)
    .action(async (shell: Shell) => {
      const { completableCommands } = await import('./completable-commands.ts');
      const { SCRIPTS } = await import('./scripts.ts');
      host.output.write(SCRIPTS[shell](completableCommands(program)));
    });
};
