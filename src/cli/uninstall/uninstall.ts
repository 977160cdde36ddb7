import type { SubCommand } from '../../contracts/sub-command.ts';
import type { UninstallOptions } from './run-uninstall.ts';
import { uninstallHelp } from './uninstall-help.ts';

export const uninstall: SubCommand = (program, host) => {
  const help = uninstallHelp[host.helpLocale];
  program
    .command('uninstall')
    .description(help.about)
    .option('--all', help.all)
    .option('--yes', help.yes)
    .addHelpText('after', help.example)
    .action(async (options: UninstallOptions) => {
      const { runUninstall } = await import('./run-uninstall.ts');
      await runUninstall(host, options);
    });
};
