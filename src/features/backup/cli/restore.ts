import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { RestoreOptions } from './run-restore.ts';

export const restore: SubCommand = (program, host) => {
  const help = restoreHelp[host.terminalLocale];
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

const english = {
  about: 'Check a backup and put it in place; stop the program first',
  example: '\nExample: wasap restore wasap.backup',
  file: 'a file from wasap backup',
  passphraseFile: 'read the passphrase from its first line (default: ask in the terminal)',
  force: "restore into a folder that isn't empty: its files are moved aside, not deleted",
};

const spanish: typeof english = {
  about: 'Revisa un respaldo y lo instala; detén antes el programa',
  example: '\nEjemplo: wasap restore wasap.backup',
  file: 'un archivo de wasap backup',
  passphraseFile: 'lee la frase de su primera línea (por defecto: la pide en la terminal)',
  force: 'restaura en una carpeta que no está vacía: mueve sus archivos a un lado, no los borra',
};

const restoreHelp = { en: english, es: spanish };
