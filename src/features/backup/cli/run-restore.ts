import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { Failure, isFailure } from '../../../core/failure.ts';
import { whileAsked } from '../../../core/while-asked.ts';
import { hostPrograms, type ProgramTable } from '../../../processes/program-table.ts';
import { isOpenElsewhere, registeredPrograms } from '../../../store/database-users.ts';
import { type RestoreReport, restoreBackup } from '../archive/restore-backup.ts';
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

/**
 * @throws Failure `conflict` while a program uses this data folder: one that is registered in its database and lives,
 *    or any that has the database open (`wasap pair` does not register, and processes of a container are not visible)
 */
async function assertNotInUse(data: string, programs: Pick<ProgramTable, 'sightOf'>): Promise<void> {
  const path = join(data, 'wasap.db');
  if (!existsSync(path)) return;
  for (const { pid, startTime } of whereSound(() => registeredPrograms(path), [])) {
    if ((await programs.sightOf({ pid, mark: startTime })) === 'alive')
      throw inUse(data, ` (process ${pid})`);
  }
  if (whereSound(() => isOpenElsewhere(path), false)) throw inUse(data, '');
}

function inUse(data: string, which: string): Failure {
  return new Failure(
    'conflict',
    `A program runs on ${data}${which}. End it, then restore; nothing was changed.`,
  );
}

/** Restoring also has to work with a damaged database. */
function whereSound<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (isFailure(error) && error.kind === 'invalid') return otherwise;
    throw error;
  }
}
