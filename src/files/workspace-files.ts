import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type {
  FileContent,
  ListQuery,
  PathGuard,
  ResolvedPath,
  SearchQuery,
  TextFile,
  WorkspaceFiles,
} from '../contracts/workspace-files.ts';
import { codeOf, Failure, isFailure } from '../core/failure.ts';
import { sha256 } from '../core/json.ts';
import { encodeText } from '../core/text-encoding.ts';
import {
  decodeText,
  fileFailure,
  MAX_FILE_BYTES,
  readConfinedNow,
  readOneConfined,
} from './confined-file.ts';
import { makeFolder, withFolderNow } from './held-folder.ts';
import { listFiles } from './list-files.ts';
import { searchFiles } from './search-files.ts';

export interface WorkspaceFilesParts {
  readonly guard: PathGuard;
  /** Path of ripgrep, or undefined where there is none. */
  readonly searchProgram: string | undefined;
}

export function createWorkspaceFiles({ guard, searchProgram }: WorkspaceFilesParts): WorkspaceFiles {
  return {
    root: guard.root,
    readText: async (path) => readText(await guard.resolve(path, 'read')),
    readBytes: async (path, most) => readBytes(await guard.resolve(path, 'read'), most),
    hashOf: async (path) => hashOf(await guard.resolve(path, 'read')),
    writeText: async (path, content, expectedHash) =>
      writeText({ root: guard.root, path: await guard.resolve(path, 'write') }, content, expectedHash),
    move: async (path, to, expectedHash) =>
      moveFile(
        guard.root,
        {
          from: await guard.resolve(path, 'write'),
          to: await guard.resolve(to, 'write'),
          name: basename(to),
        },
        expectedHash,
      ),
    remove: async (path, expectedHash) => removeFile(await guard.resolve(path, 'write'), expectedHash),
    list: (query) => listUpToLimit(guard, query),
    search: (query: SearchQuery) => searchFiles(guard, query, searchProgram),
  };
}

async function readText(path: ResolvedPath): Promise<TextFile> {
  if (!path.exists) throw new Failure('not-found', `${path.relative} does not exist.`);
  const { bytes } = await readOneConfined(path);
  return { path, ...decodeText(bytes, path.relative), hash: sha256(bytes), bytes: bytes.length };
}

async function readBytes(path: ResolvedPath, most: number): ReturnType<WorkspaceFiles['readBytes']> {
  if (!path.exists) throw new Failure('not-found', `${path.relative} does not exist.`);
  return { path, bytes: (await readOneConfined(path, most)).bytes };
}

async function hashOf(path: ResolvedPath): Promise<string | undefined> {
  return currentFile(path, path.real)?.hash;
}

async function listUpToLimit(guard: PathGuard, query: ListQuery): ReturnType<WorkspaceFiles['list']> {
  const paths = await listFiles(guard, query);
  return { paths: paths.slice(0, query.limit), leftOut: Math.max(0, paths.length - query.limit) };
}

