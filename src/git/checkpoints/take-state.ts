import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFile,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import type { SkippedFile, WorkspaceState } from '../../contracts/checkpoints.ts';
import { codeOf } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { newMessageId } from '../../core/ids.ts';
import { sha256 } from '../../core/json.ts';
import { isInside } from '../../core/paths.ts';
import { MAX_AT_ONCE, readToEnd } from '../../files/held-folder.ts';
import { excludeFileOf } from '../../files/repository-folders.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { candidatesIn } from './candidates.ts';
import { markUsed } from './keep-contents.ts';
import { readPosition } from './position.ts';
import { gitFolderOf, type Shadow } from './shadow.ts';
import { NO_INDEX } from './trees.ts';

/** Kept between two states to save work for the second. */
interface Memory {
  /** By index file: a mark of the file, and its tree. */
  readonly trees: Map<string, { readonly mark: string; readonly tree: string }>;
  readonly indexes: Map<string, { readonly mark: string; readonly hash: string }>;
  exclude: string | undefined;
}

export function newMemory(): Memory {
  return { trees: new Map(), indexes: new Map(), exclude: undefined };
}

export interface StateReader {
  readonly environment: Environment;
  readonly shadow: Shadow;
  readonly memory: Memory;
  /** Folders of this program: files there are not the work of a task. */
  readonly ownFolders: readonly string[];
}

/** How many skipped files a state lists. */
const MAX_SKIPPED = 300;

/** Stores the present state of a workspace; reads only what changed since the last one. */
export async function takeState(
  taking: StateReader,
  signal: AbortSignal | undefined,
): Promise<WorkspaceState> {
  const { shadow } = taking;
  return shadow.alone(async () => {
    await shadow.whenPrepared();
    const exclude = await shareExclude(taking);
    const [{ trees, skipped }, git] = await Promise.all([allTrees(taking, signal), positionOf(taking)]);
    for (const { tree } of trees) markUsed(shadow.folder, tree);
    return {
      trees,
      skipped: skipped.slice(0, MAX_SKIPPED),
      moreSkipped: Math.max(0, skipped.length - MAX_SKIPPED),
      exclude,
      git,
    };
  });
}

/** What is known before any file is read: the repository's position, and what git ignores. */
export async function takePosition(taking: StateReader): Promise<WorkspaceState> {
  const git = await positionOf(taking);
  const trees = [{ root: '', tree: null }];
  return { trees, skipped: [], moreSkipped: 0, exclude: sha256(excludesOf(taking)), git };
}

function positionOf(taking: StateReader): ReturnType<typeof readPosition> {
  return readPosition(taking.shadow.workspace, taking.environment, (file) => keepIndex(taking, file));
}

interface WorkspaceTrees {
  readonly trees: readonly { readonly root: string; readonly tree: string }[];
  readonly skipped: readonly SkippedFile[];
}

/** How many nested repositories are followed; more are a collection, not a project. */
const MAX_ROOTS = 40;

async function allTrees(taking: StateReader, signal: AbortSignal | undefined): Promise<WorkspaceTrees> {
  const trees: { root: string; tree: string }[] = [];
  const skipped: SkippedFile[] = [];
  const waiting = [''];
  for (let root = waiting.shift(); root !== undefined && trees.length < MAX_ROOTS; root = waiting.shift()) {
    const found = await oneTree(taking, root, signal);
    trees.push({ root, tree: found.tree });
    skipped.push(...found.skipped);
    waiting.push(...found.nested);
  }
  return { trees, skipped };
}

interface OneTree {
  readonly tree: string;
  readonly skipped: readonly SkippedFile[];
  readonly nested: readonly string[];
}

/** New contents of one state, above which they are packed. */
const MANY = 200;

