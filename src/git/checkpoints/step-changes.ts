import type { CheckpointStep, WorkspaceState } from '../../contracts/checkpoints.ts';
import type { Shadow } from './shadow.ts';
import { changesBetween, type EntryChange } from './trees.ts';

/** Changes of files in one step. */
export interface StepChanges {
  readonly before: WorkspaceState;
  readonly after: WorkspaceState;
  readonly changes: ReadonlyMap<string, EntryChange>;
}

/** The changes of all steps whose two states are known. */
export async function stepChanges(
  shadow: Shadow,
  steps: readonly CheckpointStep[],
): Promise<readonly StepChanges[]> {
  const found: StepChanges[] = [];
  for (const { before, after } of steps) {
    if (before === undefined || after === undefined) continue;
    found.push({ before, after, changes: await changesBetween(shadow, before, after) });
  }
  return found;
}
