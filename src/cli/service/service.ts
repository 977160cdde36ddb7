import type { SubCommand } from '../../contracts/sub-command.ts';
import type { ServiceOptions } from './run-service.ts';

export const service: SubCommand = (program, host) => {
  const help = serviceHelp[host.terminalLocale];
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

const english = {
  about: 'Keep wasap running in the background',
  example: '\nExample: wasap service install',
  install: {
    about: 'Set up a service for your user (systemd, launchd) and start it; shows everything first',
    yes: "don't ask",
    dryRun: 'only show what would be written and run',
    example: '\nExample: wasap service install --dry-run',
  },
  uninstall: {
    about: 'Stop the service and remove its file; records and settings stay',
    yes: "don't ask",
    dryRun: 'only show what would be run and removed',
    example: '\nExample: wasap service uninstall',
  },
  status: {
    about: 'Tell if the service is installed and running: exit code 0, else 1',
    example: '\nExample: wasap service status',
  },
};

const spanish: typeof english = {
  about: 'Mantiene wasap en marcha en segundo plano',
  example: '\nEjemplo: wasap service install',
  install: {
    about: 'Crea un servicio para tu usuario (systemd, launchd) y lo inicia; antes muestra todo',
    yes: 'sin preguntar',
    dryRun: 'solo muestra qué se escribiría y ejecutaría',
    example: '\nEjemplo: wasap service install --dry-run',
  },
  uninstall: {
    about: 'Detiene el servicio y borra su archivo; registros y ajustes se quedan',
    yes: 'sin preguntar',
    dryRun: 'solo muestra qué se ejecutaría y borraría',
    example: '\nEjemplo: wasap service uninstall',
  },
  status: {
    about: 'Dice si el servicio está instalado y en marcha: código de salida 0; si no, 1',
    example: '\nEjemplo: wasap service status',
  },
};

const serviceHelp = { en: english, es: spanish };
