/**
 * Sends people one notice about what keeps them waiting: PostgreSQL is away, or the cell of their chat does not
 * answer. Chats with a notice about PostgreSQL get another one when it is back.
 */
import * as z from 'zod';
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import { conversationKey, type FrontName } from '../cluster/names.ts';
import { allMembers } from '../cluster/placement/membership.ts';
import { placementsOf } from '../cluster/placement/placements.ts';
import type { Channel } from '../contracts/channel.ts';
import { type Clock, HOUR_MS, SECOND_MS } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import { newMessageId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { unlessAborted } from '../core/waiting.ts';
import type { Database } from '../store/database.ts';
import type { Pace } from './deliverer.ts';
import type { FrontJournal } from './journal.ts';
import { type FrontTexts, frontTexts } from './texts/texts.ts';

export interface NoticeParts {
  readonly db: ClusterDatabase;
  readonly journal: Pick<FrontJournal, 'listWaitingChats'>;
  readonly chats: FrontChats;
  readonly front: FrontName;
  readonly channel: Pick<Channel, 'send'>;
  readonly pace: Pace;
  /** The language for people who have not written in a recognised one. */
  readonly locale: Locale;
  /** How long PostgreSQL has not answered, in milliseconds; undefined while it does. */
  awayMs(): number | undefined;
  /** How long it may be away before people get a notice. */
  readonly patienceMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

const LATELY_MS = HOUR_MS;

/** A machine that is cut off would wait long for an answer, and cannot afford that. */
const CELLS_WITHIN_MS = 10 * SECOND_MS;

const DATABASE = 'database';
const DATABASE_BACK = 'database-back';
const NO_CELL = 'cells';
const OF_CELL = 'cell:';

/** Looks once for outages. Throws no expected errors: the next look tries again. */
export async function notifyOfOutages(parts: NoticeParts): Promise<void> {
  const { journal, chats, patienceMs, log } = parts;
  try {
    const awayMs = parts.awayMs();
    if (awayMs === undefined) {
      addNotices(chats.listWithNotice(DATABASE), DATABASE_BACK, parts);
      chats.forgetNotices(DATABASE);
      await unlessAborted(noteCells(parts), AbortSignal.timeout(CELLS_WITHIN_MS));
    } else if (awayMs >= patienceMs) {
      addNotices(journal.listWaitingChats(), DATABASE, parts);
    }
    for (const notice of chats.listUnsentNotices())
      if (awayMs === undefined || notice.about !== DATABASE_BACK) await sendNotice(notice, parts);
  } catch (error) {
    log.warn('front.notices.failed', { error: messageOf(error) });
    if (!isFailure(error)) throw error;
  }
}

async function noteCells(parts: NoticeParts): Promise<void> {
  const cells = (await allMembers(parts.db)).filter(({ kind }) => kind === 'cell');
  const dead = new Set(cells.flatMap(({ name, isAlive }) => (isAlive ? [] : [name])));
  for (const about of parts.chats.listNoticed()) {
    const isOfCell = about.startsWith(OF_CELL);
    if ((about === NO_CELL && cells.length > 0) || (isOfCell && !dead.has(nameIn(about))))
      parts.chats.forgetNotices(about);
  }
  if (cells.length === 0) addNotices(parts.journal.listWaitingChats(), NO_CELL, parts);
  if (dead.size > 0) await noteDead(dead, parts);
}

/** A person who wrote recently may be waiting for an answer, and one who writes now is. */
async function noteDead(dead: ReadonlySet<string>, parts: NoticeParts): Promise<void> {
  const { db, chats, front, clock } = parts;
  const lately = chats.listHeardSince(clock.nowMs() - LATELY_MS);
  const keyOf = (chat: string): string => conversationKey(front, chat);
  const placements = await placementsOf(db, lately.map(keyOf));
  for (const chat of lately) {
    const cell = placements.get(keyOf(chat))?.cell;
    if (cell !== undefined && dead.has(cell)) addNotices([chat], `${OF_CELL}${cell}`, parts);
  }
}

function nameIn(about: string): string {
  return about.slice(OF_CELL.length);
}

function addNotices(to: readonly string[], about: string, { chats, clock }: NoticeParts): void {
  for (const chat of to) chats.addNotice({ chat, about, messageId: newMessageId() }, clock.nowMs());
}

async function sendNotice(notice: Notice, { chats, channel, pace, locale }: NoticeParts): Promise<void> {
  const words = frontTexts(texts(chats.localeOf(notice.chat) ?? locale));
  const text = textAbout(notice.about, words);
  const message = { id: notice.messageId, chat: notice.chat, body: { kind: 'text', text } as const };
  if (!(await pace.waitForTurn(message))) return;
  await channel.send({ ...message, mayRepeat: true });
  // This notice ends the outage: none of it is kept.
  if (notice.about === DATABASE_BACK) chats.removeNotice(notice);
  else chats.markNoticeSent(notice);
}

function textAbout(about: string, { databaseAway, databaseBack, cellAway }: FrontTexts): string {
  if (about === DATABASE) return databaseAway;
  return about === DATABASE_BACK ? databaseBack : cellAway;
}

/** A notice about an outage; every try sends it under the same message id. */
interface Notice {
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
