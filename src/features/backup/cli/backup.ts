import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { BackupOptions } from './run-backup.ts';

export const backup: SubCommand = (program, host) => {
  program
    .command('backup')
    .description(
      'Write sessions, records and the link to WhatsApp into one encrypted file, also while the program runs',
    )
    .argument('<file>', 'to be made; readable by you alone')
    .option(
      '--passphrase-file <file>',
      'its first line is the passphrase; else it is asked for in the terminal',
    )
    .addOption(
      new Option('--without-auth', 'not encrypted, and without the link to WhatsApp').conflicts(
        'passphraseFile',
      ),
    )
    .option('--force', 'replace an older file of this name')
    .action(async (file: string, options: BackupOptions) => {
      const { runBackup } = await import('./run-backup.ts');
      await runBackup(host, file, options);
    });
};
