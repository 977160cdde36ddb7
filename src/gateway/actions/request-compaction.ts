import type { Action } from '../../contracts/commands.ts';
import { AT_REST } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId } from '../../core/ids.ts';

interface Parts {
  readonly store: Store;
  readonly instance: InstanceId;
  readonly clock: Clock;
}

/** Stored for the session's next step; one in which nothing runs is queued for it, and stands afterwards as before. */
export function requestCompaction(
  { session: id, words }: Extract<Action, { kind: 'compact' }>,
  { store, instance, clock }: Parts,
): void {
  const session = store.sessions.get(id);
  if (session === undefined) return;
  const { status, reason, endedAtMs } = session;
  if (!AT_REST.includes(status) || isAsking(id, store)) {
    // Asked for twice, it still goes back to where it stood.
    const backTo = store.contexts.requested(id)?.backTo;
    store.contexts.request(id, { words, backTo });
    return;
  }
  store.contexts.request(id, { words, backTo: { status, reason, endedAtMs } });
  store.sessions.update(id, {
    status: 'queued',
    instance,
    cancelRequested: false,
    endedAtMs: undefined,
    atMs: clock.nowMs(),
  });
}

/** Its last calls have no results: it is folded when they do. */
function isAsking(id: Parameters<Store['sessions']['get']>[0], { approvals, sessions }: Store): boolean {
  const conversation = sessions.get(id)?.conversation;
  return conversation !== undefined && approvals.pending(conversation).some(({ session }) => session === id);
}
