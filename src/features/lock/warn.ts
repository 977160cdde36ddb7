import type { InboundMessage } from '../../contracts/channel.ts';
import type { MessageArrival } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { Outbox } from '../../gateway/outgoing/outbox.ts';
import { type OwnerChatsParts, ownerChats } from '../../gateway/people/owner-chats.ts';
import { isAtMachine } from '../../gateway/people/person.ts';
import type { LockLookup } from './lock.ts';
import { lockTexts } from './texts/texts.ts';

export interface WarnParts extends OwnerChatsParts {
  readonly rows: LockLookup;
  readonly store: Pick<Store, 'people' | 'conversations'>;
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly locale: Locale | undefined;
}

/** Tells every owner in every other chat that a wrong code was sent; inside a transaction. */
export function warnElsewhere(
  message: InboundMessage,
  { conversation, person }: MessageArrival,
  parts: WarnParts,
): void {
  const { rows, store, outbox, locale } = parts;
  const wrong = rows.findPerson(person.phone)?.wrong ?? 1;
  for (const other of ownerChats(parts).filter((chat) => chat !== conversation)) {
    const words = lockTexts(texts(localeHere(other, locale, store.conversations)));
    const text = isAtMachine(message.sender)
      ? words.warning.terminal(wrong)
      : words.warning.phone(`+${person.phone}`, wrong);
    const body = { kind: 'text', text } as const;
    outbox.enqueue({ conversation: other, key: `lock-wrong:${message.id}:${other}`, body });
  }
}
