import type { CheckpointEntry, CheckpointStep, Checkpoints } from '../../contracts/checkpoints.ts';
import { isInside } from '../../core/paths.ts';
import type { Shadow } from './shadow.ts';
import { stepChanges } from './step-changes.ts';

/** See `Checkpoints.readLeftFiles`. */
export async function readLeftFiles(
  shadow: Shadow,
  steps: readonly CheckpointStep[],
): ReturnType<Checkpoints['readLeftFiles']> {
  const left = new Map<string, CheckpointEntry | null>();
  const nested = new Set<string>();
  for (const { after, changes } of await stepChanges(shadow, steps)) {
    for (const { root } of after.trees) if (root !== '') nested.add(root);
    for (const [path, change] of changes) left.set(path, change.after);
  }
  const last = steps.findLast(({ after }) => after !== undefined)?.after;
  const files = [...left]
    .filter(([path, entry]) => isKept(entry) && ![...nested].some((root) => isInside(path, root)))
    .map(([path, entry]) => ({ path, entry }));
  return { head: last?.git?.head ?? null, files };
}

function isKept(entry: CheckpointEntry | null): boolean {
  return entry?.mode !== 'skipped' && entry?.mode !== 'other';
}