async function oneTree(taking: StateReader, root: string, signal: AbortSignal | undefined): Promise<OneTree> {
  const { shadow } = taking;
  const call = { root, signal };
  const flags = ['-z', '-t', '--others', '--modified', '--deleted', '--exclude-standard'];
  const { stdout } = await shadow.runOrThrow(['ls-files', ...flags], call);
  const paths = [
    ...new Set(stdout.split('\0').flatMap((record) => (record === '' ? [] : [record.slice(2)]))),
  ];
  // Git lists a nested repository like this.
  const nested = paths
    .filter((path) => path.endsWith('/'))
    .map((path) => posix.join(root, path.slice(0, -1)));
  const files = paths.filter((path) => !path.endsWith('/'));
  const { keep, forget, skipped } = await candidatesIn(join(shadow.workspace, root), files);
  if (forget.length > 0) {
    const input = forget.map((path) => `0 ${'0'.repeat(40)}\t${path}\0`).join('');
    await shadow.runOrThrow(['update-index', '-z', '--index-info'], { ...call, input });
  }
  if (keep.length > 0) {
    const args = ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
    const adds = keep.length > MANY ? { adds: 'many' as const } : {};
    await shadow.runOrThrow(args, { ...call, ...adds, input: keep.map((path) => `${path}\0`).join('') });
  }
  return {
    tree: await treeOf(taking, root, signal),
    skipped: skipped.map((file) => ({ ...file, path: posix.join(root, file.path) })),
    nested,
  };
}

/** An unchanged index has the same tree. */
async function treeOf(
  { shadow, memory }: StateReader,
  root: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const index = shadow.indexOf(root);
  const known = memory.trees.get(index);
  if (known !== undefined && known.mark === fileVersion(index)) return known.tree;
  const tree = (await shadow.runOrThrow(['write-tree'], { root, signal })).stdout.trim();
  memory.trees.set(index, { mark: fileVersion(index), tree });
  return tree;
}

function fileVersion(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(':');
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return '';
  }
}

/** The person's local exclude file counts too; no other part of their `.git` is read. */
async function shareExclude(taking: StateReader): Promise<string> {
  const { shadow, memory } = taking;
  const text = excludesOf(taking);
  if (memory.exclude !== text) {
    await writeFile(join(gitFolderOf(shadow.folder), 'info', 'exclude'), text, { mode: 0o600 });
    memory.exclude = text;
  }
  return sha256(text);
}

function excludesOf({ shadow: { workspace }, ownFolders }: StateReader): string {
  const own = ownFolders.filter((path) => path !== workspace && isInside(path, workspace));
  const lines = own.map((path) => path.slice(workspace.length).replaceAll(/[\\*?[\]!# ]/g, '\\$&'));
  return [excludeOf(workspace), ...lines, ''].join('\n');
}

function excludeOf(workspace: string): string {
  try {
    return readRegular(excludeFileOf(workspace));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return '';
  }
}

/**
 * Copies the person's index, under the hash of its bytes; null when it is too large or missing. A small one is copied
 * synchronously: awaiting each step would take ten times as long.
 */
async function keepIndex({ shadow, memory }: StateReader, file: string): Promise<string | null> {
  const mark = fileVersion(file);
  const known = memory.indexes.get(file);
  if (known !== undefined && known.mark === mark) return known.hash;
  try {
    if (mark === '') return NO_INDEX;
    const bytes = await readIndex(file);
    if (bytes === undefined) return null;
    const hash = sha256(bytes);
    const kept = join(shadow.folder, 'indexes', hash);
    if (fileVersion(kept) === '') {
      const made = `${kept}.${newMessageId()}`;
      if (bytes.length <= MAX_AT_ONCE) writeFileSync(made, bytes, { mode: 0o600 });
      else await writeFile(made, bytes, { mode: 0o600 });
      renameSync(made, kept);
    }
    memory.indexes.set(file, { mark, hash });
    return hash;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}

const MAX_INDEX_BYTES = 64 * 1024 * 1024;

const readWhole = promisify(readFile);

/**
 * Does not wait for a named pipe that a command may have put in its place. Undefined for one, and for a file that is
 * too large.
 */
async function readIndex(file: string): Promise<Buffer | undefined> {
  const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(opened);
    if (!found.isFile() || found.size > MAX_INDEX_BYTES) return undefined;
    return found.size <= MAX_AT_ONCE ? readToEnd(opened, found.size) : await readWhole(opened);
  } finally {
    closeSync(opened);
  }
}
