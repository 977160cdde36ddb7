import type { Channel, InboundMessage } from '../../contracts/channel.ts';
import type { Store } from '../../contracts/store.ts';
import type { ConversationId } from '../../core/ids.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { addressOf } from '../../gateway/address.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { Outbox } from '../../gateway/outgoing/outbox.ts';
import type { LockLookup } from './lock.ts';
import { lockTexts } from './texts/texts.ts';

export interface CleanChatParts {
  readonly rows: LockLookup;
  readonly store: Pick<Store, 'conversations'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly locale: Locale | undefined;
}

/**
 * Removes the message with the code from the chat where the channel can. Elsewhere it asks the person to do so, unless
 * the code is of an app and worth nothing a minute later. Inside the transaction that stores the message.
 */
export function cleanChat(
  { id, chat }: InboundMessage,
  conversation: ConversationId,
  { rows, store, channels, outbox, locale }: CleanChatParts,
): void {
  const channel = channels.get(addressOf(conversation).channel);
  if (channel?.canDelete?.(chat) === true) {
    outbox.enqueue({ conversation, key: `lock-delete:${id}`, body: { kind: 'delete', target: id } });
  } else if (rows.factor()?.kind === 'pin' && channel?.capabilities.localOwner !== true) {
    const text = lockTexts(texts(localeHere(conversation, locale, store.conversations))).deleteIt;
    outbox.enqueue({ conversation, key: `lock-clean:${id}`, body: { kind: 'text', text } });
  }
}
