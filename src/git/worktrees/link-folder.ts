import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { isInside } from '../../core/paths.ts';
import { fault } from '../../core/texts/faults.ts';
import { withFolder } from '../../files/held-folder.ts';
import { realPath } from '../../files/look-at-path.ts';
import { plainName } from './branch-name.ts';

/** How to link one kind of dependency folder, so that nothing in the worktree leads back to the project's code. */
export interface Layout {
  /** True for a folder that is created in the worktree, with each entry linked separately; `''` is the top one. */
  opens(path: string): boolean;
  /** True for files that tools generate again, or take for a description of this folder. */
  leavesOut(path: string): boolean;
  /**
   * Whether a text that names the project is changed to name the worktree. `demanding`: the named places have to
   * exist in the worktree, or the folder cannot be used.
   */
  rewrites(path: string): 'yes' | 'demanding' | 'no';
}

interface LinkedTree {
  /** Canonical path of the project. */
  readonly project: string;
  /** Canonical path of the worktree. */
  readonly folder: string;
  /** Relative to both. */
  readonly path: string;
  readonly layout: Layout;
  readonly signal: AbortSignal;
  /** Shared by all folders of a project. */
  readonly count: { entries: number };
}

/**
 * Creates a folder in the worktree from links to the entries of the same folder in the project. A link into the
 * project is copied, so that it leads to the same place in the worktree.
 * @throws Failure `stopped`; `unavailable`, with the reason in plain words, when it cannot be used from there
 */
export async function linkFolder(tree: LinkedTree): Promise<void> {
  const waiting = [''];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    await mkdir(join(tree.folder, tree.path, next));
    // Held open: a program in the project could exchange it for a link, whose target would then be copied.
    await withFolder(join(tree.project, tree.path, next), async (place) => {
      for (const name of await readdir(place)) {
        const entry = { path: next === '' ? name : `${next}/${name}`, at: join(place, name) };
        if ((await linkEntry(tree, entry)) === 'opened') waiting.push(entry.path);
      }
    });
  }
}

interface LinkedEntry {
  /** Relative to the folder that is linked. */
  readonly path: string;
  /** Path through a folder that is held open. */
  readonly at: string;
}

/** How many entries are created for all folders of one project; each is a link of its own. */
const MAX_ENTRIES = 60_000;

async function linkEntry(tree: LinkedTree, entry: LinkedEntry): Promise<'opened' | 'done'> {
  const { path, at } = entry;
  const { layout, signal, count } = tree;
  if (signal.aborted) throw new Failure('stopped', fault('dependencies-stopped'));
  if (layout.leavesOut(path)) return 'done';
  count.entries += 1;
  if (count.entries > MAX_ENTRIES) throw new Failure('unavailable', fault('dependencies-too-large'));
  const source = join(tree.project, tree.path, path);
  const target = join(tree.folder, tree.path, path);
  const stats = await lstat(at);
  if (stats.isSymbolicLink()) await symlink(linkTarget(tree, source, await readlink(at)), target);
  else if (stats.isDirectory()) {
    if (layout.opens(path)) return 'opened';
    await symlink(source, target);
  } else if (stats.isFile() && !(await copySmallFile(tree, entry))) await symlink(source, target);
  return 'done';
}

/**
 * A link out of the project leads there from the worktree, too: a person who may not follow it there may not here.
 */
function linkTarget({ project, folder }: LinkedTree, source: string, text: string): string {
  const absolute = resolve(dirname(source), text);
  if (!isInside(absolute, project)) return absolute;
  return isAbsolute(text) ? join(folder, relative(project, absolute)) : text;
}

/**
 * Single files are copied: an installer that writes one would write through a link. False for a file that is too
 * large.
 */
async function copySmallFile(tree: LinkedTree, { path, at }: LinkedEntry): Promise<boolean> {
  const file = await readSmall(at);
  if (file === undefined) return false;
  const made = await open(join(tree.folder, tree.path, path), 'wx', file.mode);
  try {
    await made.writeFile(file.bytes.includes(0) ? file.bytes : rewritePlaces(tree, path, file.bytes));
    await made.chmod(file.mode);
  } finally {
    await made.close();
  }
  return true;
}

function rewritePlaces(tree: LinkedTree, path: string, bytes: Buffer): Buffer {
  const { layout, project, folder } = tree;
  const rewrites = layout.rewrites(path);
  if (rewrites === 'no') return bytes;
  // One character for each byte, whatever the encoding.
  const text = bytes.toString('latin1');
  if (rewrites === 'demanding') assertPlaces(placesNamed(text, project), tree);
  return Buffer.from(withRunnableFirstLine(replacePlaces(text, project, folder)), 'latin1');
}

/** The named places have to exist in the worktree: ignored files of the project do not. */
function assertPlaces(names: readonly string[], { project, folder, path }: LinkedTree): void {
  const here = join(project, path);
  const lost = names.find(
    (name) => !isInside(name, here) && realPath(join(folder, relative(project, name))) === undefined,
  );
  if (lost === undefined) return;
  throw new Failure('unavailable', fault('dependencies-unknown', plainName(relative(project, lost))));
}

