import type { Action } from '../../contracts/commands.ts';
import { AT_REST } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId, SessionId } from '../../core/ids.ts';

interface CompactionParts {
  readonly store: Pick<Store, 'approvals' | 'contexts' | 'sessions'>;
  readonly instance: InstanceId;
  readonly clock: Clock;
}

/**
 * Stores the request for the session's next step. A session at rest is queued for that step, and afterwards gets its
 * earlier status back.
 */
export function requestCompaction(
  { session: id, words }: Extract<Action, { kind: 'compact' }>,
  { store, instance, clock }: CompactionParts,
): void {
  const session = store.sessions.get(id);
  if (session === undefined) return;
  const { status, reason, endedAtMs } = session.state;
  if (!AT_REST.includes(status) || isAsking(id, store)) {
    // A second request must not overwrite the status that the session goes back to.
    const backTo = store.contexts.findRequest(id)?.backTo;
    store.contexts.setRequest(id, { words, backTo });
    return;
  }
  store.contexts.setRequest(id, { words, backTo: { status, reason, endedAtMs } });
  store.sessions.update(id, {
    state: { status: 'queued', cancelRequested: false, endedAtMs: undefined },
    instance,
    atMs: clock.nowMs(),
  });
}

/** Its last calls have no results: it is compacted when they do. */
function isAsking(id: SessionId, { approvals, sessions }: Pick<Store, 'approvals' | 'sessions'>): boolean {
  const conversation = sessions.get(id)?.conversation;
  return (
    conversation !== undefined && approvals.listPending(conversation).some(({ session }) => session === id)
  );
}
