import { join, posix } from 'node:path';
import type { CheckpointEntry, CheckpointStep, WorkspaceState } from '../../contracts/checkpoints.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import type { Repository } from '../repository.ts';
import type { Shadow } from './shadow.ts';

/** All known paths of a workspace with their entries. */
export type Entries = ReadonlyMap<string, CheckpointEntry>;

export interface EntryChange {
  readonly before: CheckpointEntry | null;
  readonly after: CheckpointEntry | null;
}

export function isSame(a: CheckpointEntry | null, b: CheckpointEntry | null): boolean {
  return a?.mode === b?.mode && a?.hash === b?.hash;
}

/** All entries of a state. @throws Failure `not-found` when it is no longer kept */
export async function entriesOfState(shadow: Shadow, state: WorkspaceState): Promise<Entries> {
  const entries = new Map<string, CheckpointEntry>();
  for (const { root, tree } of state.trees) {
    if (tree === null) continue;
    const { stdout } = await lookUp(shadow, ['ls-tree', '-r', '-z', '--full-tree', tree]);
    for (const record of stdout.split('\0')) {
      const [, mode, hash, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(record) ?? [];
      const entry = entryOf(mode, hash);
      if (entry !== null && path !== undefined) entries.set(posix.join(root, path), entry);
    }
  }
  for (const [path, entry] of skippedEntries(state)) entries.set(path, entry);
  const named = namedEntries(state);
  return named.size === 0 ? entries : new Map([...entries, ...named].flatMap(entryIfPresent));
}

function entryIfPresent([path, entry]: readonly [string, CheckpointEntry | null]): readonly (readonly [
  string,
  CheckpointEntry,
])[] {
  return entry === null ? [] : [[path, entry]];
}

/** Files that a state names beside its trees; for these, the names override the trees. */
export function namedEntries({ trees }: WorkspaceState): ReadonlyMap<string, CheckpointEntry | null> {
  return new Map(trees.flatMap(({ over = [] }) => over).map(({ path, entry }) => [path, entry]));
}

/** False for a state that covers only some named files. */
export function isWhole({ trees }: WorkspaceState): boolean {
  return trees.every(({ tree }) => tree !== null);
}

/** Known differences between two states; where one of them is not whole, only of the files that it names. */
export async function changesBetween(
  shadow: Shadow,
  before: WorkspaceState,
  after: WorkspaceState,
): Promise<ReadonlyMap<string, EntryChange>> {
  if (!isWhole(before) || !isWhole(after)) return namedChanges(shadow, before, after);
  const found = new Map<string, EntryChange>();
  const roots = new Set([...before.trees, ...after.trees].map(({ root }) => root));
  for (const root of roots) {
    const [from, to] = [treeOf(before, root), treeOf(after, root)];
    if (from === to) continue;
    for (const [path, change] of await treeChanges(shadow, from, to))
      noteChange(found, posix.join(root, path), change);
  }
  const [large, larger] = [skippedEntries(before), skippedEntries(after)];
  for (const path of new Set([...large.keys(), ...larger.keys()])) {
    noteChange(found, path, { before: large.get(path) ?? null, after: larger.get(path) ?? null });
  }
  await noteNamed(shadow, found, { before, after });
  return new Map([...found].filter(([, change]) => !isSame(change.before, change.after)));
}

async function namedChanges(
  shadow: Shadow,
  before: WorkspaceState,
  after: WorkspaceState,
): Promise<ReadonlyMap<string, EntryChange>> {
  const [old, now] = [await createEntryLookup(shadow, before), await createEntryLookup(shadow, after)];
  const found = new Map<string, EntryChange>();
  for (const path of new Set([...namedEntries(before).keys(), ...namedEntries(after).keys()])) {
    const change = { before: old(path), after: now(path) };
    // A file that one of the states does not cover cannot be compared.
    if (change.before === undefined || change.after === undefined) continue;
    if (!isSame(change.before, change.after)) found.set(path, { before: change.before, after: change.after });
  }
  return found;
}

/** Undefined for a file that a partial state does not cover. */
async function createEntryLookup(
  shadow: Shadow,
  state: WorkspaceState,
): Promise<(path: string) => CheckpointEntry | null | undefined> {
  const named = namedEntries(state);
  if (!isWhole(state)) return (path) => named.get(path);
  const entries = await entriesOfState(shadow, state);
  return (path) => entries.get(path) ?? null;
}

/** Files that the states name beside their trees; where only one does, the other one's tree is read. */
async function noteNamed(
  shadow: Shadow,
  found: Map<string, EntryChange>,
  { before, after }: { readonly before: WorkspaceState; readonly after: WorkspaceState },
): Promise<void> {
  const [old, now] = [namedEntries(before), namedEntries(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  const oldTree = paths.every((path) => old.has(path)) ? old : await entriesOfState(shadow, before);
  const nowTree = paths.every((path) => now.has(path)) ? now : await entriesOfState(shadow, after);
  for (const path of paths) {
    found.set(path, { before: oldTree.get(path) ?? null, after: nowTree.get(path) ?? null });
  }
}

/**
 * A path can be in two trees when a repository was created or removed around it; its content counts, not its tree.
 */
function noteChange(found: Map<string, EntryChange>, path: string, { before, after }: EntryChange): void {
  const known = found.get(path);
  found.set(path, { before: known?.before ?? before, after: known?.after ?? after });
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function treeOf({ trees }: WorkspaceState, root: string): string {
  return trees.find((tree) => tree.root === root)?.tree ?? EMPTY_TREE;
}

async function treeChanges(
  shadow: Shadow,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, EntryChange>> {
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    '--no-abbrev',
    '--end-of-options',
    from,
    to,
  ];
  const fields = (await lookUp(shadow, args)).stdout.split('\0');
  const changes = new Map<string, EntryChange>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, modeBefore, modeAfter, before, after] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(fields[at] ?? '') ?? [];
    const path = fields[at + 1] ?? '';
    changes.set(path, { before: entryOf(modeBefore, before), after: entryOf(modeAfter, after) });
  }
  return changes;
}

async function lookUp(shadow: Shadow, args: readonly string[]): ReturnType<Shadow['run']> {
  const result = await shadow.run(args);
  if (result.code === 0) return result;
  throw new Failure('not-found', fault('git-start-gone'));
}

function entryOf(mode: string | undefined, hash: string | undefined): CheckpointEntry | null {
  if (hash === undefined) return null;
  return mode === '100644' || mode === '100755' || mode === '120000' ? { mode, hash } : null;
}

function skippedEntries({ skipped }: WorkspaceState): ReadonlyMap<string, CheckpointEntry> {
  return new Map(
    skipped.map(({ path, size, mtimeMs }) => [
      path,
      { mode: 'skipped', hash: `${size}:${mtimeMs}` } as const,
    ]),
  );
}

/** There is no index before anything was ever staged. */
export const NO_INDEX = 'none';

/**
 * Entries of a kept copy of the person's index, `100644 <hash>` by path; undefined when it is no longer kept. Read
 * through their own repository: only it knows the hash algorithm, and the parts of a split index.
 */
export async function indexEntries(
  { shadow, repository }: { shadow: Pick<Shadow, 'folder'>; repository: Pick<Repository, 'run'> },
  name: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (name === NO_INDEX) return new Map();
  const index = join(shadow.folder, 'indexes', name);
  const { code, stdout } = await repository.run(['ls-files', '--stage', '-z'], { index });
  return code === 0 ? entriesIn(stdout) : undefined;
}

/** Parses `git ls-files --stage -z`. A file in conflict has several entries: it is left out. */
export function entriesIn(text: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const record of text.split('\0')) {
    const [, mode, hash, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]+)$/.exec(record) ?? [];
    if (path === undefined) continue;
    if (stage !== '0') conflicts.add(path);
    entries.set(path, `${mode} ${hash}`);
  }
  for (const path of conflicts) entries.delete(path);
  return entries;
}

/** Reads `git ls-tree -r -z`: `100644 <hash>` by path; sub-modules too. */
export function treeIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\0').flatMap((record) => {
      const [, mode, hash, path] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(record) ?? [];
      return path === undefined ? [] : [[path, `${mode} ${hash}`] as const];
    }),
  );
}

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

/** True when the project changed between two states, as far as both cover the whole project. */
export function statesDiffer(before: WorkspaceState, after: WorkspaceState): boolean {
  const trees = new Map(before.trees.map(({ root, tree }) => [root, tree]));
  return after.trees.some(({ root, tree }) => {
    const then = trees.get(root);
    return typeof then === 'string' && tree !== null && tree !== then;
  });
}
