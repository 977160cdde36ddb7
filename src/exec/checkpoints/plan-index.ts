import type { GitPosition, IndexChange } from '../../contracts/checkpoints.ts';
import type { Repository } from '../git/repository.ts';
import { indexEntries } from './index-entries.ts';
import type { Shadow } from './shadow.ts';

export interface IndexPlanning {
  readonly shadow: Pick<Shadow, 'folder'>;
  readonly repository: Repository;
  /** Where it stands now. */
  readonly now: GitPosition;
}

/** Where the repository stood around a step. */
export interface Positions {
  readonly before: GitPosition;
  readonly after: GitPosition;
}

/** Entries by path; undefined for an index of which no copy is kept. */
type Known = ReadonlyMap<string, string> | undefined;

/**
 * Entries that the session changed and nobody touched since: back to what the person had there, staged or not. As with
 * files, the last step is taken back first: what the person staged between two of them is theirs.
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

/** @param takenBack what taking each step back changes, the last step first */
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
    // Somebody put there what it is now, and what came before that is of no use to them.
    else if (state !== to) settled.add(path);
  }
  return wanted;
}

/** From what the later one holds to what the earlier one does; nothing when one of them is not known. */
function between(earlier: Known, later: Known): readonly IndexChange[] {
  if (earlier === undefined || later === undefined) return [];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((path) => ({ path, from: later.get(path) ?? '', to: earlier.get(path) ?? '' }))
    .filter(({ from, to }) => from !== to);
}

/** One after the other: a long task has many. */
function rememberRead(read: (name: string) => Promise<Known>): (name: string | null) => Promise<Known> {
  const known = new Map<string, Known>();
  return async (name) => {
    if (name !== null && !known.has(name)) known.set(name, await read(name));
    return name === null ? undefined : known.get(name);
  };
}
