import { closeSync, constants, lstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf, Failure } from '../core/failure.ts';
import { unlessRefused } from './look-at-path.ts';

/** Linux's paths to open files: a link that is put in place later cannot redirect them. */
const HELD = '/proc/self/fd';

/**
 * Calls `use` with a path that leads to this very folder, even if its name is exchanged meanwhile. Where the system
 * has no such paths it is the path itself, checked once.
 * @param folder absolute and canonical
 * @throws Failure `denied` when something else is in its place
 */
export async function withFolder<T>(folder: string, use: (place: string) => Promise<T>): Promise<T> {
  const handle = await openFolder(folder);
  try {
    const opened = await pathOf(handle);
    if ((opened ?? (await realpath(folder))) !== folder) throw exchangedFailure(folder);
    return await use(opened === undefined ? folder : `${HELD}/${handle.fd}`);
  } finally {
    await handle.close();
  }
}

/** The same, synchronously. @throws the same */
export function withFolderNow<T>(folder: string, use: (place: string) => T): T {
  const held = openFolderNow(folder);
  try {
    const opened = pathOfOpened(held);
    if ((opened ?? realpathSync(folder)) !== folder) throw exchangedFailure(folder);
    return use(opened === undefined ? folder : `${HELD}/${held}`);
  } finally {
    closeSync(held);
  }
}

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

function openFolderNow(folder: string): number {
  try {
    return openSync(folder, FOLDER);
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR' && lstatSync(folder).isSymbolicLink()) throw exchangedFailure(folder);
    throw error;
  }
}

async function openFolder(folder: string): Promise<FileHandle> {
  try {
    return await open(folder, FOLDER);
  } catch (error) {
    // The error is the same for a link and for a file.
    if (codeOf(error) === 'ENOTDIR' && (await isLink(folder))) throw exchangedFailure(folder);
    throw error;
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

/**
 * Creates the folder and its missing parents. Follows no link that was put there since.
 * @param within is never created: a deleted project would come back, empty. Missing = all missing folders are created
 */
export async function makeFolder(folder: string, within?: string): Promise<void> {
  try {
    await withFolder(folder, async () => undefined);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    if (folder === within) throw goneFailure(folder);
    await makeFolder(dirname(folder), within);
    await withFolder(dirname(folder), (above) => makeOnce(join(above, basename(folder))));
  }
}

/** Real path of an open file; undefined where the system does not give it. */
export async function pathOf(handle: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(`${HELD}/${handle.fd}`);
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

async function makeOnce(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function goneFailure(folder: string): Failure {
  return new Failure('not-found', `The folder ${folder} is no longer there.`);
}

function exchangedFailure(folder: string): Failure {
  return new Failure('denied', `The folder ${folder} was exchanged while it was used.`);
}

/**
 * A small file is read synchronously: that takes a hundredth of the time of handing it to another thread and waiting.
 * Not for large files, or many.
 */
export const MAX_AT_ONCE = 256 * 1024;

const CHUNK = 64 * 1024;

/** Real path of an open file; undefined where the system does not give it. */
export function pathOfOpened(descriptor: number): string | undefined {
  return unlessRefused(() => readlinkSync(`/proc/self/fd/${descriptor}`));
}

/** Reads to the end: the file may grow, or shrink, meanwhile. @param size as it was when it was opened */
export function readToEnd(descriptor: number, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let room = size + 1; ; room = CHUNK) {
    const chunk = Buffer.allocUnsafe(room);
    const length = readSync(descriptor, chunk, 0, room, null);
    chunks.push(chunk.subarray(0, length));
    if (length < room) return Buffer.concat(chunks);
  }
}
