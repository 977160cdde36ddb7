import type { SubCommand } from '../../../contracts/sub-command.ts';

export const hook: SubCommand = (program, host) => {
  const help = hookHelp[host.terminalLocale];
  program
    .command('hook')
    .description(help.about)
    .addHelpText('after', help.example)
    .command('session-start')
    .description(help.sessionStart.about)
    .addHelpText('after', help.sessionStart.example)
    .action(async () => {
      const { sessionStart } = await import('./mode.ts');
      await sessionStart(host);
    });
};

const english = {
  about: 'Hooks that other tools call, such as Claude Code',
  example: '\nExample: wasap hook session-start',
  sessionStart: {
    about: 'Print what a new session should know, as JSON, if the secretary mode is aware; else nothing',
    example: '\nExample: wasap hook session-start',
  },
};

const spanish: typeof english = {
  about: 'Hooks que llaman otras herramientas, como Claude Code',
  example: '\nEjemplo: wasap hook session-start',
  sessionStart: {
    about:
      'Escribe lo que una sesión nueva debe saber, como JSON, si el modo de la secretaria es aware; si no, nada',
    example: '\nEjemplo: wasap hook session-start',
  },
};

const hookHelp = { en: english, es: spanish };
