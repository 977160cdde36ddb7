import type { ConversationId } from '../core/ids.ts';

export interface Address {
  readonly channel: string;
  readonly chat: string;
}

/** Where messages of a conversation go: its id is `<channel>:<chat>`, and a channel's name holds no colon. */
export function addressOf(conversation: ConversationId): Address {
  const colon = conversation.indexOf(':');
  return { channel: conversation.slice(0, colon), chat: conversation.slice(colon + 1) };
}
