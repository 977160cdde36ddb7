import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import {
  type CellName,
  cellName,
  channelOfCell,
  conversationKey,
  type FrontName,
  queueInto,
} from '../cluster/names.ts';
import { allMembers } from '../cluster/placement/membership.ts';
import { type Placement, placeConversations } from '../cluster/placement/placements.ts';
import { jobIdOf, type NewQueueJob, notePublished } from '../cluster/queues/queues.ts';
import { WIRE_VERSION } from '../cluster/queues/wire.ts';
import type { SqlSession } from '../cluster/sql.ts';
import type { ChannelReceiver, Gap, InboundMessage } from '../contracts/channel.ts';
import type { Clock } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import type { Locale } from '../core/texts/texts.ts';
import { backoffMs, createWaker, type Waker } from '../core/waiting.ts';
import type { FrontJournal, JournalArrival, UnreadableArrival } from './journal.ts';
import type { FrontChats } from './outage-notices.ts';

export interface ArrivalParts {
  readonly journal: FrontJournal;
  readonly chats: FrontChats;
  /** Id of the next job. */
  nextJob(): string;
  /** Why this person may not write; undefined if they may. */
  refusal(message: UnreadableArrival): string | undefined;
  /** Called with a stranger's message after the journal has stored it: it may be the code of an invitation. */
  tryCode(message: InboundMessage): Promise<void>;
  /** The language of a text; undefined when it is not clear. */
  languageOf(text: string): Locale | undefined;
  readonly clock: Clock;
  /** Called when something waits to be published. */
  onArrival(chat: string): void;
}

/**
 * Stores incoming messages in the journal; once that returns, the channel confirms them. Messages of strangers go no
 * further.
 */
export function createReceiver(parts: ArrivalParts): Required<ChannelReceiver> {
  const { journal, chats, clock, nextJob } = parts;
  return {
    async receive(message: InboundMessage) {
      // The journal stores the message before its code is tried: a code that let its sender in and is delivered again
      // must not become a task.
      if (isTurnedAway(message, parts)) return await parts.tryCode(message);
      const atMs = clock.nowMs();
      if (!journal.addArrival(nextJob(), { kind: 'message', message }, atMs)) return;
      chats.noteHeard(message.chat, parts.languageOf(message.text), atMs);
      parts.onArrival(message.chat);
    },
    async receiveUnreadable(message) {
      if (isTurnedAway(message, parts)) return;
      const item = { kind: 'unreadable', message } as const;
      if (journal.addArrival(nextJob(), item, clock.nowMs())) parts.onArrival(message.chat);
    },
    receiveGap(gap: Gap) {
      if (journal.addArrival(nextJob(), { kind: 'missed', gap }, clock.nowMs())) parts.onArrival('');
    },
    // Only a terminal can interrupt.
    interrupt: () => undefined,
  };
}

function isTurnedAway(
  message: UnreadableArrival,
  { journal, nextJob, refusal, clock }: ArrivalParts,
): boolean {
  const reason = refusal(message);
  if (reason === undefined) return false;
  journal.addTurnedAway(nextJob(), message, { reason, atMs: clock.nowMs() });
  return true;
}

interface PublisherParts {
  readonly db: ClusterDatabase;
  readonly journal: FrontJournal;
  readonly front: FrontName;
  readonly clock: Clock;
  readonly log: Log;
}

interface Publisher {
  /** Call it when a message came, or PostgreSQL is back. */
  wake(): void;
  /** Resolves when nothing more is published. Waiting messages stay in the journal. */
  stop(): Promise<void>;
}

const BATCH = 200;
/** A wake-up may be lost with a connection. */
const LOOK_AGAIN_MS = 2000;
const RETRY = { firstMs: 100, mostMs: 2000 };

/**
 * Brings arrivals from the journal into the queues of the cells, in the journal's order. A crash at any step repeats
 * it: the ids of the jobs are in the journal, and PostgreSQL has the ids that are in a queue.
 */
export function startPublisher(parts: PublisherParts): Publisher {
  const waker = createWaker(parts.clock);
  const course = publishUntil(waker, parts);
  return {
    wake: waker.wake,
    async stop() {
      waker.stop();
      await course;
    },
  };
}

async function publishUntil(waker: Waker, parts: PublisherParts): Promise<void> {
  let failures = 0;
  while (!waker.signal.aborted) {
    try {
      await publishRound(parts);
      failures = 0;
      await waker.wait(LOOK_AGAIN_MS);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (failures === 0) parts.log.warn('front.publish.waits', { error: messageOf(error) });
      await parts.clock.sleep(backoffMs(failures, RETRY), waker.signal);
      failures += 1;
    }
  }
}

