import type { SubCommand } from '../../contracts/sub-command.ts';
import type { UninstallOptions } from './run-uninstall.ts';

export const uninstall: SubCommand = (program, host) => {
  const help = uninstallHelp[host.terminalLocale];
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

const english = {
  about: 'Remove what wasap keeps on this machine',
  all: 'also delete records and settings: Enter means yes',
  yes: "don't ask; without --all, remove only the service",
  example: '\nExample: wasap uninstall --all --yes',
};

const spanish: typeof english = {
  about: 'Quita lo que wasap guarda en esta máquina',
  all: 'borra también registros y ajustes: Enter significa sí',
  yes: 'sin preguntar; sin --all, solo quita el servicio',
  example: '\nEjemplo: wasap uninstall --all --yes',
};

const uninstallHelp = { en: english, es: spanish };