interface CurrentFile {
  readonly hash: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** `at`: see `readConfined`. */
function currentFile(path: ResolvedPath, at: string): CurrentFile | undefined {
  try {
    const { bytes, stats } = readConfinedNow(path, at);
    return { hash: sha256(bytes), mode: stats.mode & 0o7777, uid: stats.uid, gid: stats.gid };
  } catch (error) {
    if (isFailure(error) && error.kind === 'not-found') return undefined;
    throw error;
  }
}

async function writeText(
  { root, path }: { readonly root: string; readonly path: ResolvedPath },
  { text, encoding }: FileContent,
  expectedHash: string | undefined,
): Promise<TextFile> {
  const bytes = encodeText(text, encoding, path.relative);
  if (bytes.length > MAX_FILE_BYTES) {
    throw new Failure(
      'invalid',
      `${path.relative} would have ${bytes.length} bytes; at most ${MAX_FILE_BYTES}.`,
    );
  }
  const hash = sha256(bytes);
  try {
    await inFolder({ folder: dirname(path.real), root }, (place) =>
      replaceFile({ path, place }, { bytes, hash }, expectedHash),
    );
  } catch (error) {
    throw fileFailure(error, path.relative);
  }
  return { path: { ...path, exists: true }, text, encoding, hash, bytes: bytes.length };
}

interface MovedFile {
  readonly from: ResolvedPath;
  readonly to: ResolvedPath;
  /** The new name as it was asked for: where case does not count, `to` may lead to the file itself. */
  readonly name: string;
}

async function moveFile(root: string, { from, to, name }: MovedFile, expectedHash: string): Promise<void> {
  try {
    await inFolder({ folder: dirname(to.real), root }, (place) =>
      withFolderNow(dirname(from.real), (fromPlace) => {
        const at = join(fromPlace, basename(from.real));
        assertContent(from, at, expectedHash);
        if (to.real !== from.real && isThere(join(place, name)))
          throw new Failure('conflict', `${to.relative} exists already, and nothing is overwritten.`);
        renameSync(at, join(place, name));
      }),
    );
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw fileFailure(error, to.relative);
    throw new Failure(
      'invalid',
      `${to.relative} lies on another disk. Write it there and delete ${from.relative}.`,
    );
  }
}

async function removeFile(path: ResolvedPath, expectedHash: string): Promise<void> {
  try {
    withFolderNow(dirname(path.real), (place) => {
      const at = join(place, basename(path.real));
      assertContent(path, at, expectedHash);
      rmSync(at);
    });
  } catch (error) {
    throw fileFailure(error, path.relative);
  }
}

function assertContent(path: ResolvedPath, at: string, expectedHash: string): void {
  const found = currentFile(path, at);
  if (found?.hash !== expectedHash) throw changedFailure(path.relative, found, expectedHash);
}

function isThere(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Creates the folder only if it is missing. */
async function inFolder(
  { folder, root }: { readonly folder: string; readonly root: string },
  use: (place: string) => void,
): Promise<void> {
  try {
    withFolderNow(folder, use);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeFolder(folder, root);
    withFolderNow(folder, use);
  }
}

interface WriteTarget {
  readonly path: ResolvedPath;
  /** Its folder, held open: see `withFolder`. */
  readonly place: string;
}

/**
 * Readers see the old file or the new one, never half of one: the last step is a rename. Synchronous: awaiting each
 * of these steps would take ten times as long.
 */
function replaceFile(
  { path, place }: WriteTarget,
  { bytes, hash }: { readonly bytes: Buffer; readonly hash: string },
  expectedHash: string | undefined,
): void {
  const name = basename(path.real);
  const temporary = join(place, temporaryName(name, hash));
  const made = openNew(temporary);
  try {
    writeFileSync(made, bytes);
    const before = currentFile(path, join(place, name));
    if (before?.hash !== expectedHash) throw changedFailure(path.relative, before, expectedHash);
    if (before !== undefined) keepOwnerAndMode(made, before);
    renameSync(temporary, join(place, name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(made);
  }
}

function openNew(file: string): number {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // A program that was killed in the middle of this write left it.
    rmSync(file, { force: true });
    return openSync(file, 'wx');
  }
}

/** The same name for the same write, so that a repetition after a crash finds the leftovers. */
function temporaryName(file: string, hash: string): string {
  return `.wasap-${sha256(`${file}\0${hash}`).slice(0, 12)}.tmp`;
}

function changedFailure(
  path: string,
  before: CurrentFile | undefined,
  expected: string | undefined,
): Failure {
  if (before === undefined)
    return new Failure('conflict', `${path} was deleted meanwhile; look again before writing.`);
  if (expected === undefined)
    return new Failure('conflict', `${path} exists already; read it before replacing it.`);
  return new Failure('conflict', `${path} was changed meanwhile; read it again before writing.`);
}

/** Changes the opened file, not the one at its path: the path may lead elsewhere by now. */
function keepOwnerAndMode(file: number, { mode, uid, gid }: CurrentFile): void {
  const made = fstatSync(file);
  // When root runs the program in a container, a new file would otherwise no longer belong to the person.
  if (made.uid !== uid || made.gid !== gid) chownIfPermitted(file, uid, gid);
  if ((made.mode & 0o7777) !== mode) fchmodSync(file, mode);
}

function chownIfPermitted(file: number, uid: number, gid: number): void {
  try {
    fchownSync(file, uid, gid);
  } catch (error) {
    // Only root may change a file's owner; an ordinary user's new file is already its own.
    if (codeOf(error) !== 'EPERM') throw error;
  }
}
