import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { type InstanceId, sessionIdOf } from '../../core/ids.ts';
import type { FollowUp, FollowUpStore } from './follow-up.ts';
import { messageKey } from './follow-ups-feature.ts';

/** PostgreSQL does not take it. */
const ZERO = '\u0000';

const Offers = z.array(
  z.object({
    topic: z.string(),
    session: z.string(),
    line: z.string(),
    instruction: z.string(),
    /** The message that said it; missing: it is not said yet. */
    told: z.object({ messageId: z.string(), atMs: z.int() }).optional(),
  }),
);
type FollowUpOffer = z.infer<typeof Offers>[number];

interface FollowUpsStateParts {
  readonly rows: FollowUpStore;
  readonly store: Pick<Store, 'outbox' | 'sessions'>;
  readonly instance: InstanceId;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * Offers of a chat that moves, for tasks that go along: an offer that was made is open on the next machine as well, and
 * is not repeated.
 */
export function followUpsState({
  rows,
  store,
  instance,
  clock,
}: FollowUpsStateParts): ChatState<FollowUpOffer[]> {
  const offerOf = ({
    seq,
    topic,
    session,
    line,
    instruction,
    messageId,
    toldAtMs: atMs,
  }: FollowUp): FollowUpOffer => {
    const isSent = messageId !== undefined && atMs !== undefined && !store.outbox.isWaiting(messageKey(seq));
    return {
      topic,
      session,
      line: line.replaceAll(ZERO, ''),
      instruction: instruction.replaceAll(ZERO, ''),
      ...(isSent ? { told: { messageId, atMs } } : {}),
    };
  };
  return {
    name: 'follow-ups',
    schema: Offers,
    read(conversation) {
      const offers = rows.listUnanswered(conversation).map(offerOf);
      return offers.length === 0 ? undefined : offers;
    },
    write(conversation, offers = []) {
      // Offers that an earlier stay left here are closed: the copies bring those that are still open.
      rows.settleAll(conversation);
      for (const { told, session: name, ...offer } of offers) {
        const id = sessionIdOf(name);
        if (id === undefined || store.sessions.get(id)?.conversation !== conversation) continue;
        const seq = rows.reopen({ ...offer, session: id, instance, atMs: clock.nowMs() });
        if (told !== undefined) rows.markNotified(seq, told);
      }
    },
    leave: (conversation) => rows.settleAll(conversation),
  };
}
