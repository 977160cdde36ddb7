import type { SubCommand } from '../../contracts/sub-command.ts';
import type { UninstallOptions } from './run-uninstall.ts';

export const uninstall: SubCommand = (program, host) => {
  program
    .command('uninstall')
    .description('Remove what wasap keeps on this machine')
    .option('--all', 'records and settings too, where Enter alone is the answer')
    .option('--yes', 'do not ask; without --all only the service goes')
    .addHelpText('after', '\nExample: wasap uninstall --all --yes')
    .action(async (options: UninstallOptions) => {
      const { runUninstall } = await import('./run-uninstall.ts');
      await runUninstall(host, options);
    });
};
