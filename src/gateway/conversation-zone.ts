import type { ConversationStore } from '../contracts/session-stores.ts';
import type { ConversationId } from '../core/ids.ts';
import { machineZone } from '../core/time-zone.ts';

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