/** Publishes all waiting messages. One whose chat has no cell yet goes on waiting, and holds back only its own chat. */
async function publishRound({ db, journal, front }: PublisherParts): Promise<void> {
  // A cell may join within the round: a chat whose earlier messages wait must not be overtaken by its later ones.
  const held = new Set<string>();
  for (let afterSeq = 0; ; ) {
    const waiting = journal.listWaiting(afterSeq, BATCH);
    const last = waiting.at(-1);
    if (last === undefined) return;
    afterSeq = last.seq;
    const arrivals = waiting.filter(({ item }) => !held.has(chatOf(item)));
    if (arrivals.length === 0) continue;
    const cells = arrivals.some(({ item }) => item.kind === 'missed') ? await livingCells(db) : [];
    const published = await db.transaction((sql) => publishIn(sql, arrivals, { db, front, cells }));
    journal.markPublished(published.map(({ seq }) => seq));
    for (const arrival of arrivals) if (!published.includes(arrival)) held.add(chatOf(arrival.item));
  }
}

/** Empty for a gap in the link, which is never held back. */
function chatOf(item: JournalArrival['item']): string {
  return item.kind === 'missed' ? '' : item.message.chat;
}

/**
 * Runs in the transaction that locks the rows of their placements, so that a move waits, or is seen. Resolves with
 * the arrivals that are in a queue now, by this try or by an earlier one that ended before the journal knew.
 */
async function publishIn(
  sql: SqlSession,
  arrivals: readonly JournalArrival[],
  { db, front, cells }: Pick<PublisherParts, 'db' | 'front'> & { readonly cells: readonly CellName[] },
): Promise<readonly JournalArrival[]> {
  const placements = await placeConversations(sql, front, conversationsOf(arrivals, front));
  const published = arrivals.map((arrival) => ({
    arrival,
    jobs: jobsOf(arrival, { placements, front, cells }),
  }));
  const added = published.filter(({ arrival, jobs }) => jobs.length > 0 || arrival.item.kind === 'missed');
  const isNew = await notePublished(
    sql,
    added.map(({ arrival }) => arrival.job),
  );
  const byCell = new Map<CellName, NewQueueJob[]>();
  for (const { cell, job } of added.flatMap(({ arrival, jobs }) => (isNew.has(arrival.job) ? jobs : [])))
    byCell.set(cell, [...(byCell.get(cell) ?? []), job]);
  for (const [cell, jobs] of byCell)
    await db.queues.add(sql, { name: queueInto(cell), wakes: channelOfCell(cell) }, jobs);
  return added.map(({ arrival }) => arrival);
}

function conversationsOf(
  arrivals: readonly JournalArrival[],
  front: FrontName,
): readonly { conversation: string; person: string }[] {
  const people = new Map<string, string>();
  for (const { item } of arrivals) {
    if (item.kind === 'missed') continue;
    people.set(conversationKey(front, item.message.chat), item.message.sender);
  }
  return [...people].map(([conversation, person]) => ({ conversation, person }));
}

interface RoutingTable {
  readonly placements: ReadonlyMap<string, Placement>;
  readonly front: FrontName;
  /** The living ones. */
  readonly cells: readonly CellName[];
}

/** Empty for a message whose conversation has no cell yet. */
function jobsOf(
  { job: id, item }: JournalArrival,
  { placements, front, cells }: RoutingTable,
): readonly { cell: CellName; job: NewQueueJob }[] {
  const dataOf = (epoch: number): object => ({ v: WIRE_VERSION, epoch, front, item });
  if (item.kind === 'missed') {
    // A time without a link concerns every cell, because each could not send meanwhile.
    const key = conversationKey(front, '');
    return cells.map((cell) => ({ cell, job: { id: jobIdOf(`${id} ${cell}`), key, data: dataOf(1) } }));
  }
  const key = conversationKey(front, item.message.chat);
  const placement = placements.get(key);
  if (placement === undefined) return [];
  return [{ cell: placement.cell, job: { id, key, data: dataOf(placement.epoch) } }];
}

async function livingCells(db: ClusterDatabase): Promise<readonly CellName[]> {
  const all = await allMembers(db);
  return all.flatMap(({ kind, name, isAlive }) => {
    const cell = kind === 'cell' && isAlive ? cellName(name) : undefined;
    return cell === undefined ? [] : [cell];
  });
}
