import type { SubCommand } from '../../contracts/sub-command.ts';

export const setup: SubCommand = (program, host) => {
  const help = setupHelp[host.terminalLocale];
  program
    .command('setup')
    .description(help.about)
    .addHelpText('after', help.example)
    .action(async () => {
      const { runSetup } = await import('./run-setup.ts');
      host.setExitCode(await runSetup(host));
    });
};

const english = {
  about: 'Set up key, project, people and phone, step by step',
  example: '\nExample: wasap setup',
};

const spanish: typeof english = {
  about: 'Prepara clave, proyecto, personas y teléfono, paso a paso',
  example: '\nEjemplo: wasap setup',
};

const setupHelp = { en: english, es: spanish };
