import { Argument } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const completion: SubCommand = (program, host) => {
  program
    .command('completion')
    .description('Complete wasap with Tab in your shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', HELP)
    .action(async (shell: Shell) => {
      const { completableCommands } = await import('./completable-commands.ts');
      const { SCRIPTS } = await import('./scripts.ts');
      host.output.write(SCRIPTS[shell](completableCommands(program)));
    });
};

const HELP = `
Put one of these lines into the file that your shell reads at its start:
  ~/.bashrc                   eval "$(wasap completion bash)"
  ~/.zshrc, below compinit    eval "$(wasap completion zsh)"
  ~/.config/fish/config.fish  wasap completion fish | source

Example: wasap completion bash`;
