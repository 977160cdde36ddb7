import type { SubCommand } from '../../contracts/sub-command.ts';
import type { UninstallOptions } from './run-uninstall.ts';

export const uninstall: SubCommand = (program, host) => {
  program
    .command('uninstall')
    .description('Remove what wasap keeps on this machine')
    .option('--all', 'also delete records and settings: Enter means yes')
    .option('--yes', "don't ask; without --all, remove only the service")
    .addHelpText('after', '\nExample: wasap uninstall --all --yes')
    .action(async (options: UninstallOptions) => {
      const { runUninstall } = await import('./run-uninstall.ts');
      await runUninstall(host, options);
    });
};
