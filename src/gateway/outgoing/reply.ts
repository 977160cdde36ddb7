import type { Channel, OutboundBody } from '../../contracts/channel.ts';
import type { ReplyAction } from '../../contracts/commands.ts';
import type { Store } from '../../contracts/store.ts';
import type { ConversationId } from '../../core/ids.ts';
import { texts } from '../../core/texts/texts.ts';
import { addressOf } from '../address.ts';
import { answeredText } from '../questions/question-text.ts';
import { EDIT_MARGIN_MS } from './live-cards.ts';

export interface ReplyContext {
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
