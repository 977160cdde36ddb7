import type { ConversationId } from '../core/ids.ts';

export interface Address {
  readonly channel: string;
  readonly chat: string;
}

/**
 * True for a chat of several people, by the form that WhatsApp gives their ids. In such a chat, people are listed for
 * the chat.
 */
export function isGroupChat(chat: string): boolean {
  return chat.endsWith('@g.us');
}

/** Where messages of a conversation go: its id is `<channel>:<chat>`, and a channel's name holds no colon. */
export function addressOf(conversation: ConversationId): Address {
  const colon = conversation.indexOf(':');
  return { channel: conversation.slice(0, colon), chat: conversation.slice(colon + 1) };
}
