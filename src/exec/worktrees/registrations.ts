import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../../base/failure.ts';
import { sha256 } from '../../base/json.ts';
import { readRegular } from '../../base/regular-file.ts';
import { withFolder } from '../files/held-folder.ts';
import { removeFolder } from './remove-folder.ts';

/**
 * Folders in which a repository keeps what it knows of this worktree. Found by what they say, not by their name: git
 * numbers those of the same name.
 * @param common canonical path of the repository's own folder
 * @param folder canonical path of the worktree
 */
async function registrationsOf(common: string, folder: string): Promise<readonly string[]> {
  const all = join(common, 'worktrees');
  try {
    const names = await withFolder(all, (place) => readdir(place));
    return names.map((name) => join(all, name)).filter((own) => worktreeOf(own) === folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Where it says that its worktree is. A newer git writes that relative to the registration when it is told so. */
export function worktreeOf(registration: string): string | undefined {
  try {
    const text = readRegular(join(registration, 'gitdir')).replace(/\n$/, '');
    return dirname(resolve(registration, text));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * The repository forgets a worktree, and no other one: one of the person on a disk that is not there at the moment
 * would be pruned as well.
 */
export async function forgetWorktree(common: string, folder: string): Promise<void> {
  // Half gone it would make git fail, and no longer say what it was of: by this name it is found again.
  const gone = join(common, `worktree-gone-${sha256(folder).slice(0, 24)}`);
  await removeFolder(gone);
  for (const registration of await registrationsOf(common, folder)) {
    await withFolder(dirname(registration), (place) => rename(join(place, basename(registration)), gone));
    await removeFolder(gone);
  }
  // The folder of all of them stays, also when it is empty: another one may be made at this moment.
}
