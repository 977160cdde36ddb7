import type { SubCommand } from '../../../contracts/sub-command.ts';

export const hook: SubCommand = (program, host) => {
  program
    .command('hook')
    .description('Hooks that other tools call, such as Claude Code')
    .addHelpText('after', '\nExample: wasap hook session-start')
    .command('session-start')
    .description(
      'Print what a new session should know, as JSON, if the secretary mode is aware; else nothing',
    )
    .addHelpText('after', '\nExample: wasap hook session-start')
    .action(async () => {
      const { sessionStart } = await import('./session-start.ts');
      await sessionStart(host);
    });
};
