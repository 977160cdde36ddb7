import type { SubCommand } from '../../contracts/sub-command.ts';

export const setup: SubCommand = (program, host) => {
  program
    .command('setup')
    .description('Set up key, project, people and phone, step by step')
    .addHelpText('after', '\nExample: wasap setup')
    .action(async () => {
      const { runSetup } = await import('./run-setup.ts');
      host.setExitCode(await runSetup(host));
    });
};
