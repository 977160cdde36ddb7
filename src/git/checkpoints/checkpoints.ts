import type {
  CheckpointEntry,
  CheckpointStep,
  Checkpoints,
  FileChange,
  RepositoryPlan,
  UndoPlan,
  UndoRequest,
  UndoResult,
  WorkspaceState,
} from '../../contracts/checkpoints.ts';
import { type Failure, isFailure } from '../../core/failure.ts';
import { isInside } from '../../core/paths.ts';
import type { Environment } from '../../processes/command-environment.ts';
import { openRepository, type Repository } from '../repository.ts';
import { type ApplyResult, applyFiles } from './apply-files.ts';
import { applyRepository, commitRevert } from './apply-repository.ts';
import { removeOldStates } from './keep-contents.ts';
import { type KnownContents, takeFiles } from './named-files.ts';
import { planFiles } from './plan-files.ts';
import { isMovedBy, planRepository } from './plan-repository.ts';
import { sessionDiff, sessionLines } from './session-diff.ts';
import { contentsOf, openShadow, type Shadow } from './shadow.ts';
import { newMemory, type StateReader, takePosition, takeState } from './take-state.ts';
import { stepChanges } from './trees.ts';

interface CheckpointParts {
  /** Holds a folder for each workspace; made when it is first needed. */
  readonly folder: string;
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** Folders of the program itself. */
  readonly ownFolders: readonly string[];
  /** True for files whose contents are never shown; a restored one is readable for its owner alone. */
  isSecret(path: string): boolean;
}

/** Creates nothing on the disk before it is first used. */
export function createCheckpoints(parts: CheckpointParts): Checkpoints {
  const { environment } = parts;
  const opened = new Map<string, Promise<StateReader>>();
  const open = (workspace: string): Promise<StateReader> => {
    const known = opened.get(workspace) ?? openStateReader(parts, workspace);
    opened.set(workspace, known);
    // A failure is not remembered: the disk may have room next time.
    known.catch(() => opened.delete(workspace));
    return known;
  };
  const known = new Map<string, KnownContents>();
  const knownIn = (workspace: string): KnownContents => {
    const contents = known.get(workspace) ?? new Map();
    known.set(workspace, contents);
    return contents;
  };
  return {
    take: takeInTime(open),
    async takeFiles(workspace, paths, since) {
      const taking = await open(workspace);
      const known = knownIn(workspace);
      return takeFiles({ shadow: taking.shadow, known }, paths, since ?? (await takePosition(taking)));
    },
    plan: async (request) => planUndo(await open(request.workspace), request),
    apply: async (workspace, plan) => applyUndo(await open(workspace), plan, parts.isSecret),
    revert: async (workspace, plan) =>
      commitRevert(await topOf(await openRepository({ root: workspace, environment }), environment), plan),
    async diff(workspace, steps, { isRunning, mostCharacters }) {
      const taking = await open(workspace);
      const now = isRunning ? await takeState(taking, undefined) : undefined;
      return sessionDiff(taking.shadow, steps, { mostCharacters, hides: parts.isSecret, now });
    },
    countLines: async (workspace, steps) => sessionLines((await open(workspace)).shadow, steps),
    readLeftFiles: async (workspace, steps) => readLeftFiles((await open(workspace)).shadow, steps),
    async removeOld(beforeMs) {
      for (const workspace of await removeOldStates(parts, beforeMs)) opened.delete(workspace);
      known.clear();
    },
  };
}

/** A project that is too large is not tried again: each try would delay a change of the task. */
function takeInTime(open: (workspace: string) => Promise<StateReader>): Checkpoints['take'] {
  const tooLarge = new Map<string, Failure>();
  return async (workspace, signal) => {
    const known = tooLarge.get(workspace);
    if (known !== undefined) throw known;
    try {
      return await takeState(await open(workspace), signal);
    } catch (error) {
      if (isFailure(error) && error.kind === 'timeout') tooLarge.set(workspace, error);
      throw error;
    }
  };
}

async function openStateReader(parts: CheckpointParts, workspace: string): Promise<StateReader> {
  const { environment, ownFolders } = parts;
  return { environment, ownFolders, shadow: await openShadow(parts, workspace), memory: newMemory() };
}

async function planUndo(taking: StateReader, request: UndoRequest): Promise<UndoPlan> {
  const { shadow } = taking;
  const now = await takeState(taking, undefined);
  const steps = await stepChanges(shadow, request.steps);
  return {
    ...(await planFiles(shadow, steps, now)),
    repository: await planIn(taking, request, now),
    // A step that only has an earlier state did nothing.
    unknownSteps: request.steps.filter(({ problem }) => problem !== undefined).length,
  };
}

