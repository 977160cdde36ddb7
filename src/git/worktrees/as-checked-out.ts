import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { realPath } from '../../files/real-path.ts';
import type { Shadow } from '../checkpoints/shadow.ts';
import type { Repository } from '../repository.ts';

const TIME_MS = 5 * 60_000;

export interface CheckedOut {
  readonly repository: Repository;
  /** Supplies a temporary folder. */
  readonly shadow: Shadow;
  readonly tree: string;
  readonly paths: readonly string[];
}

/**
 * Calls `use` with a folder that has these files of a tree as git would check them out: with line endings and
 * everything else that depends on this tree's attributes. The workspace and its index are not used.
 */
export async function asCheckedOut<T>(
  { repository, shadow, tree, paths }: CheckedOut,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const made = await mkdtemp(join(shadow.folder, 'checked-out-'));
  const folder = realPath(made) ?? made;
  try {
    const index = `${folder}/.index`;
    const workTree = await mkdtemp(join(folder, 'files-'));
    await repository.runOrThrow(['read-tree', tree], { index });
    const input = paths.map((path) => `${path}\0`).join('');
    const options = { index, workTree, input, timeoutMs: TIME_MS };
    await repository.runOrThrow(['checkout-index', '--quiet', '-z', '--stdin'], options);
    return await use(workTree);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
