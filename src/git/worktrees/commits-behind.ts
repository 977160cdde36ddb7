import type { Worktrees } from '../../contracts/worktrees.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { commitOf } from '../checkpoints/plan-repository.ts';
import { openProject } from './open-project.ts';
import type { WorktreesParts } from './parts.ts';

/** See `Worktrees.commitsBehind`. */
export async function commitsBehind(
  parts: Pick<WorktreesParts, 'environment'>,
  { project, branch, base }: Parameters<Worktrees['countBehind']>[0],
): Promise<number> {
  const { repository } = await openProject(parts, project);
  const [ours, theirs] = [
    await commitOf(repository, `refs/heads/${branch}`),
    await commitOf(repository, `refs/heads/${base}`),
  ];
  if (ours === undefined || theirs === undefined)
    throw new Failure('not-found', fault('git-no-branch', ours === undefined ? branch : base, project));
  const count = await repository.runOrThrow(['rev-list', '--count', theirs, `^${ours}`]);
  return Number(count.trim());
}
