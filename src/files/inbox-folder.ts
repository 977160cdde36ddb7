import { constants } from 'node:fs';
import { link, lstat, open, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codeOf, Failure } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { cleanFileName, inertName, numberedName } from '../core/paths.ts';
import { fileFailure } from './confined-file.ts';
import { makeFolder, withFolder } from './held-folder.ts';

const OWN_FOLDER = '.wasap';
/** Folder for files that people send, relative to the root of their workspace. */
const INBOX = `${OWN_FOLDER}/inbox`;
/** How many files may have the same name; more are refused. */
const MAX_OF_A_NAME = 100;

export interface SentFile {
  /** Canonical path of the workspace. */
  readonly workspace: string;
  /** As its sender named it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** True when tools run or obey a file of this name, wherever it is. */
  isObeyed(name: string): boolean;
}

/**
 * Stores a sent file in the workspace's inbox folder, which git does not see. Nothing is overwritten or made
 * executable, and code gets the ending of a text file. The same file sent again is stored once.
 * @returns its path relative to the workspace; the file is on the disk then
 * @throws Failure `denied` when the folder is a link or may not be written, `unavailable` when the disk is full
 */
export async function keepSentFile({ workspace, name, bytes, isObeyed }: SentFile): Promise<string> {
  const inert = inertName(cleanFileName(name), isObeyed);
  try {
    await makeFolder(join(workspace, INBOX), workspace);
    await withFolder(join(workspace, OWN_FOLDER), hideFromGit);
    const kept = await withFolder(join(workspace, INBOX), (place) => keepIn(place, inert, bytes));
    return `${INBOX}/${kept}`;
  } catch (error) {
    throw fileFailure(error, INBOX);
  }
}

/** A file in the inbox folder of a workspace. */
interface KeptFile {
  /** Canonical path of the workspace. */
  readonly workspace: string;
  /** Relative to the workspace. */
  readonly path: string;
}

/**
 * Its bytes; undefined when it is gone, or something else is in its place.
 * @throws system errors
 */
export async function sentFileBytes({ workspace, path }: KeptFile): Promise<Uint8Array | undefined> {
  try {
    return await withFolder(join(workspace, INBOX), async (place) => bytesOf(join(place, basename(path))));
  } catch (error) {
    if (error instanceof Failure || MISSING.has(codeOf(error))) return undefined;
    throw error;
  }
}

/** No file of that name, a link, or a folder above it that is none. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR']);

/**
 * Removes files that were stored before then; returns how many. A folder that is not the program's own is left alone.
 */
export async function removeSentFiles(workspace: string, beforeMs: number): Promise<number> {
  try {
    return await withFolder(join(workspace, INBOX), (place) => removeOlder(place, beforeMs));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof Failure) return 0;
    throw error;
  }
}

/** An existing `.gitignore` stays as it is: somebody wrote it on purpose. */
async function hideFromGit(place: string): Promise<void> {
  try {
    const file = await open(join(place, '.gitignore'), 'wx', 0o644);
    try {
      await file.writeFile('*\n');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function keepIn(place: string, name: string, bytes: Uint8Array): Promise<string> {
  const hash = sha256(bytes);
  const half = join(place, `.wasap-${sha256(`${name}\0${hash}`).slice(0, 12)}.tmp`);
  // A program that was killed in the middle of this write left it.
  await rm(half, { force: true });
  const file = await open(half, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
    for (let number = 1; number <= MAX_OF_A_NAME; number += 1) {
      const free = number === 1 ? name : numberedName(name, number);
      if (await isNamed(half, join(place, free))) return free;
      if ((await hashOf(join(place, free))) === hash) return free;
    }
  } finally {
    await file.close();
    await rm(half, { force: true });
  }
  throw new Failure('denied', `${INBOX} holds too many files named ${name}. Remove some of them.`);
}

/** Links the file under a further name, unless that exists: a rename would replace the existing file. */
async function isNamed(half: string, path: string): Promise<boolean> {
  try {
    await link(half, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined for anything but a file. */
async function hashOf(path: string): Promise<string | undefined> {
  const bytes = await bytesOf(path);
  return bytes && sha256(bytes);
}

/** Undefined for anything but a file. */
async function bytesOf(path: string): Promise<Uint8Array | undefined> {
  if (!(await lstat(path)).isFile()) return undefined;
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function removeOlder(place: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(place)) {
    const path = join(place, name);
    const found = await lstat(path);
    if (!found.isFile() || found.mtimeMs >= beforeMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
