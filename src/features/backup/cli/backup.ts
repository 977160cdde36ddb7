import { Option } from 'commander';
import type { SubCommand } from '../../../contracts/sub-command.ts';
import type { BackupOptions, RestoreOptions } from './run-backup.ts';

export const backup: SubCommand = (program, host) => {
  const help = backupHelp[host.terminalLocale];
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

const backupInEnglish = {
  about: 'Save tasks, records and the WhatsApp link, encrypted',
  example: '\nExample: wasap backup wasap.backup\nIt also works while the program runs.',
  file: 'file to write; only you can read it',
  passphraseFile: 'read the passphrase from its first line (default: ask in the terminal)',
  withoutAuth: "leave out the WhatsApp link, and don't encrypt",
  force: 'replace the file if it exists',
};

const backupInSpanish: typeof backupInEnglish = {
  about: 'Guarda tareas, registros y vínculo de WhatsApp, cifrados',
  example: '\nEjemplo: wasap backup wasap.backup\nTambién funciona con el programa en marcha.',
  file: 'archivo que se escribe; solo tú puedes leerlo',
  passphraseFile: 'lee la frase de su primera línea (por defecto: la pide en la terminal)',
  withoutAuth: 'sin el vínculo de WhatsApp, y sin cifrar',
  force: 'reemplaza el archivo si ya existe',
};

const backupHelp = { en: backupInEnglish, es: backupInSpanish };

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
      const { runRestore } = await import('./run-backup.ts');
      await runRestore(host, file, options);
    });
};

const restoreInEnglish = {
  about: 'Check a backup and put it in place; stop the program first',
  example: '\nExample: wasap restore wasap.backup',
  file: 'a file from wasap backup',
  passphraseFile: 'read the passphrase from its first line (default: ask in the terminal)',
  force: "restore into a folder that isn't empty: its files are moved aside, not deleted",
};

const restoreInSpanish: typeof restoreInEnglish = {
  about: 'Revisa un respaldo y lo instala; detén antes el programa',
  example: '\nEjemplo: wasap restore wasap.backup',
  file: 'un archivo de wasap backup',
  passphraseFile: 'lee la frase de su primera línea (por defecto: la pide en la terminal)',
  force: 'restaura en una carpeta que no está vacía: mueve sus archivos a un lado, no los borra',
};

const restoreHelp = { en: restoreInEnglish, es: restoreInSpanish };
