import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  type Stats,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { codeOf } from '../../base/failure.ts';
import { newMessageId } from '../../base/ids.ts';
import type { Entry, WorkspaceState } from '../../contracts/checkpoints.ts';
import { pathOfOpened, readToEnd } from '../read-now.ts';
import { MAX_KEPT_BYTES } from './candidates.ts';
import { markUsed } from './retention.ts';
import { blobHash, gitFolderOf, type Shadow } from './shadow.ts';

/** Contents that are known to be kept, by hash. */
export type KnownContents = Set<string>;

interface Naming {
  readonly shadow: Shadow;
  readonly known: KnownContents;
}

/** See `Checkpoints.takeFiles`. Starts no git: it would take longer than all that is around it. */
export async function takeFiles(
  { shadow, known }: Naming,
  paths: readonly string[],
  since: WorkspaceState,
): Promise<WorkspaceState> {
  const over = new Map(
    since.trees.flatMap((tree) => tree.over ?? []).map(({ path, entry }) => [path, entry]),
  );
  for (const path of paths) {
    const { entry, bytes } = fileAt(shadow.workspace, path);
    if (entry !== null && bytes !== undefined && !known.has(entry.hash)) {
      await keepContent(shadow, entry.hash, bytes);
      known.add(entry.hash);
    }
    over.set(path, entry);
  }
  for (const { tree } of since.trees) await markUsed(shadow.folder, tree);
  const named = [...over].map(([path, entry]) => ({ path, entry }));
  return {
    ...since,
    trees: since.trees.map((tree) => (tree.root === '' ? { ...tree, over: named } : tree)),
  };
}

/** What cannot be looked at, or is no file, is not there, as for a whole state. */
export function entryNow(workspace: string, path: string): Entry | null {
  try {
    const { entry } = fileAt(workspace, path);
    return entry?.mode === 'other' ? null : entry;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}

interface Found {
  readonly entry: Entry | null;
  /** Of what is kept. */
  readonly bytes?: Buffer;
}

const NO_FILE: Found = { entry: null };
const OTHER: Found = { entry: { mode: 'other', hash: '' } };
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * A file or link as it is on the disk, by the measures of a whole state; what lies behind a link in its path is not it.
 * Looked at in one go: for one small file each step that is waited for would cost more than the look.
 */
function fileAt(workspace: string, path: string): Found {
  const folder = dirname(join(workspace, path));
  let held: number;
  try {
    held = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    // A link, too, is no folder here.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return NO_FILE;
    throw error;
  }
  try {
    const opened = pathOfOpened(held);
    if ((opened ?? realpathSync(folder)) !== folder) return NO_FILE;
    return lookAt(join(opened === undefined ? folder : `/proc/self/fd/${held}`, basename(path)));
  } finally {
    closeSync(held);
  }
}

function lookAt(file: string): Found {
  let descriptor: number;
  try {
    descriptor = openSync(file, READ);
  } catch (error) {
    return unopened(file, error);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return OTHER;
    if (stats.size > MAX_KEPT_BYTES) return { entry: skipped(stats) };
    const bytes = readToEnd(descriptor, stats.size);
    const mode = (stats.mode & 0o100) === 0 ? '100644' : '100755';
    return { entry: { mode, hash: blobHash(bytes) }, bytes };
  } finally {
    closeSync(descriptor);
  }
}

/** There is none, it is a link or a socket, or it may not be read. */
function unopened(file: string, error: unknown): Found {
  switch (codeOf(error)) {
    case 'ENOENT':
      return NO_FILE;
    case 'ELOOP': {
      const bytes = readlinkSync(file, 'buffer');
      return { entry: { mode: '120000', hash: blobHash(bytes) }, bytes };
    }
    case 'EACCES':
    case 'EPERM':
      return { entry: skipped(lstatSync(file)) };
    case 'ENXIO':
      return OTHER;
    default:
      throw error;
  }
}

function skipped({ size, mtimeMs }: Stats): Entry {
  return { mode: 'skipped', hash: `${size}:${Math.trunc(mtimeMs)}` };
}

/** What is smaller is compressed in less time than it takes to have it done elsewhere. In bytes. */
const SMALL = 64 * 1024;
const compressed = promisify(deflate);
const synced = promisify(fdatasync);

/** As git writes a loose object: on the disk under another name before it has its own. */
async function keepContent(shadow: Shadow, hash: string, bytes: Buffer): Promise<void> {
  const folder = join(gitFolderOf(shadow.folder), 'objects', hash.slice(0, 2));
  const file = join(folder, hash.slice(2));
  if (isFreshened(file)) return;
  const plain = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
  const options = { level: 1 };
  const content = plain.length < SMALL ? deflateSync(plain, options) : await compressed(plain, options);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = join(folder, `tmp_obj_${newMessageId()}`);
  const descriptor = openSync(made, 'wx', 0o400);
  try {
    writeFileSync(descriptor, content);
    await synced(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(made, file);
}

/** What is old is pruned, unless it was used since. */
function isFreshened(file: string): boolean {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
}
