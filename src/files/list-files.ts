import { type Dirent, lstatSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Ignore } from 'ignore';
import ignore from 'ignore';
import picomatch from 'picomatch';
import type { PathGuard } from '../contracts/workspace-files.ts';
import { codeOf, Failure } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';
import { excludeFileOf } from './repository-folders.ts';

interface FileQuery {
  /** Folder or file, relative to the root. */
  readonly under?: string | undefined;
  readonly glob?: string | undefined;
  readonly signal: AbortSignal;
}

const MAX_GLOB = 500;

/**
 * Regular files below the workspace root, as sorted relative paths: no symlinks, no `.git`, no secrets, nothing that
 * a `.gitignore` or `.git/info/exclude` leaves out. Lists and searches share it, so they agree on the files.
 * @throws Failure `not-found`, `denied`, `invalid`; `stopped` when the signal aborts
 */
export async function listFiles(
  guard: PathGuard,
  { under, glob, signal }: FileQuery,
): Promise<readonly string[]> {
  const matches = globMatcher(glob);
  const start = await guard.resolve(under ?? '.', 'read');
  if (!start.exists) throw new Failure('not-found', `${under} does not exist.`);
  if ((await stat(start.real)).isFile()) return [start.relative].filter((path) => !guard.isSecret(path));

  const rules = rulesAbove(guard.root, folderPath(start.relative));
  const found: string[] = [];
  for await (const path of walkFolders(guard.root, { folder: folderPath(start.relative), rules })) {
    if (signal.aborted) throw new Failure('stopped', 'Listing the files was stopped.');
    if (matches(path) && !guard.isSecret(path)) found.push(path);
  }
  return found.sort(byCodeUnits);
}

/** Where a program that finds files by itself searches; which files count is still decided here. */
export interface FoldersToSearch {
  /** Relative to the root, `''` for the root itself. */
  readonly start: string;
  /** Folders below it that are ignored as a whole, relative to the root. */
  readonly ignored: readonly string[];
  /** True for a regular file below `start` that `listFiles` lists. */
  lists(path: string): boolean;
}

/**
 * The folders that `listFiles` enters, without examining their files, most of which are not needed.
 * @returns undefined where `under` is no folder
 * @throws as `listFiles`
 */
export async function foldersToSearch(
  guard: PathGuard,
  { under, glob, signal }: FileQuery,
): Promise<FoldersToSearch | undefined> {
  const matches = globMatcher(glob);
  const { real, relative, exists } = await guard.resolve(under ?? '.', 'read');
  if (!exists || !(await stat(real)).isDirectory()) return undefined;
  const start = folderPath(relative);
  const rules = new Map<string, IgnoreRules>();
  const ignored: string[] = [];
  const waiting: FolderWithRules[] = [{ folder: start, rules: rulesAbove(guard.root, start) }];
  while (waiting.length > 0) {
    if (signal.aborted) throw new Failure('stopped', 'Listing the files was stopped.');
    const some = waiting.splice(0, FOLDERS_TOGETHER);
    for (const found of await Promise.all(some.map((above) => foldersIn(guard.root, above)))) {
      rules.set(found.folder, found.rules);
      ignored.push(...found.ignored);
      waiting.push(...found.folders.map((folder) => ({ folder, rules: found.rules })));
    }
  }
  const isListed = (path: string): boolean =>
    posix.basename(path) !== '.git' && rules.get(parentFolder(path))?.ignores(path, false) === false;
  return { start, ignored, lists: (path) => isListed(path) && matches(path) && !guard.isSecret(path) };
}

const FOLDERS_TOGETHER = 16;

interface InnerFolders extends FolderWithRules {
  readonly folders: readonly string[];
  readonly ignored: readonly string[];
}

async function foldersIn(root: string, above: FolderWithRules): Promise<InnerFolders> {
  const { folder } = above;
  const entries = await readEntries(join(root, folder));
  const rules = entries.some(({ name }) => name === '.gitignore') ? rulesIn(root, above) : above.rules;
  const folders = entries
    .filter((entry) => entry.isDirectory() && entry.name !== '.git')
    .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
  const isIgnored = (path: string): boolean => rules.ignores(path, true);
  return {
    folder,
    rules,
    folders: folders.filter((path) => !isIgnored(path)),
    ignored: folders.filter(isIgnored),
  };
}

