import { resolve } from 'node:path';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { whileAsked } from '../../../core/command-line.ts';
import { Failure } from '../../../core/failure.ts';
import { texts } from '../../../core/texts/texts.ts';
import { hostPrograms, type ProgramTable } from '../../../processes/program-table.ts';
import { type RestoreReport, restoreBackup } from '../archive/restore-backup.ts';
import { userOf } from '../archive/user-of.ts';
import { type BackupTexts, backupTexts } from '../texts/texts.ts';
import { knownPassphrase } from './passphrase.ts';

export interface RestoreOptions {
  readonly passphraseFile?: string;
  readonly force?: true;
}

export async function runRestore(host: CliHost, name: string, options: RestoreOptions): Promise<void> {
  const { folder: data } = await host.storedData();
  const programs = hostPrograms();
  const words = backupTexts(texts(host.terminalLocale)).restored;
  const lastLook = (): Promise<void> => assertNotInUse(data, programs, words);
  await lastLook();
  const report = await whileAsked((signal) =>
    restoreBackup({
      file: resolve(name),
      data,
      passphrase: () => knownPassphrase(host, options.passphraseFile),
      moveAside: options.force ?? false,
      lastLook,
      nowMs: Date.now(),
      signal,
    }),
  );
  host.output.write(`${restoredLines(data, report, words).join('\n')}\n`);
}

type RestoredTexts = BackupTexts['restored'];

function restoredLines(
  data: string,
  { manifest, transcripts, files, chatFiles, aside }: RestoreReport,
  words: RestoredTexts,
): readonly string[] {
  return [
    words.done(data, manifest.made_at),
    words.holds(String(transcripts), String(files), String(chatFiles)),
    ...(aside === undefined ? [] : [words.aside(aside)]),
    words.next,
    manifest.link ? words.link : words.noLink,
  ];
}

/** @throws Failure `conflict` while a program uses this data folder */
async function assertNotInUse(
  data: string,
  programs: Pick<ProgramTable, 'sightOf'>,
  words: RestoredTexts,
): Promise<void> {
  const user = await userOf(data, programs);
  if (user === undefined) return;
  const { pid } = user;
  throw new Failure('conflict', pid === undefined ? words.inUse(data) : words.inUseBy(data, String(pid)));
}
