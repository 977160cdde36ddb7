import { constants, existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, readdir, rename } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isoTime } from '../../../core/clock.ts';
import { codeOf, Failure } from '../../../core/failure.ts';
import { isOtherAlive, SESSIONS, syncFolder } from '../../../store/data-folder.ts';
import { backupFault } from '../texts/faults.ts';
import { copyDatabase } from './database.ts';
import { diskFailure } from './disk-failure.ts';
import {
  CHAT_FILES,
  DATABASE,
  entriesEnd,
  entryStart,
  isChatFile,
  isEntryName,
  isTranscript,
  MANIFEST,
  type Manifest,
  WORKSPACE,
} from './entry.ts';
import { CHUNK_BYTES, DEFAULT_COST, newSeal, type SealedWriter, sealInto } from './sealed-file.ts';

export interface BackupRequest {
  /** DATA_DIR; a program may be running on it. */
  readonly data: string;
  /** Absolute path of the file to create. */
  readonly file: string;
  /** Undefined: not encrypted, and then without the link to WhatsApp. */
  readonly passphrase: string | undefined;
  /** Whether an existing file of this name may be replaced. */
  readonly replace: boolean;
  /** Version of this program. */
  readonly program: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** log2 of scrypt's N. */
  readonly cost?: number;
}

export interface BackupReport {
  readonly bytes: number;
  readonly transcripts: number;
  /** Files of `workspace/`. */
  readonly files: number;
  /** Files of chats in the browser. */
  readonly chatFiles: number;
  /** Files of `workspace/` that are left out: links, pipes, names that another system could not store. */
  readonly skipped: readonly string[];
}

/**
 * Writes one file for `restoreBackup`, readable by its owner alone. It is complete or absent.
 * @throws Failure `conflict` when the file exists; `not-found` without a database; `unavailable` when the disk is
 * full
 *    or closed; `stopped` when `signal` aborts
 */
export async function writeBackup(request: BackupRequest): Promise<BackupReport> {
  const { data, file, passphrase, replace, cost = DEFAULT_COST } = request;
  assertRoom(request);
  sweepCopies(data);
  const draft = `${file}.${process.pid}.part`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      const seal = await newSeal(passphrase === undefined ? undefined : { passphrase, cost });
      const report = await writeEntries(handle, await sealInto(handle, seal), request);
      await handle.sync();
      if (!replace) assertNew(file);
      await rename(draft, file);
      syncFolder(dirname(file));
      return report;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') rmSync(draft, { force: true });
    throw diskFailure(error, file);
  }
}

function assertRoom({ data, file, replace }: BackupRequest): void {
  if (!existsSync(join(data, DATABASE)))
    throw new Failure('not-found', backupFault('nothing-there', join(data, DATABASE)));
  if (!existsSync(dirname(file))) throw new Failure('not-found', backupFault('no-folder', dirname(file)));
  const place = relative(realpathSync(data), join(realpathSync(dirname(file)), basename(file)));
  if (place !== '..' && !place.startsWith(`..${sep}`))
    throw new Failure('invalid', backupFault('inside-data', file));
  if (!replace) assertNew(file);
}

function assertNew(file: string): void {
  if (existsSync(file)) throw new Failure('conflict', backupFault('file-exists', file));
}

/** Transcripts come before the database: missing lines are added from the rows when a transcript is opened. */
async function writeEntries(
  handle: FileHandle,
  out: SealedWriter,
  request: BackupRequest,
): Promise<BackupReport> {
  const { data, passphrase, program, nowMs, signal } = request;
  const link = passphrase !== undefined;
  const manifest: Manifest = { format: 1, program, made_at: isoTime(nowMs), link };
  const text = Buffer.from(JSON.stringify(manifest));
  await out.write(Buffer.concat([entryStart({ name: MANIFEST, size: text.length }), text]));
  const names = (await sortedNames(join(data, SESSIONS)))
    .filter(isTranscript)
    .map((name) => `${SESSIONS}/${name}`);
  const { files, skipped } = await filesBelow(data, WORKSPACE);
  let transcripts = 0;
  for (const name of names) transcripts += await copyIn(out, { data, signal, name });
  let copied = 0;
  for (const name of files) copied += await copyIn(out, { data, signal, name });
  const copy = copyName(process.pid);
  let chatFiles = 0;
  try {
    copyDatabase(join(data, DATABASE), join(data, copy), link);
    // Listed after the copy: a file is there before the message that has it.
    const sent = (await sortedNames(join(data, CHAT_FILES))).filter(isChatFile);
    for (const name of sent) chatFiles += await copyIn(out, { data, signal, name: `${CHAT_FILES}/${name}` });
    await copyIn(out, { data, signal, name: DATABASE, from: copy });
  } finally {
    rmSync(join(data, copy), { force: true });
  }
  await out.write(entriesEnd());
  await out.finish();
  return { bytes: (await handle.stat()).size, transcripts, files: copied, chatFiles, skipped };
}

interface BackupSource {
  readonly data: string;
  readonly name: string;
  /** Its present path, if that is not its own name. */
  readonly from?: string;
  readonly signal: AbortSignal;
}

/** @returns how many files: 0 for one that was removed since it was listed */
async function copyIn(out: SealedWriter, { data, name, from = name, signal }: BackupSource): Promise<number> {
  const path = join(data, from);
  const handle = await openHeld(path);
  if (handle === undefined) return 0;
  try {
    // A transcript may grow meanwhile: later lines are not part of the backup.
    const { size } = await handle.stat();
    await out.write(entryStart({ name, size }));
    for (let left = size; left > 0; ) {
      if (signal.aborted) throw new Failure('stopped', backupFault('backup-stopped'));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(left, CHUNK_BYTES)));
      if (bytesRead === 0) throw new Failure('conflict', backupFault('became-shorter', path));
      await out.write(buffer.subarray(0, bytesRead));
      left -= bytesRead;
    }
    return 1;
  } finally {
    await handle.close();
  }
}

async function openHeld(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function sortedNames(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function filesBelow(
  data: string,
  folder: string,
): Promise<{ readonly files: readonly string[]; readonly skipped: readonly string[] }> {
  if (!existsSync(join(data, folder))) return { files: [], skipped: [] };
  const found = readdirSync(join(data, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      name: relative(data, join(entry.parentPath, entry.name)).replaceAll(sep, '/'),
      isFile: entry.isFile(),
    }));
  const fits = ({ name, isFile }: (typeof found)[number]): boolean => isFile && isEntryName(name);
  const names = (of: typeof found): readonly string[] => of.map(({ name }) => name).sort();
  return { files: names(found.filter(fits)), skipped: names(found.filter((one) => !fits(one))) };
}

/** The copied database; it is beside the real one while it is sealed. */
function copyName(pid: number): string {
  return `backup.${pid}.db`;
}

/** Removes leftovers of a killed backup. */
function sweepCopies(data: string): void {
  for (const name of readdirSync(data)) {
    const pid = /^backup\.(\d+)\.db(?:-journal)?$/.exec(name)?.[1];
    if (pid !== undefined && !isOtherAlive(Number(pid)) && statSync(join(data, name)).isFile())
      rmSync(join(data, name));
  }
}
