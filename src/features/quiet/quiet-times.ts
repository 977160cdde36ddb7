import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';
import { isQuietAt, type QuietHours } from '../../core/quiet-hours.ts';
import { shownZone } from '../../gateway/conversation-zone.ts';
import type { Settings } from '../../settings/settings.ts';
import type { QuietStore } from './quiet.ts';

export interface QuietTimesParts {
  readonly rows: Pick<QuietStore, 'findChosen'>;
  readonly store: Pick<Store, 'conversations'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** For chats that have not chosen, and have no zone of their own. */
  readonly settings: Pick<Settings, 'quietHours' | 'timezone'>;
}

/** The only place that decides when it is quiet in a chat. */
export interface QuietTimes {
  hoursOf(conversation: ConversationId): QuietHours | undefined;
  /** IANA name. */
  zoneOf(conversation: ConversationId): string;
  isQuiet(conversation: ConversationId): boolean;
}

export function quietTimes({ rows, store, clock, settings }: QuietTimesParts): QuietTimes {
  const hoursOf = (conversation: ConversationId): QuietHours | undefined => {
    const chosen = rows.findChosen(conversation);
    return chosen === undefined ? settings.quietHours : chosen.hours;
  };
  const zoneOf = (conversation: ConversationId): string =>
    shownZone(conversation, { conversations: store.conversations, timezone: settings.timezone });
  return {
    hoursOf,
    zoneOf,
    isQuiet(conversation) {
      const hours = hoursOf(conversation);
      return hours !== undefined && isQuietAt(clock.nowMs(), hours, zoneOf(conversation));
    },
  };
}
