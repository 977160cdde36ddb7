import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { RestoreOptions } from './run-restore.ts';

export const restore: SubCommand = (program, host) => {
  program
    .command('restore')
    .description('Put a backup in place, after all of it was checked, while no program runs')
    .argument('<file>', 'made by wasap backup')
    .option(
      '--passphrase-file <file>',
      'its first line is the passphrase; else it is asked for in the terminal',
    )
    .option('--force', 'also into a folder that is not empty: what is there is moved aside, not deleted')
    .action(async (file: string, options: RestoreOptions) => {
      const { runRestore } = await import('./run-restore.ts');
      await runRestore(host, file, options);
    });
};
