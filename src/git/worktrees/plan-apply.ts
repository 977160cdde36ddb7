import type { CheckpointEntry, FileChange, WorkspaceState } from '../../contracts/checkpoints.ts';
import type { LandingPlan, LandingRequest, MadeWorktree } from '../../contracts/worktrees.ts';
import { Failure } from '../../core/failure.ts';
import { isInside } from '../../core/paths.ts';
import { fault } from '../../core/texts/faults.ts';
import { entryAt } from '../checkpoints/apply-files.ts';
import { treeEntries } from '../checkpoints/apply-repository.ts';
import { commitsBetween, isUnfinished, pathsBetween } from '../checkpoints/plan-repository.ts';
import type { Shadow } from '../checkpoints/shadow.ts';
import { changesBetween, type Entries, entriesOfState, isSame } from '../checkpoints/trees.ts';
import type { Repository } from '../repository.ts';
import { readChanges } from '../status.ts';
import { foreignRoots } from './carry-changes.ts';
import {
  assertSize,
  branchAdvance,
  bringFromDisk,
  bringFromShadow,
  indexChangesTo,
  isModule,
  possibleLanding,
  readIndex,
  refuseLanding,
  shadowOf,
  writeObstacle,
} from './landing.ts';
import { openProject, openWorktree, type WorktreesParts } from './open-project.ts';

/** The worktree's files when it was made, by path. */
interface WorktreeBaseline {
  readonly made: Pick<MadeWorktree, 'uncommitted'>;
  /** Entries of its state from before the setup. */
  readonly entries: Entries;
  /** Entries of its commit, as `100644 <hash>`. */
  readonly tracked: ReadonlyMap<string, string>;
}

interface ApplyRequest extends LandingRequest {
  readonly parts: WorktreesParts;
  /** Repository of the project. */
  readonly repository: Repository;
  readonly worktree: Repository;
  readonly shadows: { readonly project: Shadow; readonly worktree: Shadow };
  /** State of the project now. */
  readonly present: WorkspaceState;
  /** State of the worktree now. */
  readonly done: WorkspaceState;
  /** The task's last commit. */
  readonly head: string;
  readonly beginning: WorktreeBaseline;
  readonly doneEntries: Entries;
}

/** See `Worktrees.planApply`. */
export async function planApply(parts: WorktreesParts, request: LandingRequest): Promise<LandingPlan> {
  const { project, folder, made } = request;
  const place = await openProject(parts, project);
  const { repository } = place;
  const worktree = await openWorktree(parts, folder, place);
  if (await isUnfinished(repository)) return refuseLanding({ kind: 'unfinished' });
  const done = await parts.checkpoints.take(folder);
  const present = await parts.checkpoints.take(project);
  const shadows = { project: await shadowOf(parts, project), worktree: await shadowOf(parts, folder) };
  const head = await followsOrThrow(repository, made.baseCommit, done.git?.head ?? undefined);
  const beginning = {
    made,
    entries: await entriesOfState(shadows.worktree, made.beforeSetup ?? made.base),
    tracked: await treeEntries(repository, made.baseCommit),
  };
  const doneEntries = await entriesOfState(shadows.worktree, done);
  const before = { repository, worktree, shadows, present, done, head, beginning, doneEntries };
  return planFrom({ ...before, parts, project, folder, made });
}

/** Commits are applied by fast-forwarding the branch. */
async function followsOrThrow(
  repository: Repository,
  base: string,
  head: string | undefined,
): Promise<string> {
  const { code } = await repository.run(['merge-base', '--is-ancestor', base, head ?? '']);
  if (head !== undefined && code === 0) return head;
  throw new Failure('conflict', fault('landing-rewritten'));
}

