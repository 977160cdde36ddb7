import type { SubCommand } from '../../contracts/sub-command.ts';

export const demo: SubCommand = (program, host) => {
  const help = demoHelp[host.terminalLocale];
  program
    .command('demo')
    .description(help.about)
    .addHelpText('after', help.example)
    .action(async () => {
      const { runDemo } = await import('./run-demo.ts');
      host.setExitCode(await runDemo(host));
    });
};

const english = {
  about: 'Watch a task from chat to commit: no key, no phone',
  example: '\nExample: wasap demo',
};

const spanish: typeof english = {
  about: 'Mira una tarea, del chat al commit: sin clave ni teléfono',
  example: '\nEjemplo: wasap demo',
};

const demoHelp = { en: english, es: spanish };
