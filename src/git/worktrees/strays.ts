import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worktrees } from '../../contracts/worktrees.ts';
import { namesIn } from '../../files/names-in.ts';
import { removeFolder } from './remove-folder.ts';

export interface StrayParts {
  /** Holds a folder for each session with a worktree. Canonical; may be missing. */
  readonly home: string;
  /** Canonical paths of the workspaces that a worktree of this name may belong to. */
  projectsCalled(name: string): readonly string[];
  readonly worktrees: Pick<Worktrees, 'remove'>;
}

/** Removes folders with unknown names, without following links. Returns how many. */
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
    // The worktree's repository has to forget it as well.
    for (const inner of await namesIn(place)) {
      const folder = join(place, inner);
      for (const project of projectsCalled(inner)) await worktrees.remove({ project, folder });
    }
    await removeFolder(place);
  }
  return strays.length;
}
