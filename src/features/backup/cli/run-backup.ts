import { resolve } from 'node:path';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { formatBytes } from '../../../core/texts/format.ts';
import { whileAsked } from '../../../core/while-asked.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { type BackupReport, writeBackup } from '../archive/write-backup.ts';
import { newPassphrase } from './passphrase.ts';

export interface BackupOptions {
  readonly passphraseFile?: string;
  readonly withoutAuth?: true;
  readonly force?: true;
}

export async function runBackup(host: CliHost, name: string, options: BackupOptions): Promise<void> {
  const { folder } = await host.storedData();
  const file = resolve(name);
  const passphrase = options.withoutAuth ? undefined : await newPassphrase(host, options.passphraseFile);
  const report = await whileAsked((signal) =>
    writeBackup({
      data: folder,
      file,
      passphrase,
      replace: options.force ?? false,
      program: host.version,
      nowMs: Date.now(),
      signal,
    }),
  );
  host.output.write(`${linesOf(file, report, passphrase !== undefined).join('\n')}\n`);
}

function linesOf(
  file: string,
  { bytes, transcripts, files, chatFiles, skipped }: BackupReport,
  isEncrypted: boolean,
): readonly string[] {
  return [
    `${file}: ${formatBytes(bytes)}, ${isEncrypted ? 'encrypted' : 'NOT encrypted, without the link to WhatsApp'}.`,
    `It holds the database, task transcripts (${transcripts}), files of workspace/ (${files}) and of chats in the browser (${chatFiles}).`,
    'It leaves out worktrees, checkpoints (/undo of earlier tasks), pictures from phones, logs, caches, and CONFIG_DIR with your keys.',
    ...skipped.map((name) => `Left out (a link, or a name that some systems refuse): ${escapeHidden(name)}`),
    ...(isEncrypted ? ['Keep the passphrase: without it nobody can open this file, not even you.'] : []),
  ];
}
