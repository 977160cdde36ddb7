import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isInside } from '../../base/is-inside.ts';
import { readRegular } from '../../base/regular-file.ts';
import { realPath } from '../files/real-path.ts';
import { unlessRefused } from '../files/unless-refused.ts';

/** Folders below the root that are looked into: packages of a workspace, no deeper. */
const MAX_DEPTH = 3;

/** Folders read in one look; a project with more has its outer ones protected. */
const MAX_FOLDERS = 400;

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

/** Folders of installed packages that hold programs of the project, and in which folder. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  node_modules: ['.bin'],
  '.venv': ['bin', 'Scripts'],
  venv: ['bin', 'Scripts'],
  vendor: ['bin'],
};

/** An approval that names one of these opens it wherever in the project it lies: an install fills those of all packages. */
export const PACKAGE_FOLDERS: readonly string[] = Object.keys(PROGRAMS);

export function isProgramFolder(name: string): boolean {
  const [folder = '', parent = ''] = name.split('/').toReversed();
  return PROGRAMS[parent]?.includes(folder) === true;
}

/** Whether an approval of this name opens what is protected under that path; both relative to the project, with `/`. */
export function opens(named: string, path: string): boolean {
  if (isInside(`/${path}`, `/${named}`)) return true;
  return PACKAGE_FOLDERS.includes(named) && `/${path}/`.includes(`/${named}/`);
}

/** Where settings and hooks are, or are said to be, stays closed also where `.git` is opened. */
export const INSIDE_GIT = ['.git/hooks', '.git/config', '.git/config.worktree', '.git/commondir'];

/** What stays closed of a repository also where `.git`, or the whole project, is opened. */
export function keptOfGit(root: string): readonly string[] {
  return isGitPointer(root) ? ['.git'] : INSIDE_GIT;
}

/** A worktree or sub-module has a file in place of the folder; git obeys whatever repository it names. */
export function isGitPointer(root: string): boolean {
  return unlessRefused(() => lstatSync(join(root, '.git')).isFile()) === true;
}

/** In a file of git's settings; where it was included from another file is not looked for. */
const HOOKS_PATH = /^[ \t]*hookspath[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$/gim;

export interface ProtectionRules {
  readonly isProtected: (relative: string) => boolean;
  /** Files of git's settings that may name a folder of hooks in the project. */
  readonly gitSettings: readonly string[];
}

/**
 * Names of what exists in a project and alters what other tools execute, relative to its root with `/`, outer ones
 * first. Read anew each time: a list that is remembered would miss what was made since, and leave it writable.
 */
export function protectedNames(root: string, rules: ProtectionRules): readonly string[] {
  const found: string[] = [];
  let level = [''];
  let folders = 0;
  for (let depth = 0; depth <= MAX_DEPTH && folders < MAX_FOLDERS; depth += 1) {
    const here = level.slice(0, MAX_FOLDERS - folders);
    folders += here.length;
    const entries = here.flatMap((folder) => entriesOf(root, folder));
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

/** Where they lead. What leads outside is left out: nothing is writable there anyway. */
export function pathsOf(root: string, names: readonly string[]): readonly string[] {
  const real = names.flatMap((name) => realPath(join(root, name)) ?? []);
  return [...new Set(real.filter((path) => path !== root && isInside(path, root)))];
}

interface Entry {
  readonly entry: Dirent;
  readonly name: string;
}

/** Programs in a folder that is not searched further. */
function programsIn(
  root: string,
  { entry, name }: Entry,
  { isProtected }: Pick<ProtectionRules, 'isProtected'>,
): readonly string[] {
  if (!entry.isDirectory()) return [];
  return (PROGRAMS[entry.name] ?? [])
    .map((folder) => `${name}/${folder}`)
    .filter(
      (folder) => isProtected(folder) && unlessRefused(() => lstatSync(join(root, folder))) !== undefined,
    );
}

function isLookedInto({ entry }: Entry): boolean {
  return entry.isDirectory() && !SKIPPED.includes(entry.name);
}

function entriesOf(root: string, folder: string): readonly Entry[] {
  const entries = unlessRefused(() => readdirSync(join(root, folder), { withFileTypes: true })) ?? [];
  return entries.map((entry) => ({
    entry,
    name: folder === '' ? entry.name : `${folder}/${entry.name}`,
  }));
}

/** `core.hooksPath`: whatever lies there runs at the person's next commit. */
export function hookFolders(settings: string, root: string): readonly string[] {
  const text = unlessRefused(() => readRegular(settings)) ?? '';
  return [...text.matchAll(HOOKS_PATH)]
    .map(([, path = '']) => resolve(root, path))
    .filter((path) => path !== root && isInside(path, root))
    .map((path) => relative(root, path));
}
