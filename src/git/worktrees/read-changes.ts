import type { GitChange } from '../../contracts/git.ts';
import type { Repository } from '../repository.ts';
import { parseStatus } from '../status.ts';

const FLAGS = ['--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'];

/** Everything in a repository that differs from its last commit. */
export async function readChanges(repository: Repository): Promise<readonly GitChange[]> {
  return parseStatus(await repository.runOrThrow(['status', ...FLAGS]), '').changes;
}
