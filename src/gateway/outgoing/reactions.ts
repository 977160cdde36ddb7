import type { Outcome, SessionRecord } from '../../contracts/session.ts';
import type { ConversationId } from '../../core/ids.ts';
import { isUnseenMessage } from '../../core/ids.ts';
import type { Outbox } from './outbox.ts';

/** Reactions to the person's own message; a new one replaces the last. */
const MARKS = { seen: '👀', working: '⏳', done: '✅', unproven: '⚠️', failed: '❌' } as const;

/** The message was received, and no words are sent yet. */
export function markSeen(
  { conversation, messageId }: { readonly conversation: ConversationId; readonly messageId: string },
  outbox: Outbox,
): void {
  if (isUnseenMessage(messageId)) return;
  const body = { kind: 'reaction', target: messageId, emoji: MARKS.seen } as const;
  outbox.enqueue({ conversation, key: `seen:${conversation}:${messageId}`, body, ephemeral: true });
}

/** Set once for each run: one that continues after an answer or a restart still shows it. */
export function markWorking(session: SessionRecord, outbox: Outbox): void {
  if (session.usage.activeMs === 0) markSession(session, 'working', outbox);
}

/** How a run ended; `unproven`: the model says that it is done, and the records do not agree. */
export type RunEnd = Outcome['kind'] | 'unproven';

/** A pause changes nothing: the task still runs. */
export function markEnd(session: SessionRecord, ending: RunEnd, outbox: Outbox): void {
  if (ending === 'done' || ending === 'unproven') markSession(session, ending, outbox);
  if (ending === 'failed' || ending === 'parked' || ending === 'cancelled')
    markSession(session, 'failed', outbox);
}

function markSession(session: SessionRecord, as: keyof typeof MARKS, outbox: Outbox): void {
  const { conversation, id, origin, state, usage } = session;
  const { sourceMessageId: target } = origin;
  if (isUnseenMessage(target)) return;
  outbox.enqueue({
    conversation,
    key: `${as}:${id}:${target}:${usage.runStartRound}:${state.updatedAtMs}`,
    body: { kind: 'reaction', target, emoji: MARKS[as] },
    ephemeral: as === 'working',
  });
}
