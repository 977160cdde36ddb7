import type { WorkspaceState } from '../../contracts/checkpoints.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import type { ActiveSession } from '../active-session.ts';
import { parseCall, type ReadyCall } from './read-call.ts';

/** True for calls that change files themselves; the others change none, or only through calls of their own. */
function mayChangeFiles({ effect, tool }: ReadyCall): boolean {
  if (tool.hasOwnCalls === true) return false;
  return effect === 'writes' || effect === 'executes';
}

/**
 * True when a reply holds only calls that may change files, and the first look at the project is done: the first
 * intent or question is then ready at once, and the reply is stored in the same commit.
 */
export function storesIntentAtOnce(session: ActiveSession): boolean {
  if (session.lastCheckpoint === undefined) return false;
  return session.openCalls.every((call) => {
    const ready = parseCall(session, call);
    return ready.kind === 'ready' && mayChangeFiles(ready);
  });
}

/** Stores the state of the project before this call, together with its intent. */
export async function checkpointBefore(
  session: ActiveSession,
  ready: ReadyCall,
  files: NamedFiles,
): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const { lastCheckpoint, control } = session;
  const problem = await takeState(session, { files, since: lastCheckpoint?.state, signal: control.signal });
  const before = session.lastCheckpoint?.state;
  const step = { session: ready.call.session, call: ready.call.id };
  session.defer(() => session.parts.store.checkpoints.begin({ ...step, before, problem }));
}

/** Stores the state of the project after this call, together with its result. */
export async function checkpointAfter(
  session: ActiveSession,
  ready: ReadyCall,
  files: NamedFiles,
): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const before = session.lastCheckpoint?.state ?? beforeOf(session, ready);
  // Two states can only be compared for the files that both name.
  const isNamed = before !== undefined && files?.every((path) => pathsOver(before).includes(path)) === true;
  const isLost = before !== undefined && pathsOver(before).length > 0 && !isNamed;
  const problem = isLost
    ? dropLastCheckpoint(session)
    : await takeState(session, { files: isNamed ? files : undefined, since: before });
  const after = session.lastCheckpoint?.state;
  const step = { session: ready.call.session, call: ready.call.id };
  session.defer(() => session.parts.store.checkpoints.end({ ...step, after, problem }));
}

/**
 * A state of the whole project must not follow one of named files: the call would seem to have made changes of
 * others.
 */
function dropLastCheckpoint(session: ActiveSession): string {
  session.lastCheckpoint = undefined;
  return problemOf(session, new Error('its files are no longer where they were before it'));
}

/** The state before a call that an earlier program has begun. */
function beforeOf({ parts }: ActiveSession, { call }: ReadyCall): WorkspaceState | undefined {
  return parts.store.checkpoints.listCurrent(call.session).find((step) => step.call === call.id)?.before;
}

/** Relative to the workspace; undefined for a call that may change any file. */
export type NamedFiles = readonly string[] | undefined;

/** Real paths of the files that the call names, if these are all that it may change. */
export async function filesOf({ workspace }: ActiveSession, { tool, input }: ReadyCall): Promise<NamedFiles> {
  const named = tool.files?.(input);
  if (named === undefined) return undefined;
  try {
    return await Promise.all(
      named.map(async (path) => (await workspace.guard.resolve(path, 'write')).relative),
    );
  } catch (error) {
    // The call itself will be refused for the same reason.
    if (isFailure(error)) return undefined;
    throw error;
  }
}

function pathsOver({ trees }: WorkspaceState): readonly string[] {
  return trees.flatMap(({ over = [] }) => over.map(({ path }) => path));
}

interface StateRequest {
  /** Undefined for the whole project. */
  readonly files: NamedFiles;
  /** Undefined when there is no state yet that this one could follow. */
  readonly since: WorkspaceState | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Takes the state into `lastCheckpoint` and returns why it could not be taken. A task does not fail for that: the undo says
 * later what it does not know.
 */
async function takeState(
  session: ActiveSession,
  { files, since, signal }: StateRequest,
): Promise<string | undefined> {
  const { checkpoints } = session.parts;
  const { workspace } = session.record;
  const earlier = session.lastCheckpoint?.onDisk;
  session.lastCheckpoint = undefined;
  try {
    const taken =
      files === undefined
        ? { state: await checkpoints.take(workspace, signal), onDisk: Promise.resolve() }
        : await checkpoints.takeFiles(workspace, files, since);
    const onDisk = taken.onDisk.catch((error: unknown) => void problemOf(session, error));
    session.lastCheckpoint = { ...taken, onDisk: Promise.all([earlier, onDisk]).then(() => undefined) };
    return undefined;
  } catch (error) {
    return problemOf(session, error);
  }
}

function problemOf({ parts, record }: ActiveSession, error: unknown): string {
  const problem = messageOf(error);
  parts.log.warn('agent.checkpoint.failed', { session_id: record.id, error: problem });
  return problem;
}
