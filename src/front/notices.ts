/** Tells people once what keeps them waiting: PostgreSQL is away, or the cell of their chat does not answer. */
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import { members } from '../cluster/membership.ts';
import { conversationKey, type FrontName } from '../cluster/names.ts';
import { placementsOf } from '../cluster/placements.ts';
import type { Channel } from '../contracts/channel.ts';
import type { Clock } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import { newMessageId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { HOUR_MS } from '../core/time.ts';
import type { FrontChats, Notice } from './chats.ts';
import type { FrontJournal } from './journal.ts';
import type { Pace } from './pace.ts';
import { frontTexts } from './texts/texts.ts';

export interface NoticeParts {
  readonly db: ClusterDatabase;
  readonly journal: Pick<FrontJournal, 'waitingChats'>;
  readonly chats: FrontChats;
  readonly front: FrontName;
  readonly channel: Pick<Channel, 'send'>;
  readonly pace: Pace;
  /** Of people whose words show none. */
  readonly locale: Locale;
  /** How long PostgreSQL may be away before people are told. */
  readonly patienceMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

const LATELY_MS = HOUR_MS;

const DATABASE = 'database';
const NO_CELL = 'cells';
const OF_CELL = 'cell:';

/** One look at what is away. Throws nothing that can be expected: the next look does it again. */
export async function tellOfOutages(parts: NoticeParts): Promise<void> {
  const { journal, chats, db, clock, log } = parts;
  try {
    const awaySince = db.awaySinceUpMs();
    if (awaySince === undefined) {
      chats.forgetNotices(DATABASE);
      await noteCells(parts);
    } else if (clock.upMs() - awaySince >= parts.patienceMs) {
      addNotices(journal.waitingChats(), DATABASE, parts);
    }
    for (const notice of chats.unsentNotices()) await tell(notice, parts);
  } catch (error) {
    log.warn('front.notices.failed', { error: messageOf(error) });
    if (!isFailure(error)) throw error;
  }
}

async function noteCells(parts: NoticeParts): Promise<void> {
  const cells = (await members(parts.db)).filter(({ kind }) => kind === 'cell');
  const dead = new Set(cells.flatMap(({ name, isAlive }) => (isAlive ? [] : [name])));
  for (const about of parts.chats.noticed()) {
    const isOver = about === NO_CELL ? cells.length > 0 : about !== DATABASE && !dead.has(nameIn(about));
    if (isOver) parts.chats.forgetNotices(about);
  }
  if (cells.length === 0) addNotices(parts.journal.waitingChats(), NO_CELL, parts);
  if (dead.size > 0) await noteDead(dead, parts);
}

/** Who has written lately may wait for an answer, and who writes now does. */
async function noteDead(dead: ReadonlySet<string>, parts: NoticeParts): Promise<void> {
  const { db, chats, front, clock } = parts;
  const lately = chats.heardSince(clock.nowMs() - LATELY_MS);
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

function addNotices(told: readonly string[], about: string, { chats, clock }: NoticeParts): void {
  for (const chat of told) chats.addNotice({ chat, about, messageId: newMessageId() }, clock.nowMs());
}

async function tell(notice: Notice, { chats, channel, pace, locale }: NoticeParts): Promise<void> {
  const words = frontTexts(texts(chats.localeOf(notice.chat) ?? locale));
  const text = notice.about === DATABASE ? words.databaseAway : words.cellAway;
  const message = { id: notice.messageId, chat: notice.chat, body: { kind: 'text', text } as const };
  if (!(await pace.turn(message))) return;
  await channel.send({ ...message, mayRepeat: true });
  chats.noticeSent(notice);
}