/** In bytes; scripts and single modules are far smaller. */
const MAX_COPY_SIZE = 4 * 1024 * 1024;

/** Undefined for a file that is too large. */
async function readSmall(
  file: string,
): Promise<{ readonly bytes: Buffer; readonly mode: number } | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.size > MAX_COPY_SIZE) return undefined;
    return { bytes: await handle.readFile(), mode: stats.mode & 0o777 };
  } finally {
    await handle.close();
  }
}

/** A path ends at the end of its quotation, line or word. */
const PATH_END = `(?=$|[/"'\\s:;,()])`;

function replacePlaces(text: string, from: string, to: string): string {
  const place = new RegExp(escapeRegExp(bytesOf(from)) + PATH_END, 'gm');
  return text.replaceAll(place, () => bytesOf(to));
}

/** Absolute paths into the project in a text. */
function placesNamed(text: string, project: string): readonly string[] {
  const place = new RegExp(`${escapeRegExp(bytesOf(project))}${PATH_END}[^"'\\n\\r:;,()]*`, 'gm');
  return [...text.matchAll(place)].map(([path]) =>
    resolve(Buffer.from(path.trimEnd(), 'latin1').toString('utf8')),
  );
}

function bytesOf(path: string): string {
  return Buffer.from(path, 'utf8').toString('latin1');
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Longest `#!` line that the system accepts, in bytes. */
const MAX_FIRST_LINE_LENGTH = 120;

/**
 * The system limits the length of a first line, and ends its first word at a space: `sh` is used then, as pip does.
 */
function withRunnableFirstLine(text: string): string {
  const line = /^#!(\/[^\n]*\/python[^\n/]*)\n/.exec(text);
  if (line === null) return text;
  const [whole, program = ''] = line;
  if (!program.includes(' ') && whole.length <= MAX_FIRST_LINE_LENGTH) return text;
  return `#!/bin/sh\n'''exec' "${program}" "$0" "$@"\n' '''\n${text.slice(whole.length)}`;
}

/** Caches of bundlers, test runners and compilers. */
const CACHE = /^\.(vite|vitest|vite-temp|te?mp|eslintcache|.*cache.*)$/i;

/** Scopes, and the folder in which pnpm keeps each version of a package: all of them hold links, too. */
const HOLDS_PACKAGES = /^((\.pnpm\/node_modules\/)?@[^/]+|\.pnpm|\.pnpm\/node_modules)$/;

/** npm's own list: if it were linked, npm would believe that nothing is missing. */
const TOLD_BY_NPM = '.package-lock.json';

const nodeModules: Layout = {
  opens: (path) => path === '' || path === '.bin' || HOLDS_PACKAGES.test(path),
  leavesOut: (path) => CACHE.test(path) || path === TOLD_BY_NPM,
  // pnpm's files name folders of packages.
  rewrites: () => 'yes',
};

const SITE_PACKAGES = /^lib(64)?\/python[^/]*\/site-packages$/;
const NAMES_PLACES = /\/site-packages\/([^/]*\.(pth|egg-link)|_[^/]*editable[^/]*)$/;

/** Scripts and packages installed as "editable" name the project's folder. */
const virtualEnvironment: Layout = {
  opens: (path) =>
    ['', 'bin', 'lib', 'lib64'].includes(path) ||
    /^lib(64)?\/python[^/]*$/.test(path) ||
    SITE_PACKAGES.test(path),
  // Compiled from files that differ here.
  leavesOut: (path) => /\/site-packages\/__pycache__$/.test(path),
  rewrites: (path) => {
    if (path.startsWith('bin/')) return 'yes';
    return NAMES_PLACES.test(path) ? 'demanding' : 'no';
  },
};

/** PHP takes a link's target for a file's place, and finds the project's own classes from there. */
const composer: Layout = {
  opens: (path) => !path.includes('/'),
  leavesOut: () => false,
  rewrites: () => 'yes',
};

/** Folders and files of others, without references to the project. */
const plain: Layout = { opens: (path) => path === '', leavesOut: () => false, rewrites: () => 'no' };

interface DependencyKind {
  readonly names: readonly string[];
  /** An entry by which it is recognised; missing = its name is enough. */
  readonly holds?: string;
  readonly layout: Layout;
}

/** The first match counts. */
const KINDS: readonly DependencyKind[] = [
  { names: ['node_modules'], layout: nodeModules },
  { names: ['.venv', 'venv', 'env'], holds: 'pyvenv.cfg', layout: virtualEnvironment },
  { names: ['vendor'], holds: 'autoload.php', layout: composer },
  // Tells Ruby's bundler that gems are in `vendor/bundle`.
  { names: ['.bundle'], holds: 'config', layout: plain },
  { names: ['vendor', 'Pods', 'bower_components'], layout: plain },
];

export const DEPENDENCY_FOLDERS: readonly string[] = [...new Set(KINDS.flatMap(({ names }) => names))];

/** @param holds true when the folder has an entry of this name */
export function layoutOf(name: string, holds: (entry: string) => boolean): Layout | undefined {
  return KINDS.find((kind) => kind.names.includes(name) && (kind.holds === undefined || holds(kind.holds)))
    ?.layout;
}
