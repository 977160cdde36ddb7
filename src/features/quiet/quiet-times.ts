import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';
import { isQuietAt, type QuietHours } from '../../core/quiet-hours.ts';
import { shownZone } from '../../gateway/conversation.ts';
import type { Settings } from '../../settings/settings.ts';
import { flag, optionalInt } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** The chat's own choice; with undefined hours there are none, even if the settings have some. */
interface ChosenQuiet {
  readonly hours: QuietHours | undefined;
}

export interface QuietStore {
  /** Undefined when the chat has the hours of the settings. */
  findChosen(conversation: ConversationId): ChosenQuiet | undefined;
  choose(conversation: ConversationId, chosen: ChosenQuiet): void;
  /** It has the hours of the settings again. */
  unchoose(conversation: ConversationId): void;
  /** When a person last wrote there while it had quiet hours; undefined when no one has. */
  heardAtMs(conversation: ConversationId): number | undefined;
  noteHeard(conversation: ConversationId, atMs: number): void;
}

/** Undefined hours mean none. */
export type QuietAction = { readonly kind: 'quiet.choose' } & ChosenQuiet;

interface QuietTimesParts {
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

const Row = z.object({ isChosen: flag, from: optionalInt, to: optionalInt, heardAtMs: optionalInt });

export function createQuietStore(database: Database): QuietStore {
  const one = database.read(
    `SELECT is_chosen AS isChosen, from_minute AS "from", to_minute AS "to", heard_at_ms AS heardAtMs
     FROM quiet_chats WHERE conversation = @conversation`,
    Row,
  );
  const choose = database.write(`
    INSERT INTO quiet_chats (conversation, is_chosen, from_minute, to_minute) VALUES (@conversation, 1, @from, @to)
    ON CONFLICT (conversation) DO UPDATE
      SET is_chosen = 1, from_minute = excluded.from_minute, to_minute = excluded.to_minute`);
  const unchoose = database.write(`
    UPDATE quiet_chats SET is_chosen = 0, from_minute = NULL, to_minute = NULL WHERE conversation = @conversation`);
  const heard = database.write(`
    INSERT INTO quiet_chats (conversation, is_chosen, heard_at_ms) VALUES (@conversation, 0, @atMs)
    ON CONFLICT (conversation) DO UPDATE SET heard_at_ms = excluded.heard_at_ms`);
  return {
    findChosen(conversation) {
      const row = one.get({ conversation });
      if (row === undefined || !row.isChosen) return undefined;
      const { from, to } = row;
      return { hours: from === undefined || to === undefined ? undefined : { from, to } };
    },
    choose: (conversation, { hours }) =>
      void choose.run({ conversation, from: hours?.from ?? null, to: hours?.to ?? null }),
    unchoose: (conversation) => void unchoose.run({ conversation }),
    heardAtMs: (conversation) => one.get({ conversation })?.heardAtMs,
    noteHeard: (conversation, atMs) => void heard.run({ conversation, atMs }),
  };
}

const Minute = z.int().min(0).max(1439);
const Chosen = z.object({ hours: z.object({ from: Minute, to: Minute }).nullable() });

/** The quiet hours that a moving chat has chosen; null when it has none, even if the settings have some. */
export function quietState(
  rows: Pick<QuietStore, 'findChosen' | 'choose' | 'unchoose'>,
): ChatState<z.infer<typeof Chosen>> {
  return {
    name: 'quiet',
    schema: Chosen,
    read(conversation) {
      const chosen = rows.findChosen(conversation);
      return chosen && { hours: chosen.hours ?? null };
    },
    write(conversation, chosen) {
      if (chosen === undefined) rows.unchoose(conversation);
      else rows.choose(conversation, { hours: chosen.hours ?? undefined });
    },
  };
}
