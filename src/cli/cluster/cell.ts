import type { SubCommand } from '../../contracts/sub-command.ts';
import type { CellOptions } from './run-cell.ts';

export const cell: SubCommand = (program, host) => {
  const help = cellHelp[host.terminalLocale];
  program
    .command('cell')
    .description(help.about)
    .addHelpText('after', help.example)
    .option('--name <name>', help.name)
    .action(async (options: CellOptions) => {
      const { runCell } = await import('./run-cell.ts');
      host.setExitCode(await runCell(host, options));
    });
};

const english = {
  about: 'Do the tasks that come through a front, on this machine',
  example: '\nExample: wasap cell --name big-one',
  name: "its name in the cluster; without it this machine's",
};

const spanish: typeof english = {
  about: 'Hace en esta máquina las tareas que llegan por un front',
  example: '\nEjemplo: wasap cell --name grande',
  name: 'su nombre en el clúster; sin esto, el de esta máquina',
};

const cellHelp = { en: english, es: spanish };