async function planFrom(applying: ApplyRequest): Promise<LandingPlan> {
  const { repository, made, head, present, shadows, beginning, parts } = applying;
  const committed = await pathsBetween(repository, made.baseCommit, head);
  const paths = await touchedPaths(applying, committed);
  const touched = await lookAtAll(applying, paths);
  const judged = judgeFiles(touched);
  const isHead = present.git?.head !== made.baseCommit || present.git.branch !== made.baseBranch;
  if (isHead || judged.moved.length > 0) return refuseLanding({ kind: 'moved', files: judged.moved, isHead });
  const commits = await commitsBetween(repository, made.baseCommit, head);
  if (judged.files.length === 0 && commits.length === 0) return refuseLanding({ kind: 'nothing' });
  const index = await indexToCommit(applying, committed);
  if ('kind' in index) return index;
  await bringFiles(applying, judged);
  return possibleLanding({
    files: judged.files,
    repository: { commits, index: index.changes, ...branchAdvance(baseOf(made), head) },
    untested: changedElsewhere({
      ...beginning,
      present: await entriesOfState(shadows.project, present),
      state: present,
      touched: new Set(paths),
      isSecret: parts.isSecret,
    }),
  });
}

function baseOf({ baseBranch, baseCommit }: MadeWorktree): { branch: string | null; commit: string } {
  return { branch: baseBranch, commit: baseCommit };
}

/** Paths in the states, in commits, and those only git knows: files that are committed though they are ignored. */
async function touchedPaths(
  { shadows, made, done, worktree, beginning, doneEntries }: ApplyRequest,
  committed: readonly string[],
): Promise<readonly string[]> {
  const changed = await changesBetween(shadows.worktree, made.base, done);
  const args = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'];
  const seen = (await worktree.runOrThrow([...args, made.baseCommit, '--'])).split('\0');
  const hidden = seen.filter((path) => !beginning.entries.has(path) && !doneEntries.has(path));
  const isOurs = (path: string): boolean => made.dependencies.some((folder) => isInside(path, folder.path));
  return [...new Set([...changed.keys(), ...committed, ...hidden])].filter(
    (path) => path !== '' && !isOurs(path) && !isModule(beginning.tracked.get(path) ?? ''),
  );
}

/** One path that the task touched. */
export interface TouchedPath {
  readonly path: string;
  readonly expected: CheckpointEntry | null | 'committed';
  /** Present entry in the project. */
  readonly found: CheckpointEntry | null;
  /** Present entry in the worktree. */
  readonly wanted: CheckpointEntry | null;
  /** True: in the project it differs from its commit. */
  readonly isDirty: boolean;
  /** What blocks it, if anything. */
  readonly obstacle: string | undefined;
}

async function lookAtAll(applying: ApplyRequest, paths: readonly string[]): Promise<readonly TouchedPath[]> {
  const { project, repository, beginning } = applying;
  const wanted = new Map<string, CheckpointEntry | null>();
  for (const path of paths) wanted.set(path, await wantedEntry(applying, path));
  const goes = new Set(paths.filter((path) => wanted.get(path) === null));
  const { marked } = await readIndex(repository);
  const dirty = new Set([...marked, ...(await readChanges(repository)).map(({ path }) => path)]);
  const touched: TouchedPath[] = [];
  for (const path of paths) {
    const entry = wanted.get(path) ?? null;
    touched.push({
      path,
      expected: expectedEntry(path, beginning),
      found: await entryAt(project, path),
      wanted: entry,
      isDirty: dirty.has(path),
      obstacle: entry === null ? undefined : await writeObstacle(project, path, goes),
    });
  }
  return touched;
}

/** States hold neither large nor ignored files: those are read from the disk. */
async function wantedEntry(
  { folder, doneEntries }: ApplyRequest,
  path: string,
): Promise<CheckpointEntry | null> {
  const known = doneEntries.get(path);
  if (known !== undefined && known.mode !== 'skipped') return known;
  const entry = await entryAt(folder, path);
  assertSize(path, entry);
  return entry?.mode === 'other' ? null : entry;
}

interface JudgedFiles {
  readonly files: readonly FileChange[];
  /** Sorted. */
  readonly moved: readonly string[];
}

