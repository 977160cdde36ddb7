import type { SubCommand } from '../../contracts/sub-command.ts';

export const demo: SubCommand = (program, host) => {
  program
    .command('demo')
    .description('Watch a task from chat to commit: no key, no phone')
    .addHelpText('after', '\nExample: wasap demo')
    .action(async () => {
      const { runDemo } = await import('./run-demo.ts');
      host.setExitCode(await runDemo(host));
    });
};
