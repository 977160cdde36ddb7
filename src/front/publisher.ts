/**
 * Brings what came from the journal into the queues of the cells, in the journal's order. A crash at any step repeats it:
 * the ids of the jobs stand in the journal, so that the queue drops what it has.
 */
import type { ClusterDatabase, SqlSession } from '../cluster/cluster-database.ts';
import { jobIdOf } from '../cluster/job-ids.ts';
import { members } from '../cluster/membership.ts';
import { channelOfCell, type CellName, type FrontName, queueInto } from '../cluster/names.ts';
import { type Placement, place } from '../cluster/placements.ts';
import { type InboundJob, WIRE_VERSION } from '../cluster/wire.ts';
import { backoffMs } from '../core/backoff.ts';
import type { Clock } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import { conversationId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Arrival, FrontJournal } from './journal.ts';
import { createWaker } from './waker.ts';

export interface PublisherParts {
  readonly db: ClusterDatabase;
  readonly journal: FrontJournal;
  readonly front: FrontName;
  /** Name of the front's channel. */
  readonly channel: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Publisher {
  /** Something came, or PostgreSQL is back. */
  wake(): void;
  /** Resolves when nothing more is published. What waits stays in the journal. */
  stop(): Promise<void>;
}

const BATCH = 200;
/** A wake-up may be lost with a connection. */
const LOOK_AGAIN_MS = 2000;
const RETRY = { firstMs: 100, mostMs: 2000 };

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

async function publishUntil(waker: ReturnType<typeof createWaker>, parts: PublisherParts): Promise<void> {
  let failures = 0;
  while (!waker.signal.aborted) {
    try {
      const isMore = await publishOnce(parts);
      failures = 0;
      if (!isMore) await waker.wait(LOOK_AGAIN_MS);
    } catch (error) {
      if (failures === 0) parts.log.warn('front.publish.failed', { error: messageOf(error) });
      await parts.clock.sleep(backoffMs(failures, RETRY), waker.signal);
      failures += 1;
    }
  }
}

/** True when there may be more that can be published now. */
async function publishOnce(parts: PublisherParts): Promise<boolean> {
  const { db, journal } = parts;
  const arrivals = journal.waiting(BATCH);
  if (arrivals.length === 0) return false;
  const published = await db.transaction((sql) => publishIn(sql, arrivals, parts));
  // Without a cell they wait; their conversations keep their order, because all of one wait.
  journal.published(published.map(({ seq }) => seq));
  return published.length === BATCH;
}

/** In the transaction that holds the rows of their placements: a move waits, or is seen. */
async function publishIn(
  sql: SqlSession,
  arrivals: readonly Arrival[],
  { db, front, channel }: PublisherParts,
): Promise<readonly Arrival[]> {
  const placements = await place(sql, front, conversationsOf(arrivals, channel));
  const jobs = new Map<CellName, { id: string; key: string; data: InboundJob }[]>();
  const add = (cell: CellName, job: { id: string; key: string; data: InboundJob }): void => {
    jobs.set(cell, [...(jobs.get(cell) ?? []), job]);
  };
  const published: Arrival[] = [];
  for (const arrival of arrivals) {
    const { item, job } = arrival;
    if (item.kind === 'missed') {
      for (const cell of await livingCells(db)) add(cell, gapJob(arrival, cell, front));
    } else {
      const key = conversationId(channel, item.message.chat);
      const placement: Placement | undefined = placements.get(key);
      if (placement === undefined) continue;
      add(placement.cell, { id: job, key, data: { v: WIRE_VERSION, epoch: placement.epoch, front, item } });
    }
    published.push(arrival);
  }
  for (const [cell, own] of jobs) {
    await db.queues.add(sql, queueInto(cell), own);
    await sql.run('SELECT pg_notify($1, $2)', [channelOfCell(cell), 'in']);
  }
  return published;
}

function conversationsOf(
  arrivals: readonly Arrival[],
  channel: string,
): readonly { conversation: string; person: string }[] {
  const people = new Map<string, string>();
  for (const { item } of arrivals) {
    if (item.kind === 'missed') continue;
    people.set(conversationId(channel, item.message.chat), item.message.sender);
  }
  return [...people].map(([conversation, person]) => ({ conversation, person }));
}

/** A time without a link concerns every cell: each knows what it had to say meanwhile. */
function gapJob(
  { job, item }: Arrival,
  cell: CellName,
  front: FrontName,
): { id: string; key: string; data: InboundJob } {
  return {
    id: jobIdOf(`${job} ${cell}`),
    key: `${front} gaps`,
    data: { v: WIRE_VERSION, epoch: 0, front, item },
  };
}

async function livingCells(db: ClusterDatabase): Promise<readonly CellName[]> {
  const all = await members(db);
  return all.flatMap((member) => (member.kind === 'cell' && member.isAlive ? [member.name] : []));
}