/** Contents in the worktree's state are taken from there, others from the disk. */
async function bringFiles(
  { shadows, project, folder, doneEntries }: ApplyRequest,
  { files }: JudgedFiles,
): Promise<void> {
  const isKept = (path: string): boolean => {
    const entry = doneEntries.get(path);
    return entry !== undefined && entry.mode !== 'skipped';
  };
  const hashes = files.flatMap(({ path, to }) => (to !== null && isKept(path) ? [to.hash] : []));
  await bringFromShadow(shadows.worktree, shadows.project, [...new Set(hashes)]);
  const others = files.filter(({ path }) => !isKept(path));
  await bringFromDisk(
    folder,
    shadows.project,
    others.map(({ path, to }) => ({ path, entry: to })),
  );
  // Keeps the present contents, so that they can be put back.
  await bringFromDisk(
    project,
    shadows.project,
    files.map(({ path, from }) => ({ path, entry: from })),
  );
}

/**
 * Index entries for committed files. Staged changes of such a file that the task began with are in the file as well;
 * only other staged changes would be lost.
 */
async function indexToCommit(
  { repository, head, beginning }: ApplyRequest,
  committed: readonly string[],
): Promise<LandingPlan | { readonly changes: ReturnType<typeof indexChangesTo> }> {
  if (committed.length === 0) return { changes: [] };
  const staged = await readIndex(repository);
  if (committed.some((path) => staged.marked.has(path) && !staged.entries.has(path)))
    return refuseLanding({ kind: 'unfinished' });
  const codes = new Map((await readChanges(repository)).map(({ path, code }) => [path, code]));
  const lost = committed.filter((path) => {
    const isStaged = (staged.entries.get(path) ?? '') !== (beginning.tracked.get(path) ?? '');
    return staged.marked.has(path) || (isStaged && codes.get(path)?.[1] !== ' ');
  });
  if (lost.length > 0) return refuseLanding({ kind: 'uncommitted', files: lost });
  return { changes: indexChangesTo(staged, committed, await treeEntries(repository, head)) };
}

/**
 * The expected entry of a file in the project. `committed`: as in the commit, because the state does not hold it: it
 * is large, or ignored though it was committed.
 */
export function expectedEntry(
  path: string,
  { made, entries, tracked }: WorktreeBaseline,
): CheckpointEntry | null | 'committed' {
  const entry = entries.get(path);
  if (entry !== undefined && entry.mode !== 'skipped') return entry;
  return tracked.has(path) && !made.uncommitted.includes(path) ? 'committed' : null;
}

export function judgeFiles(touched: readonly TouchedPath[]): JudgedFiles {
  const moved = new Set<string>();
  const files: FileChange[] = [];
  for (const { path, expected, found, wanted, isDirty, obstacle } of touched) {
    // A folder whose files are all removed makes room.
    const from = found?.mode === 'other' && obstacle === undefined ? null : found;
    const isThere = expected === 'committed' ? !isDirty : isSame(from, expected);
    if (!isThere) moved.add(path);
    if (obstacle !== undefined) moved.add(obstacle);
    if (!isSame(from, wanted)) files.push({ path, from, to: wanted, merged: false });
  }
  return { files, moved: [...moved].sort() };
}

interface ProjectChangeFacts extends WorktreeBaseline {
  /** Present state of the project. */
  readonly present: Entries;
  readonly state: Pick<WorkspaceState, 'trees'>;
  readonly touched: ReadonlySet<string>;
  isSecret(path: string): boolean;
}

/** Files of the project that differ from what the worktree began with. */
export function changedElsewhere(facts: ProjectChangeFacts): readonly string[] {
  const { entries, present, touched, tracked, isSecret } = facts;
  const foreign = foreignRoots(facts);
  const isOf = (path: string): boolean =>
    !touched.has(path) &&
    !(isSecret(path) && !tracked.has(path)) &&
    !foreign.some((root) => isInside(path, root));
  return [...new Set([...entries.keys(), ...present.keys()])]
    .filter(isOf)
    .filter((path) => {
      const [before, now] = [expectedEntry(path, facts), present.get(path) ?? null];
      if (before !== 'committed') return !isSame(before, now);
      return now?.mode !== 'skipped' || sizeOf(now) !== sizeOf(entries.get(path));
    })
    .sort();
}

function sizeOf(entry: CheckpointEntry | undefined): string | undefined {
  return entry?.hash.split(':')[0];
}
