import { CONSOLE, LOCAL } from '../../channels/console/console.ts';
import type { Channel } from '../../contracts/channel.ts';
import { type ConversationId, conversationId } from '../../core/ids.ts';
import { allPeople, type KnownPeople } from './person.ts';

export interface OwnerChatsParts extends Pick<KnownPeople, 'access'> {
  readonly store: Pick<KnownPeople, 'people'>;
  readonly channels: ReadonlyMap<string, Pick<Channel, 'name'>>;
}

/** The owners' own chats, and the terminal while there is one: for notices that every owner has to see. */
export function ownerChats({ access, store, channels }: OwnerChatsParts): readonly ConversationId[] {
  const chats = allPeople({ access, people: store.people }).flatMap(({ phone, role }) =>
    role === 'owner' ? (store.people.directChat(phone) ?? []) : [],
  );
  const terminal = channels.has(CONSOLE) ? [conversationId(CONSOLE, LOCAL)] : [];
  return [...new Set([...chats, ...terminal])];
}
