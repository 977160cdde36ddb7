import { MONEY_CALL, type SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { InstanceId } from '../../core/ids.ts';

export interface QueueAgainPorts {
  readonly store: Pick<Store, 'approvals' | 'sessions' | 'taskNumbers'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * Queues a session for another run of rounds and time, inside the caller's transaction; its cost continues to add up.
 * @param extraMicroUsd granted on top of the cap, in millionths of a dollar
 * @param sourceMessageId reactions are set on this message, and not on the one that began the session
 */
export function queueAgain(
  session: SessionRecord,
  { extraMicroUsd, sourceMessageId }: { readonly extraMicroUsd: number; readonly sourceMessageId: string },
  { store, instance, clock }: QueueAgainPorts,
): void {
  closeMoneyQuestion(session, { store, clock });
  store.sessions.update(session.id, {
    state: {
      status: 'queued',
      reason: undefined,
      cancelRequested: false,
      wakeAtMs: undefined,
      outageWaits: undefined,
      endedAtMs: undefined,
    },
    instance,
    number: numberFor(session, store),
    usage: {
      runStartRound: session.usage.round,
      activeMs: 0,
      earlierActiveMs: session.usage.earlierActiveMs + session.usage.activeMs,
      extraMicroUsd: session.usage.extraMicroUsd + extraMicroUsd,
    },
    origin: { sourceMessageId },
    atMs: clock.nowMs(),
  });
}

/** Its own, unless another task has been given it meanwhile. */
function numberFor(session: SessionRecord, { taskNumbers }: Pick<Store, 'taskNumbers'>): number {
  if (session.mode === 'talk' || taskNumbers.isFree(session)) return session.number;
  return taskNumbers.nextFree(session.conversation, session.id);
}

/** Resuming a session in another way answers its open question about money. */
function closeMoneyQuestion(
  session: SessionRecord,
  { store, clock }: Pick<QueueAgainPorts, 'clock'> & { readonly store: Pick<Store, 'approvals'> },
): void {
  const question = store.approvals.findByCall(session.id, MONEY_CALL);
  if (question?.state === 'pending') {
    store.approvals.decide(question.id, { state: 'withdrawn', answer: '', atMs: clock.nowMs() });
  } else if (question?.state === 'approved' && !question.used) store.approvals.markUsed(question.id);
}
