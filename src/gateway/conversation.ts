import type { ConversationStore } from '../contracts/session-stores.ts';
import type { ConversationId } from '../core/ids.ts';
import { machineZone } from '../core/time-zone.ts';

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

interface KnownZones {
  readonly conversations: Pick<ConversationStore, 'zone'>;
  /** That of the settings; undefined = none is set. */
  readonly timezone: string | undefined;
}

/** IANA name of the zone that the conversation says, else of that of the settings; undefined: a person must be asked. */
export function chosenZone(
  conversation: ConversationId,
  { conversations, timezone }: KnownZones,
): string | undefined {
  return conversations.zone(conversation) ?? timezone;
}

/** The same, and that of the machine where nobody chose one: for times that are shown, never for what is planned. */
export function shownZone(conversation: ConversationId, known: KnownZones): string {
  return chosenZone(conversation, known) ?? machineZone();
}
