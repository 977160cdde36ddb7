import type { Channel, OutboundBody } from '../../contracts/channel.ts';
import type { ReplyAction } from '../../contracts/commands.ts';
import type { Outcome, SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { type ConversationId, isUnseenMessage } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { addressOf } from '../conversation.ts';
import { answeredText } from '../questions/question-text.ts';
import { EDIT_MARGIN_MS } from './live-cards.ts';
import type { Outbox } from './outbox.ts';

interface ReplyContext {
  readonly conversation: ConversationId;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly store: Pick<Store, 'approvals' | 'sessions'>;
  readonly nowMs: number;
}

/**
 * A reply as this channel can show it: as text, as an edit, or not at all because something else says it already.
 */
export function replyBody({ text, instead }: ReplyAction, context: ReplyContext): OutboundBody | undefined {
  const words: OutboundBody = { kind: 'text', text };
  const able = context.channels.get(addressOf(context.conversation).channel)?.capabilities;
  if (able === undefined || instead === undefined) return words;
  if (instead === 'reaction') return able.reaction ? undefined : words;
  if (able.edit !== 'any') return words;
  if (instead === 'card') return undefined;
  const approval = context.store.approvals.findInChat(context.conversation, instead.question);
  const locale = approval && context.store.sessions.get(approval.session)?.locale;
  if (approval === undefined || locale === undefined) return words;
  const ageMs = context.nowMs - approval.askedAtMs;
  if (ageMs > able.editWindowMs - EDIT_MARGIN_MS) return words;
  return { kind: 'edit', target: approval.messageId, text: answeredText(approval, text, texts(locale)) };
}

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
type RunEnd = Outcome['kind'] | 'unproven';

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
