import type { AccessList } from '../../contracts/access.ts';
import type { Channel, InboundMessage } from '../../contracts/channel.ts';
import type { Arrival } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { ConversationId } from '../../core/ids.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { localeHere } from '../../gateway/incoming/language.ts';
import type { Postbox } from '../../gateway/outgoing/postbox.ts';
import { everybody, isAtMachine } from '../../gateway/people/person.ts';
import type { LockStore } from './lock.ts';
import { lockTexts } from './texts/texts.ts';

/** The person at the machine talks here. */
const TERMINAL = 'console:local' as ConversationId;

export interface WarnParts {
  readonly rows: Pick<LockStore, 'person'>;
  readonly access: AccessList;
  readonly store: Pick<Store, 'people' | 'conversations'>;
  readonly postbox: Pick<Postbox, 'add'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly locale: Locale | undefined;
}

/** Tells every owner in every other chat that somebody sent a wrong code; inside a transaction. */
export function warnElsewhere(
  message: InboundMessage,
  { conversation, person }: Arrival,
  parts: WarnParts,
): void {
  const { rows, store, postbox, locale } = parts;
  const wrong = rows.person(person.phone)?.wrong ?? 1;
  for (const other of ownerChats(parts).filter((chat) => chat !== conversation)) {
    const words = lockTexts(texts(localeHere(other, locale, store.conversations)));
    const from = isAtMachine(message.sender) ? words.terminal : `+${person.phone}`;
    const body = { kind: 'text', text: words.warning(from, wrong) } as const;
    postbox.add({ conversation: other, key: `lock-wrong:${message.id}:${other}`, body });
  }
}

/** Owners' own chats, and the terminal while there is one. */
function ownerChats({ access, store, channels }: WarnParts): readonly ConversationId[] {
  const chats = everybody({ access, people: store.people }).flatMap(({ phone, role }) =>
    role === 'owner' ? (store.people.directChat(phone) ?? []) : [],
  );
  return [...new Set([...chats, ...(channels.has('console') ? [TERMINAL] : [])])];
}
