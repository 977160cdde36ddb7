import type { SubCommand } from '../../contracts/sub-command.ts';
import { setupHelp } from './setup-help.ts';

export const setup: SubCommand = (program, host) => {
  const help = setupHelp[host.helpLocale];
  program
    .command('setup')
    .description(help.about)
    .addHelpText('after', help.example)
    .action(async () => {
      const { runSetup } = await import('./run-setup.ts');
      host.setExitCode(await runSetup(host));
    });
};
