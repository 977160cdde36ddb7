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

function linesOf(
  data: string,
  { manifest, transcripts, files, chatFiles, aside }: RestoreReport,
): readonly string[] {
  return [
    `Restored ${data} as it was on ${manifest.made_at}: task transcripts (${transcripts}), files of workspace/ (${files}) and of chats in the browser (${chatFiles}).`,
    ...(aside === undefined
      ? []
      : [`The earlier files are in ${aside}/ there. Delete them when you miss nothing.`]),
    'Tasks and messages that were under way then continue at the next start: wasap start',
    manifest.link
      ? 'The link to WhatsApp is from the backup. If the phone lost it since, or messages are unreadable: wasap pair --new'
      : 'The backup has no link to WhatsApp. Link your phone: wasap pair',
  ];
}

/** @throws Failure `conflict` while a program uses this data folder */
async function assertNotInUse(data: string, programs: Pick<ProgramTable, 'sightOf'>): Promise<void> {
  const user = await userOf(data, programs);
  if (user === undefined) return;
  const which = user.pid === undefined ? '' : ` (process ${user.pid})`;
  throw new Failure(
    'conflict',
    `A program is running on ${data}${which}, so nothing was restored. Stop it, then try again.`,
  );
}
