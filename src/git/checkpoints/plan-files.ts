import { posix } from 'node:path';
import type { FileChange, KeptFile, KeptReason, WorkspaceState } from '../../contracts/checkpoints.ts';
import { type IgnoreRules, noIgnoreRules } from '../../files/ignore-rules.ts';
import { contentsOf, type Shadow } from './shadow.ts';
import type { StepChanges } from './step-changes.ts';
import { entriesOfState, isSame, namedEntries } from './trees.ts';
import { entryIn, presentEntry, type UndoProgress, undoStep } from './undo-step.ts';

export interface FilesPlan {
  readonly files: readonly FileChange[];
  readonly kept: readonly KeptFile[];
}

/**
 * Undoes the steps, the last one first. What somebody changed between or after them is theirs: it stays, merged
 * where it is in other places of the file, under the name that the file has now; else the file is left alone.
 */
export async function planFiles(
  shadow: Shadow,
  steps: readonly StepChanges[],
  now: WorkspaceState,
): Promise<FilesPlan> {
  const present = await entriesOfState(shadow, now);
  const hidden = await possiblyOldFiles(shadow, steps);
  const undoing: UndoProgress = {
    shadow,
    present,
    undone: new Map(),
    merged: new Set(),
    edited: new Set(),
    moved: new Map(),
  };
  for (const step of steps.toReversed()) await undoStep(undoing, step);
  const planned = new Map<string, FileChange | KeptReason>();
  for (const path of new Set([
    ...steps.flatMap(({ changes }) => [...changes.keys()]),
    ...undoing.undone.keys(),
  ])) {
    const file = planFile(undoing, path);
    const isHidden = typeof file === 'object' && file.to === null && hidden.has(path);
    if (file !== undefined) planned.set(path, isHidden ? (hidden.get(path) ?? 'ignored') : file);
  }
  keepWhatStays(planned);
  const all = [...planned];
  return {
    files: all.flatMap(([, file]) => (typeof file === 'string' ? [] : [file])),
    kept: all.flatMap(([path, why]) => (typeof why === 'string' ? [{ path, why }] : [])),
  };
}

/** A file whose content cannot go on where it should stays as well. */
function keepWhatStays(planned: Map<string, FileChange | KeptReason>): void {
  for (;;) {
    const stays = [...planned].find(
      ([, file]) =>
        typeof file === 'object' && file.after?.some((path) => typeof planned.get(path) === 'string'),
    );
    if (stays === undefined) return;
    planned.set(stays[0], 'edited');
  }
}

/** True for a file that is to be other than it is, or cannot be. */
function isOther(undoing: UndoProgress, path: string): boolean {
  return undoing.edited.has(path) || !isSame(presentEntry(undoing, path), entryIn(undoing, path));
}

function planFile(undoing: UndoProgress, path: string): FileChange | KeptReason | undefined {
  if (undoing.edited.has(path)) return 'edited';
  const [from, to] = [presentEntry(undoing, path), entryIn(undoing, path)];
  if (isSame(to, from)) return undefined;
  if (to?.mode === 'skipped') return 'large';
  if (to?.mode === 'other') return 'blocked';
  const change = { path, from, to, merged: undoing.merged.has(path) };
  const after = [...(undoing.moved.get(path) ?? [])].filter((place) => isOther(undoing, place));
  return after.length === 0 ? change : { ...change, after };
}

/**
 * Files that seem to be new and may not be: they were ignored before, or were among more large files than a state
 * lists. Such a file is not removed.
 */
async function possiblyOldFiles(
  shadow: Shadow,
  steps: readonly StepChanges[],
): Promise<ReadonlyMap<string, KeptReason>> {
  const found = new Map<string, KeptReason>();
  for (const step of steps) {
    for (const [path, why] of await findDoubtedPaths(shadow, step)) found.set(path, why);
  }
  return found;
}

async function findDoubtedPaths(
  shadow: Shadow,
  { before, after, changes }: StepChanges,
): Promise<readonly (readonly [string, KeptReason])[]> {
  // The state looked for these files by name, so a missing one did not exist.
  const named = namedEntries(before);
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

/** The paths that git ignored in this state, according to its ignore rules. */
async function pathsIgnoredIn(
  shadow: Shadow,
  state: WorkspaceState,
  paths: readonly string[],
): Promise<readonly string[]> {
  const files = [...(await entriesOfState(shadow, state))].filter(
    ([path, { mode }]) => posix.basename(path) === '.gitignore' && (mode === '100644' || mode === '100755'),
  );
  const contents = await contentsOf(
    shadow,
    files.map(([, { hash }]) => hash),
  );
  const texts = new Map(
    files.map(([path, { hash }]) => [posix.dirname(path), contents.get(hash)?.toString('utf8') ?? '']),
  );
  return paths.filter((path) => isIgnored(path, texts));
}

/** @param texts of the ignore files, by their folder */
function isIgnored(path: string, texts: ReadonlyMap<string, string>): boolean {
  const names = path.split('/');
  let rules: IgnoreRules = noIgnoreRules().within('', texts.get('.') ?? '');
  for (const depth of names.keys()) {
    const part = names.slice(0, depth + 1).join('/');
    const isFolder = depth < names.length - 1;
    if (rules.ignores(part, isFolder)) return true;
    const text = texts.get(part);
    if (text !== undefined) rules = rules.within(part, text);
  }
  return false;
}
