import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ChangedLines,
  CheckpointEntry,
  CheckpointStep,
  SessionDiff,
  WorkspaceState,
} from '../../contracts/checkpoints.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { newMessageId } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import { entryNow } from './named-files.ts';
import type { Shadow } from './shadow.ts';
import {
  changesBetween,
  type EntryChange,
  entriesOfState,
  isSame,
  namedEntries,
  stepChanges,
} from './trees.ts';

interface DiffOptions {
  /** Longest diff, in UTF-16 code units; files that do not fit are counted. */
  readonly mostCharacters: number;
  hides(path: string): boolean;
  /** Present state of the project, for a running session. */
  readonly now: WorkspaceState | undefined;
}

/** The files that a session changed. */
export async function sessionDiff(
  shadow: Shadow,
  steps: readonly CheckpointStep[],
  { mostCharacters, hides, now }: DiffOptions,
): Promise<SessionDiff> {
  const changed = await netChanges(shadow, steps, now);
  const hidden = [...changed.keys()].filter(hides);
  const files = await filesOf(shadow, new Map([...changed].filter(([path]) => !hides(path))));
  const notes = hidden.sort().map((path) => `(not shown, on the secret list: ${path})\n`);
  return filesThatFit([...files, ...notes], mostCharacters);
}

/** See `Checkpoints.countLines`. */
export async function sessionLines(
  shadow: Shadow,
  steps: readonly CheckpointStep[],
): Promise<ReadonlyMap<string, ChangedLines>> {
  const changed = await netChanges(shadow, steps, undefined);
  if (changed.size === 0) return new Map();
  const { from, to } = await treesOf(shadow, changed);
  const { stdout } = await shadow.runOrThrow([
    'diff-tree',
    '-r',
    '--numstat',
    '-z',
    '--no-renames',
    from,
    to,
  ]);
  return new Map(
    [...stdout.matchAll(/(\d+)\t(\d+)\t([^\0]+)\0/g)].map(([, added, removed, path = '']) => [
      path,
      { added: Number(added), removed: Number(removed) },
    ]),
  );
}

/** Each file from before its first change to after its last one, or to now. */
async function netChanges(
  shadow: Shadow,
  steps: readonly CheckpointStep[],
  now: WorkspaceState | undefined,
): Promise<ReadonlyMap<string, EntryChange>> {
  const changes = new Map<string, EntryChange>();
  const note = (found: ReadonlyMap<string, EntryChange>): void => {
    for (const [path, change] of found) {
      const { before } = changes.get(path) ?? change;
      changes.set(path, { before, after: change.after });
    }
  };
  for (const step of await stepChanges(shadow, steps)) note(step.changes);
  if (now !== undefined) {
    note(await changesSoFar(shadow, steps.at(-1), now));
    const present = await entriesOfState(shadow, now);
    for (const [path, { before }] of changes)
      changes.set(path, { before, after: present.get(path) ?? entryNow(shadow.workspace, path) });
  }
  return new Map([...changes].filter(([, { before, after }]) => !isSame(before, after)));
}

/** Changes of a running call so far, which belong to no step yet. A call that names its files changes no others. */
async function changesSoFar(
  shadow: Shadow,
  open: CheckpointStep | undefined,
  now: WorkspaceState,
): Promise<ReadonlyMap<string, EntryChange>> {
  if (open?.before === undefined || open.after !== undefined) return new Map();
  const named = namedEntries(open.before);
  const changes = await changesBetween(shadow, open.before, now);
  return named.size === 0 ? changes : new Map([...changes].filter(([path]) => named.has(path)));
}

const FLAGS = ['-r', '-p', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames', '--abbrev=10'];
/** How many paths one call takes, because argument lists have a limit. */
const AT_ONCE = 200;

async function filesOf(
  shadow: Shadow,
  changes: ReadonlyMap<string, EntryChange>,
): Promise<readonly string[]> {
  const { from, to } = await treesOf(shadow, changes);
  const paths = [...changes.keys()].sort();
  const files: string[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const { stdout } = await shadow.runOrThrow(['diff-tree', ...FLAGS, from, to, '--', ...some]);
    files.push(...stdout.split(/^(?=diff --git )/m).filter((text) => text !== ''));
  }
  return files;
}

async function treesOf(
  shadow: Shadow,
  changes: ReadonlyMap<string, EntryChange>,
): Promise<{ readonly from: string; readonly to: string }> {
  return {
    from: await treeOf(shadow, new Map([...changes].map(([path, { before }]) => [path, before]))),
    to: await treeOf(shadow, new Map([...changes].map(([path, { after }]) => [path, after]))),
  };
}

/** A tree of only these files. Contents that were not kept are not in any tree. */
async function treeOf(shadow: Shadow, entries: ReadonlyMap<string, CheckpointEntry | null>): Promise<string> {
  await shadow.settle();
  const index = join(shadow.folder, `index-${newMessageId()}`);
  const lines = [...entries].flatMap(([path, entry]) =>
    entry === null || entry.mode === 'skipped' || entry.mode === 'other'
      ? []
      : [`${entry.mode} ${entry.hash}\t${path}\0`],
  );
  try {
    await shadow.runOrThrow(['update-index', '-z', '--index-info'], { index, input: lines.join('') });
    return (await shadow.runOrThrow(['write-tree'], { index })).stdout.trim();
  } catch (error) {
    // Git's message for missing contents.
    if (!isFailure(error) || !error.message.includes('error building trees')) throw error;
    throw new Failure('not-found', fault('git-changes-gone'));
  } finally {
    await rm(index, { force: true });
  }
}

/** As many whole files as fit. */
function filesThatFit(files: readonly string[], most: number): SessionDiff {
  let diff = '';
  let shown = 0;
  for (const file of files) {
    if (diff.length + file.length > most) continue;
    diff += file;
    shown += 1;
  }
  return { diff, leftOut: files.length - shown };
}
