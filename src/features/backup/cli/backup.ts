import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import { backupHelp } from './backup-help.ts';
import type { BackupOptions } from './run-backup.ts';

export const backup: SubCommand = (program, host) => {
  const help = backupHelp[host.helpLocale];
  program
    .command('backup')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('<file>', help.file)
    .option('--passphrase-file <file>', help.passphraseFile)
    .addOption(new Option('--without-auth', help.withoutAuth).conflicts('passphraseFile'))
    .option('--force', help.force)
    .action(async (file: string, options: BackupOptions) => {
      const { runBackup } = await import('./run-backup.ts');
      await runBackup(host, file, options);
    });
};
