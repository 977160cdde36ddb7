import { utimesSync, writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MINUTE_MS } from '../../core/clock.ts';
import { codeOf } from '../../core/failure.ts';
import { namesIn } from '../../files/names-in.ts';
import { gitFailure, localEnvironment, withOptions } from '../repository.ts';
import { runGit } from '../run-git.ts';
import { removeFullFiles } from './append-only-objects.ts';
import { appendOnlyFolderOf, gitFolderOf, SETTINGS, type ShadowParts } from './shadow.ts';

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
