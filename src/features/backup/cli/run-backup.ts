import { resolve } from 'node:path';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { whileAsked } from '../../../core/command-line.ts';
import { formatBytes } from '../../../core/texts/format.ts';
import { texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { type BackupReport, writeBackup } from '../archive/write-backup.ts';
import { type BackupTexts, backupTexts } from '../texts/texts.ts';
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
  const { saved } = backupTexts(texts(host.terminalLocale));
  const titleOf = passphrase === undefined ? saved.plain : saved.encrypted;
  const lines = [
    titleOf(file, formatBytes(report.bytes)),
    ...savedLines(report, saved),
    ...(passphrase === undefined ? [] : [saved.keep]),
  ];
  host.output.write(`${lines.join('\n')}\n`);
}

function savedLines(
  { transcripts, files, chatFiles, skipped }: BackupReport,
  words: BackupTexts['saved'],
): readonly string[] {
  return [
    words.holds(String(transcripts), String(files), String(chatFiles)),
    words.leavesOut,
    ...skipped.map((name) => words.skipped(escapeHidden(name))),
  ];
}
