/** What a front knows of the chats of allowed people, and which notices it has sent them. */
import * as z from 'zod';
import type { Locale } from '../core/texts/texts.ts';
import type { Database } from '../store/database.ts';

/** A notice about an outage; every try sends it under the same message id. */
export interface Notice {
  readonly chat: string;
  readonly about: string;
  readonly messageId: string;
}

export interface FrontChats {
  /** Records the language of a message; undefined keeps the known one. */
  noteHeard(chat: string, locale: Locale | undefined, atMs: number): void;
  /** Chats in which a person wrote since then. */
  listHeardSince(sinceMs: number): readonly string[];
  localeOf(chat: string): Locale | undefined;
  /** Changes nothing when the chat has this notice already. */
  addNotice(notice: Notice, atMs: number): void;
  listUnsentNotices(): readonly Notice[];
  markNoticeSent(notice: Notice): void;
  removeNotice(notice: Notice): void;
  /** Chats that have a notice about this. */
  listWithNotice(about: string): readonly string[];
  /** The outage is over: the next one is announced again. */
  forgetNotices(about: string): void;
  /** The outages that were announced. */
  listNoticed(): readonly string[];
}

export function createFrontChats(database: Database): FrontChats {
  const hear = database.write(`
    INSERT INTO front_chats (chat, locale, heard_at_ms) VALUES (@chat, @locale, @atMs)
    ON CONFLICT (chat) DO UPDATE
    SET locale = coalesce(excluded.locale, locale), heard_at_ms = excluded.heard_at_ms`);
  const heardSince = database.read(
    'SELECT chat FROM front_chats WHERE heard_at_ms >= @sinceMs',
    z.object({ chat: z.string() }),
  );
  const localeOf = database.read(
    'SELECT locale FROM front_chats WHERE chat = @chat',
    z.object({ locale: z.enum(['en', 'es']).nullable() }),
  );
  const addNotice = database.write(`
    INSERT INTO front_notices (chat, about, message_id, is_sent, at_ms)
    VALUES (@chat, @about, @messageId, 0, @atMs) ON CONFLICT (chat, about) DO NOTHING`);
  const unsent = database.read(
    'SELECT chat, about, message_id AS messageId FROM front_notices WHERE is_sent = 0 ORDER BY at_ms, chat',
    z.object({ chat: z.string(), about: z.string(), messageId: z.string() }),
  );
  const noticeSent = database.write(
    'UPDATE front_notices SET is_sent = 1 WHERE chat = @chat AND about = @about',
  );
  const removeNotice = database.write('DELETE FROM front_notices WHERE chat = @chat AND about = @about');
  const chatsWithNotice = database.read(
    'SELECT chat FROM front_notices WHERE about = @about AND is_sent = 1',
    z.object({ chat: z.string() }),
  );
  const forget = database.write('DELETE FROM front_notices WHERE about = @about');
  const noticed = database.read('SELECT DISTINCT about FROM front_notices', z.object({ about: z.string() }));
  return {
    noteHeard: (chat, locale, atMs) => void database.unflushed(() => hear.run({ chat, locale, atMs })),
    listHeardSince: (sinceMs) => heardSince.all({ sinceMs }).map(({ chat }) => chat),
    localeOf: (chat) => localeOf.get({ chat })?.locale ?? undefined,
    addNotice: ({ chat, about, messageId }, atMs) => void addNotice.run({ chat, about, messageId, atMs }),
    listUnsentNotices: () => unsent.all({}),
    markNoticeSent: ({ chat, about }) => void noticeSent.run({ chat, about }),
    removeNotice: ({ chat, about }) => void removeNotice.run({ chat, about }),
    listWithNotice: (about) => chatsWithNotice.all({ about }).map(({ chat }) => chat),
    forgetNotices: (about) => void forget.run({ about }),
    listNoticed: () => noticed.all({}).map(({ about }) => about),
  };
}
