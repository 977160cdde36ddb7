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
import type { Locale } from '../core/texts/texts.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time.ts';
import type { FrontJournal, Notice } from './journal.ts';
import type { Pace } from './pace.ts';
import { frontTexts } from './texts/texts.ts';

export interface NoticeParts {
  readonly db: ClusterDatabase;
  readonly journal: FrontJournal;
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

export const PATIENCE_MS = MINUTE_MS;
/** Who has written this lately may wait for an answer. */
const LATELY_MS = HOUR_MS;

const DATABASE = 'database';
const NO_CELL = 'cells';
const OF_CELL = 'cell:';

/** One look at what is away. Throws nothing that can be expected: the next look does it again. */
export async function tellOfOutages(parts: NoticeParts): Promise<void> {
  const { journal, db, clock, log } = parts;
  try {
    const awaySince = db.awaySinceUpMs();
    if (awaySince === undefined) {
      journal.forgetNotices(DATABASE);
      await noteCells(parts);
    } else if (clock.upMs() - awaySince >= parts.patienceMs) {
      addNotices(journal.waitingChats(), DATABASE, parts);
    }
    for (const notice of journal.unsentNotices()) await tell(notice, parts);
  } catch (error) {
    log.warn('front.notices.failed', { error: messageOf(error) });
    if (!isFailure(error)) throw error;
  }
}

async function noteCells(parts: NoticeParts): Promise<void> {
  const { db, journal, front, clock } = parts;
  const cells = (await members(db)).filter(({ kind }) => kind === 'cell');
  const dead = new Set(cells.flatMap(({ name, isAlive }) => (isAlive ? [] : [name])));
  for (const about of journal.noticed()) {
    const isOver = about === NO_CELL ? cells.length > 0 : about !== DATABASE && !dead.has(nameIn(about));
    if (isOver) journal.forgetNotices(about);
  }
  if (cells.length === 0) addNotices(journal.waitingChats(), NO_CELL, parts);
  if (dead.size === 0) return;
  const chats = journal.heardChats(clock.nowMs() - LATELY_MS);
  const placements = await placementsOf(
    db,
    chats.map((chat) => conversationKey(front, chat)),
  );
  for (const chat of chats) {
    const cell = placements.get(conversationKey(front, chat))?.cell;
    if (cell !== undefined && dead.has(cell)) addNotices([chat], `${OF_CELL}${cell}`, parts);
  }
}

function nameIn(about: string): string {
  return about.slice(OF_CELL.length);
}

function addNotices(chats: readonly string[], about: string, { journal, clock }: NoticeParts): void {
  for (const chat of chats) journal.addNotice({ chat, about, messageId: newMessageId() }, clock.nowMs());
}

async function tell(notice: Notice, { journal, channel, pace, locale }: NoticeParts): Promise<void> {
  const words = frontTexts(journal.localeOf(notice.chat) ?? locale);
  const text = notice.about === DATABASE ? words.databaseAway : words.cellAway;
  const message = { id: notice.messageId, chat: notice.chat, body: { kind: 'text', text } as const };
  if (!(await pace.turn(message))) return;
  await channel.send({ ...message, mayRepeat: true });
  journal.noticeSent(notice);
}
