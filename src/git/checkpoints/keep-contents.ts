import { utimesSync, writeFileSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MINUTE_MS } from '../../core/clock.ts';
import { codeOf } from '../../core/failure.ts';
import { newMessageId } from '../../core/ids.ts';
import { namesIn } from '../../files/look-at-path.ts';
import { gitFailure, localEnvironment, withOptions } from '../repository.ts';
import { runGit } from '../run-git.ts';
import { removeFullFiles } from './append-only-objects.ts';
import { appendOnlyFolderOf, gitFolderOf, SETTINGS, type Shadow, type ShadowParts } from './shadow.ts';

/** Runs git in the repository that keeps the contents, and returns its output. */
type ContentStore = (args: readonly string[], options: { readonly input: string }) => Promise<string>;

/** Stores contents from elsewhere, byte for byte, in this or another repository. Returns their hashes, in order. */
export async function keepContents(
  shadow: Shadow,
  contents: readonly Buffer[],
  store: ContentStore = storeIn(shadow),
): Promise<readonly string[]> {
  if (contents.length === 0) return [];
  const folder = await mkdtemp(join(shadow.folder, 'kept-'));
  try {
    const files = contents.map((_, place) => join(folder, String(place)));
    for (const [place, bytes] of contents.entries())
      await writeFile(files[place] ?? '', bytes, { mode: 0o600 });
    const args = ['hash-object', '-w', '--no-filters', '--stdin-paths'];
    const input = files.map((file) => `${file}\n`).join('');
    return (await store(args, { input })).trim().split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function storeIn(shadow: Shadow): ContentStore {
  return async (args, { input }) =>
    (await shadow.runOrThrow(args, { workTree: shadow.folder, input })).stdout;
}

/**
 * Fills an empty shadow from another one, because its workspace is a copy: contents are hard-linked, so that they
 * take no room, and only files that differ are stored anew. Where files cannot be linked it stays empty.
 */
export async function seedShadow(from: Shadow, to: Shadow): Promise<void> {
  await Promise.all([from.whenPrepared(), to.whenPrepared()]);
  try {
    if (await isThere(to.indexOf(''))) return;
    // Read before the contents: everything that it names exists by then.
    const index = await readFile(from.indexOf(''));
    await linkObjects(join(gitFolderOf(from.folder), 'objects'), join(gitFolderOf(to.folder), 'objects'));
    const made = `${to.indexOf('')}.${newMessageId()}`;
    await writeFile(made, index, { mode: 0o600 });
    await rename(made, to.indexOf(''));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
}

async function linkObjects(from: string, to: string): Promise<void> {
  for (const folder of await readdir(from)) {
    if (folder === 'info') continue;
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
    const files = (await readdir(join(from, folder))).filter((name) => !name.startsWith('tmp_'));
    // The index of a pack is linked after the pack, because git trusts it.
    const lists = (name: string): number => Number(name.endsWith('.idx'));
    for (const name of files.sort((a, b) => lists(a) - lists(b)))
      await linkOnce(join(from, folder, name), join(to, folder, name));
  }
}

async function linkOnce(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** References in git's own format: what they name is not pruned. */
const USED = join('refs', 'trees');
const PRUNE_MS = 2 * MINUTE_MS;
/** Folders for temporary files. */
const HALF_DONE = /^(merge|kept|checked-out)-/;

/** Records that a tree was just used in a state. */
export function markUsed(folder: string, tree: string): void {
  const file = join(gitFolderOf(folder), USED, tree);
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    writeFileSync(file, `${tree}\n`, { mode: 0o600 });
  }
}

/**
 * Prunes states that were last used before then, and the whole folder of a workspace without newer ones. Returns the
 * removed ones.
 */
export async function removeOldStates(
  { folder, environment }: ShadowParts,
  beforeMs: number,
): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const name of await namesIn(folder)) {
    const own = join(folder, name);
    const used = await olderIn(join(gitFolderOf(own), USED), beforeMs);
    // States of named files have no tree if the whole project was never read.
    const isUsed =
      used.young.length > 0 || (await olderIn(appendOnlyFolderOf(own), beforeMs)).young.length > 0;
    if (!isUsed) {
      gone.push((await readFile(join(own, 'workspace'), 'utf8')).trimEnd());
      await rm(own, { recursive: true, force: true });
      continue;
    }
    await removeHalfDone(own, beforeMs);
    const indexes = await olderIn(join(own, 'indexes'), beforeMs);
    await removeFullFiles({ folder: appendOnlyFolderOf(own), objects: join(gitFolderOf(own), 'objects') });
    const appended = await olderIn(appendOnlyFolderOf(own), beforeMs);
    for (const file of [...used.old, ...indexes.old, ...appended.old]) await rm(file, { force: true });
    if (used.old.length === 0) continue;
    const result = await runGit({
      args: [...withOptions(SETTINGS), 'prune', `--expire=@${Math.floor(beforeMs / 1000)}`],
      cwd: own,
      environment: { ...localEnvironment(environment), GIT_DIR: gitFolderOf(own) },
      timeoutMs: PRUNE_MS,
    });
    if (result.code !== 0) throw gitFailure(result, 'unavailable');
  }
  return gone;
}

/** Removes temporary folders that a killed program left. */
async function removeHalfDone(own: string, beforeMs: number): Promise<void> {
  for (const file of (await olderIn(own, beforeMs)).old) {
    if (HALF_DONE.test(basename(file))) await rm(file, { recursive: true, force: true });
  }
}

async function olderIn(
  folder: string,
  beforeMs: number,
): Promise<{ readonly old: readonly string[]; readonly young: readonly string[] }> {
  const files = (await namesIn(folder)).map((name) => join(folder, name));
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  const isOld = (_: string, place: number): boolean => (times[place] ?? 0) < beforeMs;
  return { old: files.filter(isOld), young: files.filter((file, place) => !isOld(file, place)) };
}
