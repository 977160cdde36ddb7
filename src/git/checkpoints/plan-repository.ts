import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  CheckpointStep,
  Commit,
  CommitsKept,
  GitPosition,
  IndexChange,
  ReferenceChange,
  RepositoryPlan,
  UndoRequest,
} from '../../contracts/checkpoints.ts';
import type { Repository } from '../repository.ts';
import { readUnfinished, type UnfinishedNotes } from '../status.ts';
import type { Shadow } from './shadow.ts';
import { indexEntries } from './trees.ts';

interface IndexPlanning {
  readonly shadow: Pick<Shadow, 'folder'>;
  readonly repository: Repository;
  /** Present position of the repository. */
  readonly now: GitPosition;
}

interface RepositoryPlanning extends IndexPlanning {
  readonly request: Omit<UndoRequest, 'workspace'>;
}

const NOTHING: RepositoryPlan = { commits: [], references: [], index: [] };

/**
 * Plans which commits are removed, which branch is restored, and which entries of the index. Nothing moves unless all
 * of it is exactly as the session left it; commits that others may have or have built upon stay, and can be reverted
 * by a commit.
 */
export async function planRepository(planning: RepositoryPlanning): Promise<RepositoryPlan> {
  const { request, now } = planning;
  const steps = request.steps.flatMap(positionsOf);
  const [first, last] = [steps[0]?.before, steps.at(-1)?.after];
  if (first === undefined || last === undefined) return NOTHING;
  const isMoved = steps.some(({ before, after }) => isElsewhere(before, after));
  const own = await ownUnfinished(planning);
  const abandons = own === undefined ? {} : { abandons: own.kind };
  if (!isMoved) return { ...NOTHING, index: await indexChanges(planning, steps, new Set()), ...abandons };
  const commits = await commitsBetween(planning.repository, first.head, last.head, request.brought);
  const references = referencesOf(steps, request.ownBranch);
  const kept = await whyKept(planning, { steps, commits, references, first, last });
  if (kept === undefined) {
    const index = await indexChanges(planning, steps, new Set());
    if (headOf(first) === headOf(now)) return { commits, references, index, ...abandons };
    const head = { from: headOf(now), to: headOf(first) };
    const named = references.filter(({ name }) => name !== 'HEAD');
    return { commits, references: named, index, head, ...abandons };
  }
  const committed = await pathsBetween(planning.repository, first.head, last.head);
  // What was brought in would be reverted with it, and go again wherever the revert is merged.
  const isAlone = request.brought.length === 0;
  const canRevert =
    isAlone && kept !== 'mixed' && kept !== 'unfinished' && first.head !== null && last.head !== null;
  return {
    commits,
    kept,
    references: [],
    // The index belongs to HEAD, which stays for these.
    index: await indexChanges(planning, steps, new Set(committed)),
    ...(canRevert && commits.length > 0 ? { revert: { base: first.head, last: last.head } } : {}),
  };
}

/** True when a step moved HEAD, a branch or the index, as far as can be told without git. */
export function isMovedBy(steps: readonly CheckpointStep[]): boolean {
  return steps
    .flatMap(positionsOf)
    .some(({ before, after }) => isElsewhere(before, after) || before.index !== after.index);
}

/** Positions of the repository around a step. */
interface Positions {
  readonly before: GitPosition;
  readonly after: GitPosition;
}

function positionsOf({ before, after }: CheckpointStep): readonly Positions[] {
  if (before === undefined || after === undefined || before.git === null || after.git === null) return [];
  return [{ before: before.git, after: after.git }];
}

function isElsewhere(a: GitPosition, b: GitPosition): boolean {
  return a.head !== b.head || a.branch !== b.branch;
}

/** A branch by its name, a detached HEAD by its commit. */
function headOf({ head, branch }: GitPosition): string {
  return branch ?? head ?? '';
}

interface SessionGitChanges {
  readonly steps: readonly Positions[];
  readonly commits: readonly Commit[];
  readonly references: readonly ReferenceChange[];
  readonly first: GitPosition;
  readonly last: GitPosition;
}

async function whyKept(
  { repository, request, now }: RepositoryPlanning,
  { steps, commits, references, first, last }: SessionGitChanges,
): Promise<CommitsKept | undefined> {
  if ((await isUnfinished(repository)) && (await ownUnfinished({ repository, request })) === undefined)
    return 'unfinished';
  const isMixed = steps.some(({ before }, place) => {
    const earlier = steps[place - 1]?.after;
    return earlier !== undefined && isElsewhere(earlier, before);
  });
  if (isMixed) return 'mixed';
  if (await isPushed(repository, { commits, first, last, request })) return 'pushed';
  if (isElsewhere(now, last)) return 'moved';
  for (const { name, from } of references) {
    if ((await commitOf(repository, name)) !== from) return 'moved';
  }
  // The target of HEAD must have no new commits.
  const expected = references.find(({ name }) => name === first.branch)?.from ?? first.head;
  const home = first.branch === null ? expected : await commitOf(repository, first.branch);
  return (home ?? null) === expected ? undefined : 'moved';
}

