import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { RestoreOptions } from './run-restore.ts';

export const restore: SubCommand = (program, host) => {
  program
    .command('restore')
    .description('Check a backup and put it in place; stop the program first')
    .addHelpText('after', '\nExample: wasap restore wasap.backup')
    .argument('<file>', 'a file from wasap backup')
    .option(
      '--passphrase-file <file>',
      'read the passphrase from its first line (default: ask in the terminal)',
    )
    .option('--force', "restore into a folder that isn't empty: its files are moved aside, not deleted")
    .action(async (file: string, options: RestoreOptions) => {
      const { runRestore } = await import('./run-restore.ts');
      await runRestore(host, file, options);
    });
};
