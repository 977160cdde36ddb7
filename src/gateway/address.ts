import type { ConversationId } from '../core/ids.ts';

export interface Address {
  readonly channel: string;
  readonly chat: string;
}

/** As WhatsApp names chats of several people: there, people are listed for the chat. */
export function isGroupChat(chat: string): boolean {
  return chat.endsWith('@g.us');
}

/** Where messages of a conversation go: its id is `<channel>:<chat>`, and a channel's name holds no colon. */
export function addressOf(conversation: ConversationId): Address {
  const colon = conversation.indexOf(':');
  return { channel: conversation.slice(0, colon), chat: conversation.slice(colon + 1) };
}