/** During a merge, a rebase or the like, moving HEAD would lose their state. */
export async function isUnfinished(repository: Repository): Promise<boolean> {
  const folder = await gitFolderOf(repository);
  const marks = ['CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'];
  return readUnfinished(folder) !== undefined || marks.some((mark) => existsSync(join(folder, mark)));
}

/** A merge or rebase under way that this session began. */
async function ownUnfinished({
  repository,
  request: { brought },
}: Pick<RepositoryPlanning, 'repository'> & {
  readonly request: Pick<UndoRequest, 'brought'>;
}): Promise<UnfinishedNotes | undefined> {
  if (brought.length === 0) return undefined;
  const under = readUnfinished(await gitFolderOf(repository));
  return under?.theirs !== undefined && brought.includes(under.theirs) ? under : undefined;
}

async function gitFolderOf(repository: Repository): Promise<string> {
  return (await repository.runOrThrow(['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
}

interface PushedRange extends Pick<SessionGitChanges, 'commits' | 'first' | 'last'> {
  readonly request: Pick<UndoRequest, 'pushed' | 'brought'>;
}

async function isPushed(
  repository: Repository,
  { commits, first, last, request: { pushed, brought } }: PushedRange,
): Promise<boolean> {
  if (commits.some(({ hash }) => pushed.includes(hash))) return true;
  if (last.head === null || commits.length === 0) return false;
  const not = exclusionArguments(first.head, brought);
  const own = await repository.runOrThrow(['rev-list', '--count', last.head, ...not, '--not', '--remotes']);
  return Number(own.trim()) < commits.length;
}

/**
 * Branches that the session moved, each with its state before. One that the session created is removed; one that a
 * command switched to stays, because its earlier state is unknown.
 */
function referencesOf(
  steps: readonly Positions[],
  ownBranch: string | undefined,
): readonly ReferenceChange[] {
  const found = new Map<string, ReferenceChange>();
  for (const { branch, head, isBorn } of steps.flatMap(placesOf)) {
    if (head === null) continue;
    const name = branch ?? 'HEAD';
    const known = found.get(name);
    const isNew = isBorn || name === `refs/heads/${ownBranch}`;
    found.set(
      name,
      known === undefined ? { name, from: head, to: isNew ? null : head } : { ...known, from: head },
    );
  }
  return [...found.values()].filter(({ from, to }) => from !== to);
}

interface StepPosition extends GitPosition {
  /** True when the first commit of this branch was made in this step. */
  readonly isBorn: boolean;
}

function placesOf({ before, after }: Positions): readonly StepPosition[] {
  const isBorn = before.branch === after.branch && before.head === null;
  return [
    { ...before, isBorn: false },
    { ...after, isBorn },
  ];
}

/** A commit that the repository no longer has keeps nothing out. */
function exclusionArguments(base: string | null, others: readonly string[]): readonly string[] {
  const hashes = [...(base === null ? [] : [base]), ...others].map((hash) => `^${hash}`);
  return others.length === 0 ? hashes : ['--ignore-missing', ...hashes];
}

/**
 * Newest first.
 * @param others commits whose history does not count
 */
export async function commitsBetween(
  repository: Repository,
  base: string | null,
  last: string | null,
  others: readonly string[] = [],
): Promise<readonly Commit[]> {
  if (last === null || base === last) return [];
  const not = exclusionArguments(base, others);
  const text = await repository.runOrThrow([
    'log',
    '-z',
    '--no-show-signature',
    '--format=%H %s',
    last,
    ...not,
    '--',
  ]);
  return text
    .split('\0')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      hash: line.slice(0, line.indexOf(' ')),
      subject: line.slice(line.indexOf(' ') + 1).trim(),
    }));
}

export async function pathsBetween(
  repository: Repository,
  base: string | null,
  last: string | null,
): Promise<readonly string[]> {
  if (base === null || last === null || base === last) return [];
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--end-of-options', base, last];
  return (await repository.runOrThrow(args)).split('\0').filter((path) => path !== '');
}

/** Hash that a reference points to, or undefined. */
export async function commitOf(repository: Repository, name: string): Promise<string | undefined> {
  const { code, stdout } = await repository.run([
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    name,
  ]);
  return code === 0 ? stdout.trim() : undefined;
}

/** Entries by path; undefined for an index of which no copy is kept. */
type KnownEntries = ReadonlyMap<string, string> | undefined;

/**
 * Restores entries that the session changed and nobody touched since, staged or not. As with files, the last step is
 * undone first: what the person staged between two of them stays.
 * @param left stay as they are
 */
async function indexChanges(
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
    takenBack.push(...indexChangesBetween(await read(before.index), await read(after.index)));
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
function indexChangesBetween(earlier: KnownEntries, later: KnownEntries): readonly IndexChange[] {
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
