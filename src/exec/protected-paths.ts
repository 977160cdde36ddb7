import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../base/failure.ts';
import { isInside } from './is-inside.ts';

/** Folders below the root that are looked into: packages of a workspace, no deeper. */
const DEEPEST = 3;

/** Folders read in one look; a project with more has its outer ones protected. */
const MOST_FOLDERS = 400;

/** What others made: large, and nothing in it belongs to the project. */
const SKIPPED = [
  'node_modules',
  '.venv',
  'venv',
  'vendor',
  'target',
  'dist',
  'build',
  '.next',
  '__pycache__',
];

/** `hooks` and `config` stay closed also where `.git` is opened. */
const INSIDE_GIT = ['.git/hooks', '.git/config'];

/** Canonical paths of what exists in a project and alters what other tools execute. Outer ones first. */
export async function protectedPaths(
  root: string,
  isProtected: (relative: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [''];
  let folders = 0;
  for (let depth = 0; depth <= DEEPEST && folders < MOST_FOLDERS; depth += 1) {
    const here = level.slice(0, MOST_FOLDERS - folders);
    folders += here.length;
    const entries = (await Promise.all(here.map((folder) => entriesOf(root, folder)))).flat();
    found.push(...entries.filter(({ path }) => isProtected(path)).map(({ path }) => path));
    level = entries
      .filter(({ entry, path }) => entry.isDirectory() && !SKIPPED.includes(entry.name) && !isProtected(path))
      .map(({ path }) => path);
  }
  const real = await Promise.all([...found, ...INSIDE_GIT].map((path) => realInside(root, path)));
  return [...new Set(real.filter((path) => path !== undefined))];
}

interface Entry {
  readonly entry: Dirent;
  /** Relative to the root. */
  readonly path: string;
}

async function entriesOf(root: string, folder: string): Promise<readonly Entry[]> {
  const entries = await unlessGone(readdir(join(root, folder), { withFileTypes: true }));
  return (entries ?? []).map((entry) => ({
    entry,
    path: folder === '' ? entry.name : `${folder}/${entry.name}`,
  }));
}

/** Where it leads; undefined when that is outside, where nothing is writable anyway. */
async function realInside(root: string, path: string): Promise<string | undefined> {
  const real = await unlessGone(realpath(join(root, path)));
  return real !== undefined && real !== root && isInside(real, root) ? real : undefined;
}

/** Undefined for what is gone, or not to be read. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
