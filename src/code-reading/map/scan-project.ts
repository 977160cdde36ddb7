import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { codeOf } from '../../core/failure.ts';
import { isSourcePath } from './kinds.ts';
import { type FoundFile, statSource } from './known-files.ts';

/** How many paths are examined before other work runs: about a millisecond. */
const AT_ONCE = 200;
/** Further source files are counted, and nothing else. */
const MAX_FILES = 20_000;

/** Folders that are looked into before a project counts as one of some size. */
const MAX_FOLDERS = 64;

/**
 * True for a project with fewer source files than `fewest`, so that no process has to be started for it. Counting
 * includes ignored files.
 */
export async function isSmall(root: string, fewest: number): Promise<boolean> {
  const folders = [root];
  let sources = 0;
  for (const folder of folders) {
    const inside = await lookInto(folder, fewest);
    sources += inside.sources;
    folders.push(...inside.folders);
    if (sources >= fewest || folders.length > MAX_FOLDERS) return false;
  }
  return true;
}

/** Searches until so many source files are found. */
async function lookInto(folder: string, most: number) {
  const found = { sources: 0, folders: [] as string[] };
  for await (const entry of entriesOf(folder)) {
    if (isLookedInto(entry)) found.folders.push(join(folder, entry.name));
    if (isSource(entry)) found.sources += 1;
    if (found.sources >= most || found.folders.length > MAX_FOLDERS) break;
  }
  return found;
}

function isSource(entry: Dirent): boolean {
  return entry.isFile() && isSourcePath(entry.name);
}

function isLookedInto(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
}

/** Nothing where it cannot be looked into. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

export interface ScannedProject {
  readonly files: readonly FoundFile[];
  /** Number of source files, including unread ones. */
  readonly total: number;
  /** Changes whenever one of the files does. */
  readonly key: string;
}

/**
 * Which source files there are, and in which state, without opening any. Not in a thread: for a map that is known already
 * this is all there is to do, and to start a thread would take longer.
 */
export async function scanProject(root: string, paths: readonly string[]): Promise<ScannedProject> {
  const files: FoundFile[] = [];
  const seen = new Set<string>();
  const key = createHash('sha256');
  for (const [at, path] of paths.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    // A file with conflicts is listed several times.
    if (!isSourcePath(path) || seen.has(path)) continue;
    seen.add(path);
    const file = seen.size > MAX_FILES ? undefined : statSource(root, path);
    if (file === undefined) continue;
    files.push(file);
    key.update(`${path}\0${file.state}\n`);
  }
  const total = files.length + Math.max(0, seen.size - MAX_FILES);
  return { files, total, key: key.update(`${total}`).digest('hex') };
}

/** The files that may be read. */
export async function openAmong(
  files: readonly FoundFile[],
  isClosed: (path: string) => boolean,
): Promise<readonly FoundFile[]> {
  const open: FoundFile[] = [];
  for (const [at, file] of files.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    if (!isClosed(file.path)) open.push(file);
  }
  return open;
}
