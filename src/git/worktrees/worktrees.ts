import type { Worktrees } from '../../contracts/worktrees.ts';
import { createKeyedQueue } from '../../core/turns.ts';
import { commitRest } from './commit-rest.ts';
import { commitsBehind } from './commits-behind.ts';
import { landWorktree } from './land.ts';
import { makeWorktree } from './make.ts';
import type { WorktreesParts } from './parts.ts';
import { planApply } from './plan-apply.ts';
import { planMerge } from './plan-merge.ts';
import { removeWorktree } from './remove.ts';

/** Creates nothing on the disk before it is first used. */
export function createWorktrees(parts: WorktreesParts): Worktrees {
  const queue = createKeyedQueue();
  return {
    make: (request) => makeWorktree(parts, queue, request),
    planApply: (request) => planApply(parts, request),
    planMerge: (request) => planMerge(parts, request),
    land: (project, plan) => landWorktree(parts, project, plan),
    commitRest: (folder, message) => commitRest(parts, folder, message),
    countBehind: (place) => commitsBehind(parts, place),
    remove: (request) => removeWorktree(parts, queue, request),
  };
}
