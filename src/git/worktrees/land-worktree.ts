import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileChange, RepositoryPlan } from '../../contracts/checkpoints.ts';
import type { LandingPlan, LandingResult } from '../../contracts/worktrees.ts';
import { Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { type ApplyResult, applyFiles, entryAt } from '../checkpoints/apply-files.ts';
import { applyRepository, isMovable } from '../checkpoints/apply-repository.ts';
import { commitOf } from '../checkpoints/plan-repository.ts';
import { contentsOf } from '../checkpoints/shadow.ts';
import { isSame } from '../checkpoints/trees.ts';
import type { Repository } from '../repository.ts';
import { shadowOf } from './landing.ts';
import { openProject, type WorktreesParts } from './open-project.ts';

const LOCK_WAIT_MS = 5000;
const LOCK_POLL_MS = 100;

/**
 * See `Worktrees.land`. Files first, the branch last: after a kill in between, the finished part remains as
 * uncommitted changes.
 */
export async function landWorktree(
  parts: WorktreesParts,
  project: string,
  { change }: Extract<LandingPlan, { kind: 'possible' }>,
): Promise<LandingResult> {
  const { repository } = await openProject(parts, project);
  const plan = change.repository ?? { commits: [], references: [], index: [] };
  await assertUnlocked(repository);
  const isDone = await isMoved(repository, plan);
  await assertUnchanged({ repository, plan, project, files: change.files, isDone });
  const shadow = await shadowOf(parts, project);
  const contents = (hashes: readonly string[]) => contentsOf(shadow, hashes);
  const write: FileWriter = (files) => applyFiles({ workspace: project, contents }, files, parts.isSecret);
  const outcomes = await write(change.files);
  if (!isDone) await assertWritten(change.files, outcomes, write);
  if (!(await applyRepository(repository, plan, 'work of a task')))
    throw new Failure('conflict', fault('landing-half'));
  const paths = change.files.map(({ path }) => path);
  return {
    files: paths.filter((path) => outcomes.get(path) === 'done'),
    commits: plan.commits,
    left: paths.filter((path) => outcomes.get(path) !== 'done'),
  };
}

/** The index is changed last: a lock should be noticed before. */
async function assertUnlocked(repository: Repository): Promise<void> {
  const folder = (await repository.runOrThrow(['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
  const lock = join(folder, 'index.lock');
  for (let waitedMs = 0; existsSync(lock); waitedMs += LOCK_POLL_MS) {
    if (waitedMs >= LOCK_WAIT_MS) throw new Failure('unavailable', fault('landing-locked', lock));
    await delay(LOCK_POLL_MS);
  }
}

interface LandingStart {
  readonly repository: Repository;
  readonly plan: RepositoryPlan;
  readonly project: string;
  readonly files: readonly FileChange[];
  /** True: the branch has already moved. */
  readonly isDone: boolean;
}

type FileWriter = (files: readonly FileChange[]) => Promise<ReadonlyMap<string, ApplyResult>>;

/** The disk is full, or something blocks a file: written files are put back, and the branch stays. */
async function assertWritten(
  files: readonly FileChange[],
  outcomes: ReadonlyMap<string, ApplyResult>,
  write: FileWriter,
): Promise<void> {
  const blocked = files.find(({ path }) => outcomes.get(path) === 'blocked');
  if (blocked === undefined) return;
  const written = files.filter(({ path }) => outcomes.get(path) === 'done');
  // The content of larger ones is not kept.
  const known = written.filter(({ from }) => from?.mode !== 'skipped');
  const back = await write(known.map((file) => ({ ...file, from: file.to, to: file.from })));
  const stays = written.map(({ path }) => path).filter((path) => back.get(path) !== 'done');
  throw new Failure(
    'unavailable',
    stays.length === 0
      ? fault('landing-not-written', blocked.path)
      : fault('landing-half-written', blocked.path, stays.join(', ')),
  );
}

/** Before anything has begun, it is all or nothing. A landing that has begun is finished as far as possible. */
async function assertUnchanged({ repository, plan, project, files, isDone }: LandingStart): Promise<void> {
  if (!isDone && !(await isMovable(repository, plan)))
    throw new Failure('conflict', fault('landing-branch-moved'));
  const changed: string[] = [];
  let isBegun = isDone;
  for (const { path, from, to } of files) {
    const found = await entryAt(project, path);
    const now = found?.mode === 'other' && from === null ? null : found;
    if (isSame(now, to)) isBegun = true;
    else if (!isSame(now, from)) changed.push(path);
  }
  if (!isBegun && changed.length > 0)
    throw new Failure('conflict', fault('landing-changed', changed.slice(0, 5).join(', ')));
}

async function isMoved(repository: Repository, { references, head }: RepositoryPlan): Promise<boolean> {
  const [reference] = references;
  if (reference === undefined)
    return head !== undefined && head.from !== head.to && (await commitOf(repository, 'HEAD')) === head.to;
  return reference.from !== reference.to && (await commitOf(repository, reference.name)) === reference.to;
}
