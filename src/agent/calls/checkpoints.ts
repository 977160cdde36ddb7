import { isFailure, messageOf } from '../../base/failure.ts';
import type { WorkspaceState } from '../../contracts/checkpoints.ts';
import type { ActiveSession } from '../active-session.ts';
import { parseCall, type ReadyCall } from './read-call.ts';

/** Calls between whose two states lies whatever they do to files; the others touch none, or by calls of their own. */
function mayChangeFiles({ effect, tool }: ReadyCall): boolean {
  if (tool.hasOwnCalls === true) return false;
  return effect === 'writes' || effect === 'executes';
}

/**
 * True when a reply holds nothing but calls that may change files, and the first look at the project lies behind: the
 * intent of the first, or the question about it, is then stored in no time, and the reply in the same commit.
 */
export function storesIntentAtOnce(session: ActiveSession): boolean {
  if (session.left === undefined) return false;
  return session.openCalls.every((call) => {
    const ready = parseCall(session, call);
    return ready.kind === 'ready' && mayChangeFiles(ready);
  });
}

/** Keeps how the project is before this call; stored together with its intent. */
export async function checkpointBefore(
  session: ActiveSession,
  ready: ReadyCall,
  files: NamedFiles,
): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const { left, control } = session;
  const problem = await take(session, { files, since: left?.state, signal: control.signal });
  const before = session.left?.state;
  const step = { session: ready.call.session, call: ready.call.id };
  session.defer(() => session.parts.store.checkpoints.begin({ ...step, before, problem }));
}

/** Keeps what this call has left; stored together with its result. */
export async function checkpointAfter(
  session: ActiveSession,
  ready: ReadyCall,
  files: NamedFiles,
): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const before = session.left?.state ?? beforeOf(session, ready);
  // Only what both states name can be told apart by them.
  const isNamed = before !== undefined && files?.every((path) => namesOf(before).includes(path)) === true;
  const isLost = before !== undefined && namesOf(before).length > 0 && !isNamed;
  const problem = isLost
    ? lose(session)
    : await take(session, { files: isNamed ? files : undefined, since: before });
  const after = session.left?.state;
  const step = { session: ready.call.session, call: ready.call.id };
  session.defer(() => session.parts.store.checkpoints.end({ ...step, after, problem }));
}

/** Beside a state that names files, one of everything would make the call answer for what others have changed since. */
function lose(session: ActiveSession): string {
  session.left = undefined;
  return problemOf(session, new Error('its files are no longer where they were before it'));
}

/** The state before a call that an earlier program has begun. */
function beforeOf({ parts }: ActiveSession, { call }: ReadyCall): WorkspaceState | undefined {
  return parts.store.checkpoints.standing(call.session).find((step) => step.call === call.id)?.before;
}

/** Relative to the workspace; undefined for a call that may change any file. */
export type NamedFiles = readonly string[] | undefined;

/** Where the files really are that the call names as the only ones. */
export async function filesOf({ workspace }: ActiveSession, { tool, input }: ReadyCall): Promise<NamedFiles> {
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
  readonly files: NamedFiles;
  /** Undefined: there is no state yet that this one could follow. */
  readonly since: WorkspaceState | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Takes `left` anew, and says what was in the way. That a state cannot be kept is no reason to fail a task: the undo says
 * later what it does not know.
 */
async function take(session: ActiveSession, { files, since, signal }: Taking): Promise<string | undefined> {
  const { checkpoints } = session.parts;
  const { workspace } = session.record;
  const earlier = session.left?.onDisk;
  session.left = undefined;
  try {
    const taken =
      files === undefined
        ? { state: await checkpoints.take(workspace, signal), onDisk: Promise.resolve() }
        : await checkpoints.takeFiles(workspace, files, since);
    const onDisk = taken.onDisk.catch((error: unknown) => void problemOf(session, error));
    session.left = { ...taken, onDisk: Promise.all([earlier, onDisk]).then(() => undefined) };
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
