import type { CallId } from '../../base/ids.ts';
import type { CheckpointStep, WorkspaceState } from '../../contracts/checkpoints.ts';

/** True when the project stood otherwise after one of these calls than before it, where both states know all of it. */
export function changedBy(steps: readonly CheckpointStep[], calls: ReadonlySet<CallId>): boolean {
  return steps.some(
    ({ call, before, after }) =>
      calls.has(call) && before !== undefined && after !== undefined && differ(before, after),
  );
}

function differ(before: WorkspaceState, after: WorkspaceState): boolean {
  const trees = new Map(before.trees.map(({ root, tree }) => [root, tree]));
  return after.trees.some(({ root, tree }) => {
    const then = trees.get(root);
    return typeof then === 'string' && tree !== null && tree !== then;
  });
}
