import type { SubCommand } from '../../../contracts/sub-command.ts';

export const hook: SubCommand = (program, host) => {
  program
    .command('hook')
    .description('For other programs, to call at set moments')
    .command('session-start')
    .description('In a project whose secretary is aware: JSON with what a session is told; else nothing')
    .action(async () => {
      const { sessionStart } = await import('./session-start.ts');
      await sessionStart(host);
    });
};
