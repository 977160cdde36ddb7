import type { SubCommand } from '../../contracts/sub-command.ts';
import type { ServiceOptions } from './run-service.ts';
import { serviceHelp } from './service-help.ts';

export const service: SubCommand = (program, host) => {
  const help = serviceHelp[host.helpLocale];
  const command = program.command('service').description(help.about).addHelpText('after', help.example);
  command
    .command('install')
    .description(help.install.about)
    .option('--yes', help.install.yes)
    .option('--dry-run', help.install.dryRun)
    .addHelpText('after', help.install.example)
    .action(async (options: ServiceOptions) => {
      const { installService } = await import('./run-service.ts');
      await installService(host, options);
    });
  command
    .command('uninstall')
    .description(help.uninstall.about)
    .option('--yes', help.uninstall.yes)
    .option('--dry-run', help.uninstall.dryRun)
    .addHelpText('after', help.uninstall.example)
    .action(async (options: ServiceOptions) => {
      const { uninstallService } = await import('./run-service.ts');
      await uninstallService(host, options);
    });
  command
    .command('status')
    .description(help.status.about)
    .addHelpText('after', help.status.example)
    .action(async () => {
      const { showService } = await import('./run-service.ts');
      host.setExitCode(await showService(host));
    });
};
