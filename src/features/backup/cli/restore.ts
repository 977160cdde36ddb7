import type { SubCommand } from '../../../contracts/sub-command.ts';
import { restoreHelp } from './restore-help.ts';
import type { RestoreOptions } from './run-restore.ts';

export const restore: SubCommand = (program, host) => {
  const help = restoreHelp[host.helpLocale];
  program
    .command('restore')
    .description(help.about)
    .addHelpText('after', help.example)
    .argument('<file>', help.file)
    .option('--passphrase-file <file>', help.passphraseFile)
    .option('--force', help.force)
    .action(async (file: string, options: RestoreOptions) => {
      const { runRestore } = await import('./run-restore.ts');
      await runRestore(host, file, options);
    });
};
