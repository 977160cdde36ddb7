import { isFailure, messageOf } from '../base/failure.ts';
import type { WorkspaceState } from '../contracts/checkpoints.ts';
import type { ActiveSession } from './active-session.ts';
import type { ReadyCall } from './read-call.ts';

type Call = Extract<ReadyCall, { kind: 'call' }>;

/** Files that a state may name beside its trees: each of them is in every state from then on. */
const MOST_NAMED = 50;

/** Calls between whose two states lies whatever they do to files; the others touch none. */
function mayChangeFiles({ effect }: Call): boolean {
  return effect === 'writes' || effect === 'executes';
}

/** Keeps how the project is before this call; stored together with its intent. */
export async function checkpointBefore(session: ActiveSession, ready: Call): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const { left, control } = session;
  const since = left === undefined || namesOf(left).length >= MOST_NAMED ? undefined : left;
  const taken = await take(session, { files: await filesOf(session, ready), since, signal: control.signal });
  session.left = taken.state;
  const step = { session: ready.call.session, call: ready.call.id };
  session.defer(() =>
    session.parts.store.checkpoints.begin({ ...step, before: taken.state, problem: taken.problem }),
  );
}

/** Keeps what this call has left; stored together with its result. */
export async function checkpointAfter(session: ActiveSession, ready: Call): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const before = session.left ?? beforeOf(session, ready);
  const files = await filesOf(session, ready);
  // Only what both states name can be told apart by them.
  const isNamed = before !== undefined && files?.every((path) => namesOf(before).includes(path)) === true;
  const taken = await take(session, { files: isNamed ? files : undefined, since: before, signal: undefined });
  session.left = taken.state;
  const step = { session: ready.call.session, call: ready.call.id };
  session.defer(() =>
    session.parts.store.checkpoints.end({ ...step, after: taken.state, problem: taken.problem }),
  );
}

/** Of a call that an earlier program has begun. */
function beforeOf({ parts }: ActiveSession, { call }: Call): WorkspaceState | undefined {
  return parts.store.checkpoints.standing(call.session).find((step) => step.call === call.id)?.before;
}

/** Where the files really are that the call names as the only ones; undefined for a call that may change others. */
async function filesOf(
  { workspace }: ActiveSession,
  { tool, input }: Call,
): Promise<readonly string[] | undefined> {
  const named = tool.files?.(input);
  if (named === undefined) return undefined;
  try {
    return await Promise.all(
      named.map(async (path) => (await workspace.guard.resolve(path, 'write')).relative),
    );
  } catch (error) {
    // The call itself will be refused for it.
    if (isFailure(error)) return undefined;
    throw error;
  }
}

function namesOf({ trees }: WorkspaceState): readonly string[] {
  return trees.flatMap(({ over = [] }) => over.map(({ path }) => path));
}

interface Taking {
  /** Undefined: the whole project is looked at. */
  readonly files: readonly string[] | undefined;
  /** Undefined: there is no state yet that this one could follow. */
  readonly since: WorkspaceState | undefined;
  readonly signal: AbortSignal | undefined;
}

interface Taken {
  readonly state: WorkspaceState | undefined;
  readonly problem: string | undefined;
}

/** That a state cannot be kept is no reason to fail a task: the undo says later what it does not know. */
async function take({ parts, record }: ActiveSession, { files, since, signal }: Taking): Promise<Taken> {
  const { checkpoints, log } = parts;
  const { workspace } = record;
  try {
    const followed = files === undefined ? undefined : since;
    const state = followed ?? (await checkpoints.take(workspace, signal));
    const named = files === undefined ? state : await checkpoints.takeFiles(workspace, files, state);
    return { state: named, problem: undefined };
  } catch (error) {
    const problem = messageOf(error);
    log.warn('agent.checkpoint.failed', { session_id: record.id, error: problem });
    return { state: undefined, problem };
  }
}
