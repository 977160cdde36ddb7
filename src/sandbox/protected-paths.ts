import { type Dirent, lstatSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readRegular } from '../core/file-access.ts';
import { isInside } from '../core/paths.ts';
import { entriesOfFolder, realPath, unlessRefused } from '../files/look-at-path.ts';
import { isGitPointer } from '../files/repository-folders.ts';

/** How deep folders are searched: packages of a workspace, no deeper. */
const MAX_DEPTH = 3;

/** How many folders one search reads; in a larger project the outer ones are protected. */
const MAX_FOLDERS = 400;

/** Large generated folders, whose contents are not the project's. */
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

/** Folders with installed packages that contain programs, and their program folders. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  node_modules: ['.bin'],
  '.venv': ['bin', 'Scripts'],
  venv: ['bin', 'Scripts'],
  vendor: ['bin'],
};

/**
 * An approval that names one of these opens it everywhere in the project: an install fills those of all packages.
 */
export const PACKAGE_FOLDERS: readonly string[] = Object.keys(PROGRAMS);

export function isProgramFolder(name: string): boolean {
  const [folder = '', parent = ''] = name.split('/').toReversed();
  return PROGRAMS[parent]?.includes(folder) === true;
}

/**
 * True when an approval of this name opens protected files under that path; both relative to the project, with `/`.
 */
export function opens(named: string, path: string): boolean {
  if (isInside(`/${path}`, `/${named}`)) return true;
  return PACKAGE_FOLDERS.includes(named) && `/${path}/`.includes(`/${named}/`);
}

/** Files with or about settings and hooks stay closed even where `.git` is opened. */
export const INSIDE_GIT = ['.git/hooks', '.git/config', '.git/config.worktree', '.git/commondir'];

/** Parts of a repository that stay closed even where `.git`, or the whole project, is opened. */
export function protectedGitPaths(root: string): readonly string[] {
  return isGitPointer(root) ? ['.git'] : INSIDE_GIT;
}

/** In a file of git's settings; included files are not followed. */
const HOOKS_PATH = /^[ \t]*hookspath[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$/gim;

export interface ProtectionRules {
  readonly isProtected: (relative: string) => boolean;
  /** Files of git's settings that may name a hook folder in the project. */
  readonly gitSettings: readonly string[];
}

/**
 * Names of existing files that change what other tools execute, relative to the project's root with `/`, outer ones
 * first. Read anew each time: a cached list would miss new ones, and leave them writable.
 */
export function protectedNames(root: string, rules: ProtectionRules): readonly string[] {
  const found: string[] = [];
  let level = [''];
  let folders = 0;
  for (let depth = 0; depth <= MAX_DEPTH && folders < MAX_FOLDERS; depth += 1) {
    const here = level.slice(0, MAX_FOLDERS - folders);
    folders += here.length;
    const entries = here.flatMap((folder) => namedEntries(root, folder));
    const closed = entries.filter(({ name }) => rules.isProtected(name));
    found.push(
      ...closed.map(({ name }) => name),
      ...entries.flatMap((entry) => programsIn(root, entry, rules)),
    );
    level = entries.filter((entry) => isLookedInto(entry) && !closed.includes(entry)).map(({ name }) => name);
  }
  const hooks = rules.gitSettings.flatMap((file) => hookFolders(file, root));
  const inside = [...INSIDE_GIT, ...hooks].filter((name) => realPath(join(root, name)) !== undefined);
  return [...new Set([...found, ...inside])];
}

/** Their real paths. Those outside are left out: they are not writable anyway. */
export function pathsOf(root: string, names: readonly string[]): readonly string[] {
  const real = names.flatMap((name) => realPath(join(root, name)) ?? []);
  return [...new Set(real.filter((path) => path !== root && isInside(path, root)))];
}

interface NamedEntry {
  readonly entry: Dirent;
  readonly name: string;
}

/** Programs in a folder that is not searched further. */
function programsIn(
  root: string,
  { entry, name }: NamedEntry,
  { isProtected }: Pick<ProtectionRules, 'isProtected'>,
): readonly string[] {
  if (!entry.isDirectory()) return [];
  return (PROGRAMS[entry.name] ?? [])
    .map((folder) => `${name}/${folder}`)
    .filter(
      (folder) => isProtected(folder) && unlessRefused(() => lstatSync(join(root, folder))) !== undefined,
    );
}

function isLookedInto({ entry }: NamedEntry): boolean {
  return entry.isDirectory() && !SKIPPED.includes(entry.name);
}

function namedEntries(root: string, folder: string): readonly NamedEntry[] {
  return entriesOfFolder(join(root, folder)).map((entry) => ({
    entry,
    name: folder === '' ? entry.name : `${folder}/${entry.name}`,
  }));
}

/** `core.hooksPath`: files there run at the person's next commit. */
export function hookFolders(settings: string, root: string): readonly string[] {
  const text = unlessRefused(() => readRegular(settings)) ?? '';
  return [...text.matchAll(HOOKS_PATH)]
    .map(([, path = '']) => resolve(root, path))
    .filter((path) => path !== root && isInside(path, root))
    .map((path) => relative(root, path));
}
