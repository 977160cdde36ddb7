import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { codeOf, Failure } from '../../../core/failure.ts';
import { jsonIn } from '../../../core/json.ts';
import {
  contentsOf,
  finishRestore,
  giveUpStaging,
  openStaging,
  putInPlace,
  SESSIONS,
  syncFolder,
} from '../../../store/data-folder.ts';
import { backupFault } from '../texts/faults.ts';
import { assertSoundCopy } from './database.ts';
import { diskFailure } from './disk-failure.ts';
import {
  type BackupEntry,
  CHAT_FILES,
  DATABASE,
  isEntryName,
  MANIFEST,
  Manifest,
  nextEntry,
  WORKSPACE,
} from './entry.ts';
import { CHUNK_BYTES, type SealedReader, unsealFile } from './sealed-file.ts';

export interface RestoreRequest {
  readonly file: string;
  /** DATA_DIR; created when it is missing. No program may be running on it. */
  readonly data: string;
  /** Only called for an encrypted backup. */
  passphrase(): Promise<string>;
  /** Whether present data may be moved aside. */
  readonly moveAside: boolean;
  /** Called when everything was checked, before anything changes. Rejects to leave everything as it is. */
  lastLook(): Promise<void>;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

export interface RestoreReport {
  readonly manifest: Manifest;
  readonly transcripts: number;
  readonly files: number;
  /** Files of chats in the browser. */
  readonly chatFiles: number;
  /** The folder in DATA_DIR with the earlier data; undefined when there was none. */
  readonly aside: string | undefined;
}

/**
 * Restores a backup completely or not at all: before any change it is read to its end and authenticated, and its
 * database checked.
 * @throws Failure `invalid` for a file that is no backup, damaged, or of a newer program, and for a wrong passphrase;
 *    `conflict` for a folder in use; `unavailable` when the disk is full or closed; `stopped` when `signal` aborts
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const { file, data, nowMs, signal } = request;
  finishRestore(data);
  assertRoom(request);
  const handle = await openBackup(file);
  try {
    const staging = openStaging(data);
    const unpacked = await unpackBackup(await unsealFile(handle, file, request.passphrase), {
      file,
      staging,
      signal,
    });
    assertSoundCopy(join(staging, DATABASE), file);
    await request.lastLook();
    assertRoom(request);
    return { ...unpacked, aside: putInPlace(data, nowMs) };
  } catch (error) {
    giveUpStaging(data);
    throw diskFailure(error, data);
  } finally {
    await handle.close();
  }
}

function assertRoom({ data, moveAside }: RestoreRequest): void {
  if (moveAside || contentsOf(data).length === 0) return;
  throw new Failure('conflict', backupFault('not-empty', data));
}

async function openBackup(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Failure('not-found', backupFault('no-file', file));
    throw diskFailure(error, file);
  }
}

interface RestorePaths {
  readonly file: string;
  readonly staging: string;
  readonly signal: AbortSignal;
}

async function unpackBackup(
  reader: SealedReader,
  place: RestorePaths,
): Promise<Omit<RestoreReport, 'aside'>> {
  const manifest = await manifestIn(reader, place.file);
  const names: string[] = [];
  for (let entry = await nextEntry(reader); entry !== undefined; entry = await nextEntry(reader)) {
    if (!isEntryName(entry.name))
      throw new Failure('invalid', backupFault('strange-entry', place.file, JSON.stringify(entry.name)));
    await unpackOne(reader, entry, place);
    names.push(entry.name);
  }
  await reader.assertEnd();
  if (!names.includes(DATABASE)) throw new Failure('invalid', backupFault('no-database', place.file));
  syncFolder(place.staging);
  const below = (folder: string): number => names.filter((name) => name.startsWith(`${folder}/`)).length;
  return {
    manifest,
    transcripts: below(SESSIONS),
    files: below(WORKSPACE),
    chatFiles: below(CHAT_FILES),
  };
}

async function manifestIn(reader: SealedReader, file: string): Promise<Manifest> {
  const entry = await nextEntry(reader);
  const text = entry?.name === MANIFEST && entry.size <= CHUNK_BYTES ? await reader.take(entry.size) : '';
  const manifest = Manifest.safeParse(jsonIn(text.toString()));
  if (manifest.success) return manifest.data;
  throw new Failure('invalid', backupFault('no-manifest', file, z.prettifyError(manifest.error)));
}

/** Only this program writes there and names are checked: a folder is never a link. A repeated name is refused. */
async function unpackOne(
  reader: SealedReader,
  { name, size }: BackupEntry,
  { file, staging, signal }: RestorePaths,
): Promise<void> {
  const path = join(staging, ...name.split('/'));
  const handle = await openNew(
    path,
    () => new Failure('invalid', backupFault('entry-twice', file, JSON.stringify(name))),
  );
  try {
    for (let left = size; left > 0; left -= Math.min(left, CHUNK_BYTES)) {
      if (signal.aborted) throw new Failure('stopped', backupFault('restore-stopped'));
      await handle.appendFile(await reader.take(Math.min(left, CHUNK_BYTES)));
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  syncFolder(dirname(path));
}

async function openNew(path: string, taken: () => Failure): Promise<FileHandle> {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')) throw taken();
    throw error;
  }
}
