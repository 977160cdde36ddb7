import { resolve } from 'node:path';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { Failure } from '../../../core/failure.ts';
import { whileAsked } from '../../../core/while-asked.ts';
import { hostPrograms, type ProgramTable } from '../../../processes/program-table.ts';
import { type RestoreReport, restoreBackup } from '../archive/restore-backup.ts';
import { userOf } from '../archive/user-of.ts';
import { knownPassphrase } from './passphrase.ts';

export interface RestoreOptions {
  readonly passphraseFile?: string;
  readonly force?: true;
}

export async function runRestore(host: CliHost, name: string, options: RestoreOptions): Promise<void> {
  const { folder: data } = await host.storedData();
  const programs = hostPrograms();
  const lastLook = (): Promise<void> => assertNotInUse(data, programs);
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
  host.output.write(`${linesOf(data, report).join('\n')}\n`);
}

function linesOf(data: string, { manifest, transcripts, files, aside }: RestoreReport): readonly string[] {
  return [
    `Restored into ${data}: the records of ${manifest.made_at}; session transcripts: ${transcripts}; files of workspace/: ${files}.`,
    ...(aside === undefined
      ? []
      : [`What was there is in ${aside}/ of that folder; delete it when you miss nothing.`]),
    'What was at work or on its way when the backup was made goes on at the next start.',
    manifest.link
      ? 'The link to WhatsApp is that of the backup: if the phone has since lost it, or messages cannot be read, run `wasap pair --new`.'
      : 'The link to WhatsApp is not in it: run `wasap pair`.',
  ];
}

/** @throws Failure `conflict` while a program uses this data folder */
async function assertNotInUse(data: string, programs: Pick<ProgramTable, 'sightOf'>): Promise<void> {
  const user = await userOf(data, programs);
  if (user === undefined) return;
  const which = user.pid === undefined ? '' : ` (process ${user.pid})`;
  throw new Failure(
    'conflict',
    `A program runs on ${data}${which}. End it, then restore; nothing was changed.`,
  );
}
