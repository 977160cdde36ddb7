import { posix } from 'node:path';
import type {
  CheckpointStep,
  FileChange,
  KeptFile,
  KeptReason,
  WorkspaceState,
} from '../../contracts/checkpoints.ts';
import { pathsIgnoredIn } from './ignored-in.ts';
import { mergeBack } from './merge-back.ts';
import { entryNow } from './named-files.ts';
import type { Shadow } from './shadow.ts';
import { type Change, changesBetween, type Entries, entriesOf, isSame, namedIn } from './trees.ts';

export interface FilesPlan {
  readonly files: readonly FileChange[];
  readonly kept: readonly KeptFile[];
}

/** Changes of files in one step. */
export interface StepChanges {
  readonly before: WorkspaceState;
  readonly after: WorkspaceState;
  readonly changes: ReadonlyMap<string, Change>;
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

/**
 * Undoes the steps, the last one first. What somebody changed between or after them stays: it is merged where it is
 * in other places of the file, else the file is left alone.
 */
export async function planFiles(
  shadow: Shadow,
  steps: readonly StepChanges[],
  now: WorkspaceState,
): Promise<FilesPlan> {
  const present = await entriesOf(shadow, now);
  const hidden = await perhapsThereBefore(shadow, steps);
  const files: FileChange[] = [];
  const kept: KeptFile[] = [];
  for (const path of new Set(steps.flatMap(({ changes }) => [...changes.keys()]))) {
    const planned = await planFile(shadow, { path, steps, present });
    if (typeof planned === 'string') kept.push({ path, why: planned });
    else if (planned?.to === null && hidden.has(path))
      kept.push({ path, why: hidden.get(path) ?? 'ignored' });
    else if (planned !== undefined) files.push(planned);
  }
  return { files, kept };
}

interface Planning {
  readonly path: string;
  readonly steps: readonly StepChanges[];
  readonly present: Entries;
}

async function planFile(
  shadow: Shadow,
  { path, steps, present }: Planning,
): Promise<FileChange | KeptReason | undefined> {
  // A file that git ignores is in no tree, but a step may have changed it by name.
  const from = present.get(path) ?? entryNow(shadow.workspace, path);
  let state = from;
  let merged = false;
  for (const { changes } of steps.toReversed()) {
    const change = changes.get(path);
    if (change === undefined || isSame(state, change.before)) continue;
    if (isSame(state, change.after)) {
      state = change.before;
      continue;
    }
    const result = await mergeBack(shadow, state, change);
    if (result === undefined) return 'edited';
    state = result;
    merged = true;
  }
  if (isSame(state, from)) return undefined;
  if (state?.mode === 'skipped') return 'large';
  return state?.mode === 'other' ? 'blocked' : { path, from, to: state, merged };
}

/**
 * Files that seem to be new and may not be: they were ignored before, or were among more large files than a state
 * lists. Such a file is not removed.
 */
async function perhapsThereBefore(
  shadow: Shadow,
  steps: readonly StepChanges[],
): Promise<ReadonlyMap<string, KeptReason>> {
  const found = new Map<string, KeptReason>();
  for (const step of steps) {
    for (const [path, why] of await doubtedIn(shadow, step)) found.set(path, why);
  }
  return found;
}

async function doubtedIn(
  shadow: Shadow,
  { before, after, changes }: StepChanges,
): Promise<readonly (readonly [string, KeptReason])[]> {
  // The state looked for these files by name, so a missing one did not exist.
  const named = namedIn(before);
  const made = [...changes].flatMap(([path, change]) =>
    change.before === null && !named.has(path) ? [path] : [],
  );
  if (made.length === 0) return [];
  if (before.moreSkipped > 0) return made.map((path) => [path, 'large']);
  if (before.exclude !== after.exclude) return made.map((path) => [path, 'ignored']);
  const rulesChanged = [...changes.keys()].some((path) => posix.basename(path) === '.gitignore');
  const ignored = rulesChanged ? await pathsIgnoredIn(shadow, before, made) : [];
  return ignored.map((path) => [path, 'ignored']);
}
