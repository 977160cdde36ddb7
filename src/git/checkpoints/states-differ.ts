import type { WorkspaceState } from '../../contracts/checkpoints.ts';

/** True when the project changed between two states, as far as both cover the whole project. */
export function statesDiffer(before: WorkspaceState, after: WorkspaceState): boolean {
  const trees = new Map(before.trees.map(({ root, tree }) => [root, tree]));
  return after.trees.some(({ root, tree }) => {
    const then = trees.get(root);
    return typeof then === 'string' && tree !== null && tree !== then;
  });
}
