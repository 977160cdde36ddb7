import type { SubCommand } from '../../../contracts/sub-command.ts';
import { hookHelp } from './hook-help.ts';

export const hook: SubCommand = (program, host) => {
  const help = hookHelp[host.helpLocale];
  program
    .command('hook')
    .description(help.about)
    .addHelpText('after', help.example)
    .command('session-start')
    .description(help.sessionStart.about)
    .addHelpText('after', help.sessionStart.example)
    .action(async () => {
      const { sessionStart } = await import('./session-start.ts');
      await sessionStart(host);
    });
};
