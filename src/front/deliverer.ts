/**
 * Sends what cells gave to send, in the order of each conversation. A job is done when the network has accepted its message
 * or never will, and that is on this disk before the job says so.
 */
import type { ClusterDatabase, SqlSession } from '../cluster/cluster-database.ts';
import { channelOfCell, type FrontName, queueOutOf } from '../cluster/names.ts';
import { type Placement, placementsOf } from '../cluster/placements.ts';
import type { Consumer, Job } from '../cluster/queues.ts';
import { type Answer, OutboundJob } from '../cluster/wire.ts';
import type { Channel } from '../contracts/channel.ts';
import { backoffMs } from '../core/backoff.ts';
import type { Clock } from '../core/clock.ts';
import { type FailureKind, isFailure, messageOf } from '../core/failure.ts';
import { conversationId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { MINUTE_MS } from '../core/time.ts';
import type { Delivery, FrontJournal } from './journal.ts';
import type { MediaOnTheWay } from './media.ts';
import type { Pace } from './pace.ts';

export interface DelivererParts {
  readonly db: ClusterDatabase;
  readonly journal: FrontJournal;
  readonly front: FrontName;
  readonly channel: Channel;
  readonly media: MediaOnTheWay;
  readonly pace: Pace;
  /** False once another process may have the front's name: nothing is sent then. */
  isHeld(): boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

type Send = Extract<OutboundJob['item'], { kind: 'send' }>;
type Fetch = Extract<OutboundJob['item'], { kind: 'fetch' }>;
type Settle = (id: string, output?: Json) => void;

/** What waits for the answer, beside the answer itself. */
interface Output {
  readonly cell: string;
  readonly answer: Answer;
}

const RETRY = { firstMs: 1000, mostMs: MINUTE_MS };

export function startDeliverer(parts: DelivererParts): Consumer {
  const { db, front } = parts;
  return db.queues.consume(queueOutOf(front), OutboundJob, {
    async handle(jobs, settle) {
      // They are settled later, each on its own: a chat that is held back keeps no other waiting.
      for (const job of jobs) void carryOut(job, settle, parts);
    },
    completed: tellCells,
  });
}

/** In the commit that completes the jobs. */
async function tellCells(
  sql: SqlSession,
  settled: readonly { id: string; output?: Json }[],
): Promise<void> {
  for (const { id, output } of settled) {
    const { cell, answer } = output as unknown as Output; // safe: only `carryOut` settles
    await sql.run('SELECT pg_notify($1, $2)', [channelOfCell(cell), JSON.stringify({ id, output: answer })]);
  }
}

async function carryOut(job: Job<OutboundJob>, settle: Settle, parts: DelivererParts): Promise<void> {
  const { cell, item } = job.data;
  try {
    const answer =
      item.kind === 'fetch' ? await fetched(item, parts) : await sent(job, item, parts);
    // The front ends: the job is taken again by the next one.
    if (answer !== undefined) settle(job.id, { cell, answer } as unknown as Json);
  } catch (error) {
    // A bug with one message must not hold back those behind it for ever.
    parts.log.error('front.delivery.failed', { job: job.id, error: messageOf(error) });
    settle(job.id, { cell, answer: refusal('invalid', messageOf(error)) } as unknown as Json);
  }
}

/** Undefined when the front ended before it was sent. */
async function sent(job: Job<OutboundJob>, item: Send, parts: DelivererParts): Promise<Answer | undefined> {
  const { journal, clock } = parts;
  const { cell, epoch } = job.data;
  const delivery = { job: job.id, cell, epoch, chat: item.message.chat, messageId: item.message.id };
  const note = (state: 'sent' | 'refused' | 'fenced', reason?: string): void =>
    journal.deliver(delivery, state, { atMs: clock.nowMs(), ...(reason === undefined ? {} : { reason }) });
  if (journal.delivery(job.id) === 'sent') return { ok: true };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const outcome = await trySending(delivery, item, parts);
      if (outcome === 'sent') {
        note('sent');
        return { ok: true };
      }
      if (outcome === 'ended') return undefined;
      note('fenced');
      parts.log.warn('front.delivery.fenced', { cell, epoch, message: delivery.messageId });
      return refusal('denied', FENCED);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.kind !== 'unavailable' && error.kind !== 'timeout') {
        note('refused', error.message);
        return refusal(error.kind, error.message);
      }
      parts.log.warn('front.delivery.waits', { message: delivery.messageId, attempt, error: error.message });
      await clock.sleep(backoffMs(attempt, RETRY), parts.signal);
    }
  }
}

const FENCED = 'This conversation has moved to another cell.';

/** @throws Failure of the channel, and `unavailable` while PostgreSQL is away */
async function trySending(
  delivery: Delivery,
  { message }: Send,
  { db, journal, front, channel, media, pace, isHeld, clock, signal }: DelivererParts,
): Promise<'sent' | 'ended' | 'fenced'> {
  const ready = await media.readied(message);
  try {
    if (!(await pace.turn(ready))) return 'ended';
    // Asked last: a move that came while it waited is seen.
    if (!isCurrent(delivery, await placementOf(db, conversationId(channel.name, delivery.chat))))
      return 'fenced';
    if (signal.aborted || !isHeld()) return 'ended';
    const mayRepeat = message.mayRepeat || journal.delivery(delivery.job) !== undefined;
    journal.deliver(delivery, 'sending', { atMs: clock.nowMs() });
    await channel.send({ ...ready, mayRepeat });
    return 'sent';
  } finally {
    await media.discard(ready);
  }
}

async function placementOf(db: ClusterDatabase, conversation: string): Promise<Placement | undefined> {
  return (await placementsOf(db, [conversation])).get(conversation);
}

function isCurrent({ cell, epoch }: Delivery, placement: Placement | undefined): boolean {
  return placement !== undefined && placement.cell === cell && placement.epoch === epoch;
}

/** A failure is the cell's to judge: it says whether trying again may help. */
async function fetched(
  { attachment, mostBytes }: Fetch,
  { channel, media }: DelivererParts,
): Promise<Answer> {
  try {
    if (channel.fetch === undefined) return refusal('not-found', 'This channel has no files.');
    return { ok: true, media: await media.put(await channel.fetch(attachment, mostBytes)) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return refusal(error.kind, error.message);
  }
}

function refusal(failure: FailureKind, reason: string): Answer {
  return { ok: false, failure, reason };
}