function parentFolder(path: string): string {
  return folderPath(posix.dirname(path));
}

/** A glob without `/` matches names at any depth, as in a `.gitignore`. */
function globMatcher(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined || glob === '') return () => true;
  if (glob.length > MAX_GLOB) throw new Failure('invalid', `A glob has at most ${MAX_GLOB} characters.`);
  // Extended globs can be made to take for ever.
  const options = { dot: true, noextglob: true, basename: !glob.includes('/') };
  return picomatch(glob.replace(/^(?:\.?\/)+/, ''), options);
}

export interface FolderWithRules {
  /** Relative to the root, `''` for the root itself. */
  readonly folder: string;
  /** Rules of the folders above. */
  readonly rules: IgnoreRules;
}

async function* walkFolders(root: string, start: FolderWithRules): AsyncGenerator<string> {
  const waiting = [start];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { files, folders } = await readFolder(root, next);
    yield* files;
    waiting.push(...folders);
  }
}

interface FolderContents {
  readonly files: readonly string[];
  readonly folders: readonly FolderWithRules[];
}

async function readFolder(root: string, above: FolderWithRules): Promise<FolderContents> {
  const rules = rulesIn(root, above);
  const pathOf = ({ name }: Dirent): string => (above.folder === '' ? name : `${above.folder}/${name}`);
  const entries = (await readEntries(join(root, above.folder))).filter(
    (entry) => entry.name !== '.git' && !rules.ignores(pathOf(entry), entry.isDirectory()),
  );
  return {
    files: entries.filter((entry) => entry.isFile()).map(pathOf),
    folders: entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => ({ folder: pathOf(entry), rules })),
  };
}

/** Errors for a file that is missing, unreadable, or cannot hold rules. */
const NO_RULES = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EINVAL', 'EFBIG', 'ELOOP', 'EACCES'];

/** Rules of the folders above `folder`, from the root down. */
export function rulesAbove(root: string, folder: string): IgnoreRules {
  const exclude = readRules(excludeFileOf(root));
  let rules = noIgnoreRules().within('', exclude);
  const names = folder === '' ? [] : folder.split('/');
  for (const [depth] of names.entries()) {
    rules = rulesIn(root, { folder: names.slice(0, depth).join('/'), rules });
  }
  return rules;
}

export function rulesIn(root: string, { folder, rules }: FolderWithRules): IgnoreRules {
  const text = readRules(join(root, folder, '.gitignore'));
  return text === '' ? rules : rules.within(folder, text);
}

function readRules(file: string): string {
  try {
    // Git does not follow a symlink here either.
    return lstatSync(file).isSymbolicLink() ? '' : readRegular(file);
  } catch (error) {
    if (NO_RULES.includes(codeOf(error) ?? '')) return '';
    throw error;
  }
}

async function readEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // It was removed since its parent was read, or may not be read: its files cannot be used anyway.
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return [];
    throw error;
  }
}

function folderPath(relative: string): string {
  return relative === '.' ? '' : relative;
}

/** By UTF-16 code unit: the same everywhere, whatever the language of the machine. */
export function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The ignore rules for one folder: those of its own `.gitignore` come before those of the folders above. */
export interface IgnoreRules {
  /** `path` is relative to the workspace root; `isFolder` matters because `build/` only names folders. */
  ignores(path: string, isFolder: boolean): boolean;
  /** Rules for the folder `folder` (relative to the root), which has a `.gitignore` with this text. */
  within(folder: string, text: string): IgnoreRules;
}

export function noIgnoreRules(): IgnoreRules {
  return rulesFrom([]);
}

interface Layer {
  /** Relative to the root, `''` for the root itself. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** `layers`: nearest first, because the nearest file with a matching rule decides. */
function rulesFrom(layers: readonly Layer[]): IgnoreRules {
  return {
    ignores(path, isFolder) {
      for (const { folder, rules } of layers) {
        const local = folder === '' ? path : path.slice(folder.length + 1);
        const verdict = rules.test(isFolder ? `${local}/` : local);
        if (verdict.ignored || verdict.unignored) return verdict.ignored;
      }
      return false;
    },
    within: (folder, text) => {
      const rules = ignore({ ignoreCase: false }).add(text);
      return rulesFrom([{ folder, rules }, ...layers]);
    },
  };
}
