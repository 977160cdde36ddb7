import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worktrees } from '../../contracts/worktrees.ts';
import { namesIn } from '../files/names-in.ts';
import { removeFolder } from './remove-folder.ts';

export interface StrayParts {
  /** Holds a folder for each session that has a worktree. Canonical; need not be there. */
  readonly home: string;
  /** Canonical paths of the workspaces that a worktree under this name may be of. */
  projectsCalled(name: string): readonly string[];
  readonly worktrees: Pick<Worktrees, 'remove'>;
}

/** Takes away what is left under names that are not known, and no link is followed. Returns how many names went. */
export async function removeStrays(
  { home, projectsCalled, worktrees }: StrayParts,
  isKnown: (name: string) => boolean,
): Promise<number> {
  const strays = (await namesIn(home)).filter((name) => !isKnown(name));
  for (const name of strays) {
    const place = join(home, name);
    if (!(await lstat(place)).isDirectory()) {
      await unlink(place);
      continue;
    }
    // The repository that a worktree belongs to has to forget it as well.
    for (const inner of await namesIn(place)) {
      const folder = join(place, inner);
      for (const project of projectsCalled(inner)) await worktrees.remove({ project, folder });
    }
    await removeFolder(place);
  }
  return strays.length;
}