async function planIn(
  { shadow, environment }: StateReader,
  request: UndoRequest,
  now: WorkspaceState,
): Promise<RepositoryPlan | null> {
  // Files are restored also when git refuses to open the repository.
  if (now.git === null || !isMovedBy(request.steps)) return null;
  const repository = await repositoryAt(shadow.workspace, environment);
  if (repository === undefined) return null;
  return planRepository({ shadow, repository, request, now: now.git });
}

/** Opened at its top folder, so that its paths are complete. Undefined without a repository. */
async function repositoryAt(root: string, environment: Environment): Promise<Repository | undefined> {
  try {
    return await topOf(await openRepository({ root, environment }), environment);
  } catch (error) {
    if (isFailure(error) && error.kind === 'not-found') return undefined;
    throw error;
  }
}

async function topOf(repository: Repository, environment: Environment): Promise<Repository> {
  return repository.prefix === '' ? repository : openRepository({ root: repository.top, environment });
}

async function applyUndo(
  { shadow, environment }: StateReader,
  plan: UndoPlan,
  isSecret: (path: string) => boolean,
): Promise<UndoResult> {
  const place = {
    workspace: shadow.workspace,
    contents: (hashes: readonly string[]) => contentsOf(shadow, hashes),
  };
  const outcomes = await inOrder(plan.files, (files) => applyFiles(place, files, isSecret));
  const isDone = ({ path }: { readonly path: string }): boolean => outcomes.get(path) === 'done';
  const done = plan.files.filter(isDone);
  const pathsOf = (files: UndoPlan['files']): readonly string[] => files.map(({ path }) => path);
  const { repository } = plan;
  const moved = repository === null || (await moveBack(shadow.workspace, environment, repository));
  const commits = repository?.commits ?? [];
  const kept = moved ? repository?.kept : 'moved';
  const branch = repository?.references.find(({ to }) => to === null)?.name;
  return {
    restored: pathsOf(done.filter(({ to, merged }) => to !== null && !merged)),
    removed: pathsOf(done.filter(({ to }) => to === null)),
    merged: pathsOf(done.filter(({ to, merged }) => to !== null && merged)),
    kept: [...plan.kept, ...plan.files.flatMap(({ path }) => keptBy(path, outcomes.get(path)))],
    dropped: kept === undefined ? commits : [],
    branchRemoved: kept === undefined && branch !== undefined ? branch.replace(/^refs\/heads\//, '') : null,
    ...(moved && repository?.abandons !== undefined ? { abandoned: repository.abandons } : {}),
    commitsKept: kept === undefined || commits.length === 0 ? null : { why: kept, commits },
    unknownSteps: plan.unknownSteps,
  };
}

/** A file whose content goes on elsewhere comes after that, and not at all where that could not be done. */
async function inOrder(
  files: readonly FileChange[],
  write: (files: readonly FileChange[]) => Promise<ReadonlyMap<string, ApplyResult>>,
): Promise<ReadonlyMap<string, ApplyResult>> {
  const outcomes = new Map<string, ApplyResult>();
  const isReady = ({ after = [] }: FileChange): boolean =>
    after.every((path) => outcomes.get(path) === 'done');
  for (let left = files; left.length > 0; ) {
    const ready = left.filter(isReady);
    const blocked = ready.length === 0 ? left.map(({ path }) => [path, 'blocked'] as const) : [];
    for (const [path, outcome] of [...(await write(ready)), ...blocked]) outcomes.set(path, outcome);
    left = blocked.length > 0 ? [] : left.filter(({ path }) => !outcomes.has(path));
  }
  return outcomes;
}

function keptBy(path: string, outcome: ApplyResult | undefined): UndoResult['kept'] {
  return outcome === undefined || outcome === 'done' ? [] : [{ path, why: outcome }];
}

async function moveBack(root: string, environment: Environment, plan: RepositoryPlan): Promise<boolean> {
  const repository = await repositoryAt(root, environment);
  return repository !== undefined && applyRepository(repository, plan, 'undo of a task');
}

/** See `Checkpoints.readLeftFiles`. */
async function readLeftFiles(
  shadow: Shadow,
  steps: readonly CheckpointStep[],
): ReturnType<Checkpoints['readLeftFiles']> {
  const left = new Map<string, CheckpointEntry | null>();
  const nested = new Set<string>();
  for (const { after, changes } of await stepChanges(shadow, steps)) {
    for (const { root } of after.trees) if (root !== '') nested.add(root);
    for (const [path, change] of changes) left.set(path, change.after);
  }
  const last = steps.findLast(({ after }) => after !== undefined)?.after;
  const files = [...left]
    .filter(([path, entry]) => isKept(entry) && ![...nested].some((root) => isInside(path, root)))
    .map(([path, entry]) => ({ path, entry }));
  return { head: last?.git?.head ?? null, files };
}

function isKept(entry: CheckpointEntry | null): boolean {
  return entry?.mode !== 'skipped' && entry?.mode !== 'other';
}
