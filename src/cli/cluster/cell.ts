import type { SubCommand } from '../../contracts/sub-command.ts';
import type { CellOptions } from './run-cell.ts';

export const cell: SubCommand = (program, host) => {
  program
    .command('cell')
    .description('Do the tasks that come through a front, on this machine')
    .addHelpText('after', '\nExample: wasap cell --name big-one')
    .option('--name <name>', "its name in the cluster; without it this machine's")
    .action(async (options: CellOptions) => {
      const { runCell } = await import('./run-cell.ts');
      host.setExitCode(await runCell(host, options));
    });
};
