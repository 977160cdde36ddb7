import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { BackupOptions } from './run-backup.ts';

export const backup: SubCommand = (program, host) => {
  program
    .command('backup')
    .description('Save tasks, records and the WhatsApp link, encrypted')
    .addHelpText('after', '\nExample: wasap backup wasap.backup\nIt also works while the program runs.')
    .argument('<file>', 'file to write; only you can read it')
    .option(
      '--passphrase-file <file>',
      'read the passphrase from its first line (default: ask in the terminal)',
    )
    .addOption(
      new Option('--without-auth', "leave out the WhatsApp link, and don't encrypt").conflicts(
        'passphraseFile',
      ),
    )
    .option('--force', 'replace the file if it exists')
    .action(async (file: string, options: BackupOptions) => {
      const { runBackup } = await import('./run-backup.ts');
      await runBackup(host, file, options);
    });
};
