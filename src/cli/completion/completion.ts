import { Argument } from 'commander';
import type { SubCommand } from '../../contracts/sub-command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
export const completion: SubCommand = (program, host) => {
  const help = completionHelp[host.terminalLocale];
  program
    .command('completion')
    .description(help.about)
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', help.lines)
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { completableCommands } = await import('./scripts.ts');
      const { SCRIPTS } = await import('./scripts.ts');
      host.output.write(SCRIPTS[shell](completableCommands(program)));
    });
};

const english = {
  about: 'Complete wasap with Tab in your shell',
  lines: `
Put one of these lines into the file that your shell reads at its start:
  ~/.bashrc                   eval "$(wasap completion bash)"
  ~/.zshrc, below compinit    eval "$(wasap completion zsh)"
  ~/.config/fish/config.fish  wasap completion fish | source

Example: wasap completion bash`,
};

const spanish: typeof english = {
  about: 'Completa wasap con Tab en tu shell',
  lines: `
Pon una de estas líneas en el archivo que tu shell lee al empezar:
  ~/.bashrc                   eval "$(wasap completion bash)"
  ~/.zshrc, tras compinit      eval "$(wasap completion zsh)"
  ~/.config/fish/config.fish  wasap completion fish | source

Ejemplo: wasap completion bash`,
};

const completionHelp = { en: english, es: spanish };
