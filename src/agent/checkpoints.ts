import { messageOf } from '../base/failure.ts';
import type { WorkspaceState } from '../contracts/checkpoints.ts';
import type { ActiveSession } from './active-session.ts';
import type { ReadyCall } from './read-call.ts';

type Call = Extract<ReadyCall, { kind: 'call' }>;

/** Calls between whose two states lies whatever they do to files; the others touch none. */
function mayChangeFiles({ effect }: Call): boolean {
  return effect === 'writes' || effect === 'executes';
}

/** Keeps how the project is before this call; stored together with its intent. */
export async function checkpointBefore(session: ActiveSession, ready: Call): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const taken = await take(session, session.control.signal);
  const step = { session: ready.call.session, call: ready.call.id };
  session.defer(() =>
    session.parts.store.checkpoints.begin({ ...step, before: taken.state, problem: taken.problem }),
  );
}

/** Keeps what this call has left; stored together with its result. */
export async function checkpointAfter(session: ActiveSession, ready: Call): Promise<void> {
  if (!mayChangeFiles(ready)) return;
  const taken = await take(session, undefined);
  const step = { session: ready.call.session, call: ready.call.id };
  session.defer(() =>
    session.parts.store.checkpoints.end({ ...step, after: taken.state, problem: taken.problem }),
  );
}

interface Taken {
  readonly state: WorkspaceState | undefined;
  readonly problem: string | undefined;
}

/** That a state cannot be kept is no reason to fail a task: the undo says later what it does not know. */
async function take({ parts, record }: ActiveSession, signal: AbortSignal | undefined): Promise<Taken> {
  try {
    return { state: await parts.checkpoints.take(record.workspace, signal), problem: undefined };
  } catch (error) {
    const problem = messageOf(error);
    parts.log.warn('agent.checkpoint.failed', { session_id: record.id, error: problem });
    return { state: undefined, problem };
  }
}
