import type { CheckpointStep, WorkspaceState } from '../../contracts/checkpoints.ts';
import type { CallId } from '../../core/ids.ts';

/** True when one of these calls changed the project, as far as both its states cover the whole project. */
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
