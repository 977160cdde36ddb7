import type { GitPosition, IndexChange } from '../../contracts/checkpoints.ts';
import type { Repository } from '../repository.ts';
import { indexEntries } from './index-entries.ts';
import type { Shadow } from './shadow.ts';

export interface IndexPlanning {
  readonly shadow: Pick<Shadow, 'folder'>;
  readonly repository: Repository;
  /** Present position of the repository. */
  readonly now: GitPosition;
}

/** Positions of the repository around a step. */
export interface Positions {
  readonly before: GitPosition;
  readonly after: GitPosition;
}

/** Entries by path; undefined for an index of which no copy is kept. */
type KnownEntries = ReadonlyMap<string, string> | undefined;

/**
 * Restores entries that the session changed and nobody touched since, staged or not. As with files, the last step is
 * undone first: what the person staged between two of them stays.
 * @param left stay as they are
 */
export async function indexChanges(
  { shadow, repository, now }: IndexPlanning,
  steps: readonly Positions[],
  left: ReadonlySet<string>,
): Promise<readonly IndexChange[]> {
  const read = rememberRead((name) => indexEntries({ shadow, repository }, name));
  const moved = steps.filter(({ before, after }) => before.index !== after.index);
  const present = moved.length === 0 ? undefined : await read(now.index);
  if (present === undefined) return [];
  const takenBack: IndexChange[] = [];
  for (const { before, after } of moved.toReversed())
    takenBack.push(...between(await read(before.index), await read(after.index)));
  return [...wantedEntries(takenBack, present, left)]
    .map(([path, to]) => ({ path, from: present.get(path) ?? '', to }))
    .filter(({ from, to }) => from !== to);
}

/** @param takenBack changes that undo each step, the last step first */
function wantedEntries(
  takenBack: readonly IndexChange[],
  present: ReadonlyMap<string, string>,
  left: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  const settled = new Set(left);
  for (const { path, from, to } of takenBack) {
    if (settled.has(path)) continue;
    const state = wanted.get(path) ?? present.get(path) ?? '';
    if (state === from) wanted.set(path, to);
    // Somebody else staged the present entry, so earlier ones do not apply.
    else if (state !== to) settled.add(path);
  }
  return wanted;
}

/** Changes from the later index to the earlier one; none when one of them is unknown. */
function between(earlier: KnownEntries, later: KnownEntries): readonly IndexChange[] {
  if (earlier === undefined || later === undefined) return [];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((path) => ({ path, from: later.get(path) ?? '', to: earlier.get(path) ?? '' }))
    .filter(({ from, to }) => from !== to);
}

/** Reads one at a time: a long task has many. */
function rememberRead(
  read: (name: string) => Promise<KnownEntries>,
): (name: string | null) => Promise<KnownEntries> {
  const known = new Map<string, KnownEntries>();
  return async (name) => {
    if (name !== null && !known.has(name)) known.set(name, await read(name));
    return name === null ? undefined : known.get(name);
  };
}
