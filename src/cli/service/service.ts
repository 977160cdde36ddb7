import type { SubCommand } from '../../contracts/sub-command.ts';
import type { ServiceOptions } from './run-service.ts';

export const service: SubCommand = (program, host) => {
  const command = program
    .command('service')
    .description('Keep wasap running in the background')
    .addHelpText('after', '\nExample: wasap service install');
  command
    .command('install')
    .description('Set up a service for your user (systemd, launchd) and start it; shows everything first')
    .option('--yes', "don't ask")
    .option('--dry-run', 'only show what would be written and run')
    .addHelpText('after', '\nExample: wasap service install --dry-run')
    .action(async (options: ServiceOptions) => {
      const { installService } = await import('./run-service.ts');
      await installService(host, options);
    });
  command
    .command('uninstall')
    .description('Stop the service and remove its file; records and settings stay')
    .option('--yes', "don't ask")
    .option('--dry-run', 'only show what would be run and removed')
    .addHelpText('after', '\nExample: wasap service uninstall')
    .action(async (options: ServiceOptions) => {
      const { uninstallService } = await import('./run-service.ts');
      await uninstallService(host, options);
    });
  command
    .command('status')
    .description('Tell if the service is installed and running: exit code 0, else 1')
    .addHelpText('after', '\nExample: wasap service status')
    .action(async () => {
      const { showService } = await import('./run-service.ts');
      host.setExitCode(await showService(host));
    });
};
