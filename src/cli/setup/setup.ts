import type { SubCommand } from '../../contracts/sub-command.ts';

export const setup: SubCommand = (program, host) => {
  program
    .command('setup')
    .description('Set everything up, step by step: key, project, people, phone, a first message')
    .action(async () => {
      const { runSetup } = await import('./run-setup.ts');
      host.setExitCode(await runSetup(host));
    });
};
