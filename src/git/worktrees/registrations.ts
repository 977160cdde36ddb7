import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../../core/failure.ts';
import { readRegular } from '../../core/file-access.ts';
import { sha256 } from '../../core/json.ts';
import { withFolder } from '../../files/held-folder.ts';
import { removeFolder } from './remove-folder.ts';

/**
 * Folders with a repository's data about this worktree. Found by their contents, not by their name: git numbers equal
 * names.
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

/** The worktree's path in its registration. A newer git may write it relative to the registration. */
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
 * Makes the repository forget this worktree only: pruning would also forget a worktree of the person on a disk that
 * is not mounted.
 */
export async function forgetWorktree(common: string, folder: string): Promise<void> {
  // A half-removed registration would make git fail, and no longer name its worktree: this name finds it again.
  const gone = join(common, `worktree-gone-${sha256(folder).slice(0, 24)}`);
  await removeFolder(gone);
  for (const registration of await registrationsOf(common, folder)) {
    await withFolder(dirname(registration), (place) => rename(join(place, basename(registration)), gone));
    await removeFolder(gone);
  }
  // The parent folder stays even when empty: another registration may be created at this moment.
}
