import type { SubCommand } from '../../contracts/sub-command.ts';
import { cellHelp } from './cell-help.ts';
import type { CellOptions } from './run-cell.ts';

export const cell: SubCommand = (program, host) => {
  const help = cellHelp[host.helpLocale];
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
