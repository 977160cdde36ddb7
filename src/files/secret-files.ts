import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { LearnSecrets } from '../contracts/exec.ts';
import { codeOf } from '../core/failure.ts';
import { isInside } from '../core/paths.ts';
import { realPath } from './look-at-path.ts';

/** How deep a workspace is searched; outer folders come first. */
const MAX_DEPTH = 12;
const MAX_FOLDERS = 400;
/** Read in parallel: one at a time, each would wait for the thread pool and delay the first request. */
const FOLDERS_AT_ONCE = 16;
/** In bytes; larger files hold data. */
const MAX_FILE_BYTES = 64 * 1024;

/** Large folders, generated from other files. */
const LEFT_OUT = new Set(
  '.git node_modules .venv venv target dist build vendor .next .cache __pycache__'.split(' '),
);

/** How many words of a command are examined. */
const MAX_WORDS = 200;
const BETWEEN_WORDS = /[\s'"`=:;,|&<>(){}]+/;

export interface SecretFilesParts {
  /** True for a file on the secret list; `relative` uses `/`. */
  isSecret(relative: string): boolean;
  valuesIn(text: string): readonly string[];
  /** Called with the values to hide, known ones included. */
  learn(values: readonly string[]): void;
}

/**
 * Reads the secret files of a workspace, so that their values can be hidden in command output. Unchanged files are
 * not read again. Never throws for an unreadable file: no command can print it either.
 */
export function createSecretFiles(parts: SecretFilesParts): LearnSecrets {
  const read = new Map<string, string>();
  return async (workspace, argv = []) => {
    const outside = placesOutside(workspace, argv);
    const named = outside.filter((place) => parts.isSecret(place.replaceAll(sep, '/')));
    const found = await Promise.all([workspace, ...outside].map((root) => secretFiles(root, parts)));
    for (const file of [...named, ...found.flat()]) {
      const state = await fileVersion(file);
      if (state === undefined || read.get(file) === state) continue;
      read.set(file, state);
      parts.learn(parts.valuesIn(await readSecretFile(file)));
    }
  };
}

/** Canonical paths. A word without a file may be a pattern: then its parent folder counts. */
function placesOutside(workspace: string, argv: readonly string[]): readonly string[] {
  const words = argv.flatMap((word) => word.split(BETWEEN_WORDS)).filter((word) => word !== '');
  const places = words.slice(0, MAX_WORDS).flatMap((word) => {
    const path = resolve(workspace, word);
    return realPath(path) ?? (word.includes('/') ? realPath(dirname(path)) : undefined) ?? [];
  });
  return [...new Set(places)].filter((place) => !isInside(place, workspace));
}

/** Breadth first: files near the root come before a deep tree uses up the limit. */
async function secretFiles(root: string, { isSecret }: SecretFilesParts): Promise<readonly string[]> {
  const found: string[] = [];
  const folders: FolderAtDepth[] = [{ path: '', depth: 0 }];
  for (let next = 0; next < folders.length; ) {
    const some = folders.slice(next, next + FOLDERS_AT_ONCE);
    next += some.length;
    for (const { entry, path, depth } of await entriesIn(root, some)) {
      if (folders.length < MAX_FOLDERS && isWorthLooking(entry, depth)) folders.push({ path, depth });
      else if (isSecret(path)) found.push(join(root, path));
    }
  }
  return found;
}

interface FolderAtDepth {
  /** Relative to the root, with `/`; the root itself is empty. */
  readonly path: string;
  readonly depth: number;
}

interface EntryAtDepth extends FolderAtDepth {
  readonly entry: Dirent;
}

/** Entries of these folders, in their order. */
async function entriesIn(root: string, folders: readonly FolderAtDepth[]): Promise<readonly EntryAtDepth[]> {
  const inside = await Promise.all(folders.map(({ path }) => readFolder(join(root, path))));
  return folders.flatMap(({ path, depth }, at) =>
    (inside[at] ?? []).map((entry) => ({
      entry,
      path: path === '' ? entry.name : `${path}/${entry.name}`,
      depth: depth + 1,
    })),
  );
}

function isWorthLooking(entry: Dirent, depth: number): boolean {
  return entry.isDirectory() && depth <= MAX_DEPTH && !LEFT_OUT.has(entry.name);
}

/** Changes with the file; undefined when it is too large, missing, or not a file. */
async function fileVersion(file: string): Promise<string | undefined> {
  const found = await ignoreClosed(() => stat(file));
  if (found === undefined || !found.isFile() || found.size > MAX_FILE_BYTES) return undefined;
  return `${found.ino} ${found.size} ${found.mtimeMs}`;
}

async function readFolder(folder: string): Promise<readonly Dirent[]> {
  return (await ignoreClosed(() => readdir(folder, { withFileTypes: true }))) ?? [];
}

async function readSecretFile(file: string): Promise<string> {
  return (await ignoreClosed(() => readFile(file, 'utf8'))) ?? '';
}

async function ignoreClosed<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
