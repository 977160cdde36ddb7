/**
 * Sends what cells hand in, in the order of each conversation. A job is done when the network has accepted its
 * message or never will, and that is on this disk before the job is completed.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import { channelOfCell, conversationKey, type FrontName, queueOutOf } from '../cluster/names.ts';
import { placementsOf } from '../cluster/placement/placements.ts';
import { putMedia, takeMedia } from '../cluster/queues/media.ts';
import type { Consumer, QueueJob, SettledJob } from '../cluster/queues/queues.ts';
import {
  type CellNews,
  FrontAnswer,
  notifyAll,
  OutboundJob,
  type RemoteBody,
} from '../cluster/queues/wire.ts';
import type { SqlSession } from '../cluster/sql.ts';
import type { Channel, OutboundBody, OutboundMessage } from '../contracts/channel.ts';
import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { type Failure, type FailureKind, isFailure, messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { cutAt } from '../core/text.ts';
import { backoffMs } from '../core/waiting.ts';
import type { FrontJournal, JournalDelivery } from './journal.ts';

export interface DelivererParts {
  readonly db: ClusterDatabase;
  readonly journal: FrontJournal;
  readonly front: FrontName;
  readonly channel: Channel;
  readonly media: MediaInTransit;
  readonly pace: Pace;
  readonly isCurrent: EpochFence;
  /** False once another process may have the front's name: nothing is sent then. */
  isHeld(): boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

type SendItem = Extract<OutboundJob['item'], { kind: 'send' }>;
const RETRY = { firstMs: 1000, mostMs: MINUTE_MS };
/** It also travels in a NOTIFY, which takes 8000 bytes. */
const MAX_REASON_LENGTH = 500;
const FENCED = 'This conversation has moved to another cell.';

export function startDeliverer(parts: DelivererParts): Consumer {
  const { db, front } = parts;
  const askers = new Map<string, OutboundJob['cell']>();
  return db.queues.consume(queueOutOf(front), OutboundJob, {
    mayTake: () => parts.isHeld(),
    async handle(jobs, settle) {
      for (const job of jobs) {
        askers.set(job.id, job.data.cell);
        // Settled later, each on its own: a chat that is held back must not delay the others.
        void carryOut(job, settle, parts);
      }
    },
    async onCompleted(sql, settled) {
      const answers = settled.flatMap((one) => answerFrom(one, askers.get(one.id)));
      await notifyAll(sql, answers);
      for (const { id } of settled) askers.delete(id);
    },
  });
}

/** The cell learns of it in the commit that completes the job. The sender of an unreadable job is not known. */
function answerFrom(
  { id, output }: SettledJob,
  cell: OutboundJob['cell'] | undefined,
): readonly { readonly channel: string; readonly news: CellNews }[] {
  const answer = FrontAnswer.safeParse(output).data;
  if (cell === undefined || answer === undefined) return [];
  return [{ channel: channelOfCell(cell), news: { kind: 'answer', id, answer } }];
}

async function carryOut(
  job: QueueJob<OutboundJob>,
  settle: (id: string, output?: object) => void,
  parts: DelivererParts,
): Promise<void> {
  const { item } = job.data;
  try {
    const answer =
      item.kind === 'fetch' ? await fetchMedia(item, parts) : await deliverMessage(job, item, parts);
    // Undefined while the front ends: the job comes again at its next start.
    if (answer !== undefined) settle(job.id, answer);
  } catch (error) {
    // A message that hits a bug must not block those behind it for ever.
    parts.log.error('front.delivery.failed', { job: job.id, error: messageOf(error) });
    settle(job.id, refusal('invalid', messageOf(error)));
  }
}

/** Undefined when the front ended before it was sent. */
async function deliverMessage(
  { id, data: { cell, epoch } }: QueueJob<OutboundJob>,
  item: SendItem,
  parts: DelivererParts,
): Promise<FrontAnswer | undefined> {
  const delivery = { job: id, cell, epoch, chat: item.message.chat, messageId: item.message.id };
  if (parts.journal.deliveryState(id) === 'sent') return { ok: true };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return answerFor(await trySending(delivery, item, parts), delivery, parts);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.kind !== 'unavailable' && error.kind !== 'timeout')
        return recordRefusal(error, delivery, parts);
      // While the link is down the job waits: the cell would only send it again.
      parts.log.warn('front.delivery.waits', { message: delivery.messageId, attempt, error: error.message });
      await parts.clock.sleep(backoffMs(attempt, RETRY), parts.signal);
    }
  }
}

function answerFor(
  outcome: SendOutcome,
  delivery: JournalDelivery,
  { journal, clock, log }: DelivererParts,
): FrontAnswer | undefined {
  if (outcome === 'ended') return undefined;
  journal.setDelivery(delivery, outcome, { atMs: clock.nowMs() });
  if (outcome === 'sent') return { ok: true };
  const { cell, epoch, messageId } = delivery;
  log.warn('front.delivery.fenced', { cell, epoch, message: messageId });
  return refusal('denied', FENCED);
}

function recordRefusal(
  { kind, message }: Failure,
  delivery: JournalDelivery,
  { journal, clock }: DelivererParts,
): FrontAnswer {
  journal.setDelivery(delivery, 'refused', { atMs: clock.nowMs(), reason: message });
  return refusal(kind, message);
}

/** `fenced`: the cell no longer has the conversation. `ended`: the front ends, or may no longer send. */
type SendOutcome = 'sent' | 'fenced' | 'ended';

/** @throws Failure of the channel, and `unavailable` while PostgreSQL is away */
async function trySending(
  delivery: JournalDelivery,
  { message }: SendItem,
  { journal, channel, media, pace, isCurrent, isHeld, clock, signal }: DelivererParts,
): Promise<SendOutcome> {
  if (signal.aborted) return 'ended';
  const { body, release } = await media.onDisk(message.body);
  try {
    const { id, chat } = message;
    if (!(await pace.waitForTurn({ chat, body }))) return 'ended';
    // Checked after the wait: the chat may have moved meanwhile.
    if (!(await isCurrent(delivery))) return 'fenced';
    if (signal.aborted || !isHeld()) return 'ended';
    const mayRepeat = message.mayRepeat || journal.deliveryState(delivery.job) !== undefined;
    journal.setDelivery(delivery, 'sending', { atMs: clock.nowMs() });
    await channel.send({ id, chat, body, mayRepeat });
    return 'sent';
  } finally {
    release();
  }
}

/** Fetches once: the cell decides whether to try again. */
async function fetchMedia(
  { attachment, mostBytes }: Extract<OutboundJob['item'], { kind: 'fetch' }>,
  parts: DelivererParts,
): Promise<FrontAnswer> {
  const { channel, media } = parts;
  try {
    if (channel.fetch === undefined) return refusal('not-found', 'This channel has no files.');
    const { kind, mimeType, name, bytes, reference } = attachment;
    const fetched = await channel.fetch({ kind, mimeType, name, bytes, reference }, mostBytes);
    return { ok: true, media: await media.put(fetched) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return refusal(error.kind, error.message);
  }
}

function refusal(failure: FailureKind, reason: string): FrontAnswer {
  return { ok: false, failure, reason: cutAt(reason, MAX_REASON_LENGTH) };
}

/** Files between the machines: in PostgreSQL while in transit, on this disk only while they are sent. */
interface MediaInTransit {
  /**
   * A body as the channel takes it. `release` removes its file.
   * @throws Failure `not-found` when the bytes are no longer there
   */
  onDisk(body: RemoteBody): Promise<{ readonly body: OutboundBody; release(): void }>;
  /** Resolves with the id of the bytes. */
  put(bytes: Uint8Array): Promise<string>;
}

/** @param folder of this front alone; what an earlier life left there is removed */
export function createMedia(db: SqlSession, folder: string): MediaInTransit {
  rmSync(folder, { recursive: true, force: true });
  return {
    async onDisk(body) {
      if (!('media' in body)) return { body, release: () => undefined };
      const { media, ...rest } = body;
      const bytes = await takeMedia(db, media);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, media);
      writeFileSync(path, bytes, { mode: 0o600 });
      return { body: { ...rest, path }, release: () => rmSync(path, { force: true }) };
    },
    put: (bytes) => putMedia(db, bytes),
  };
}

/** Waits for the channel's pace, chat by chat. */
export interface Pace {
  /**
   * Resolves when the channel lets the message through: it must be sent now, and is counted. False when the front
   * ends before that.
   */
  waitForTurn(message: Pick<OutboundMessage, 'chat' | 'body'>): Promise<boolean>;
  /** Call it when a person wrote in this chat: its waiting messages may go earlier. */
  noteHeard(chat: string): void;
}

export function createPace(channel: Pick<Channel, 'holdMs'>, clock: Clock, signal: AbortSignal): Pace {
  const waits = new Map<string, AbortController>();
  return {
    async waitForTurn({ chat, body }) {
      while (!signal.aborted) {
        const holdMs = channel.holdMs?.({ chat, body }) ?? 0;
        if (holdMs <= 0) return true;
        const wait = waits.get(chat) ?? new AbortController();
        waits.set(chat, wait);
        await clock.sleep(holdMs, AbortSignal.any([signal, wait.signal]));
        waits.delete(chat);
      }
      return false;
    },
    noteHeard: (chat) => waits.get(chat)?.abort(),
  };
}

/**
 * True when the cell that sent this message still has its conversation.
 * @throws Failure `unavailable`
 */
type EpochFence = (delivery: Pick<JournalDelivery, 'cell' | 'epoch' | 'chat'>) => Promise<boolean>;

/** A cell that was suspended goes on with the epoch of before the move: what it sends is dropped. */
export function epochFence(db: SqlSession, front: FrontName): EpochFence {
  return async ({ cell, epoch, chat }) => {
    const key = conversationKey(front, chat);
    const placement = (await placementsOf(db, [key])).get(key);
    return placement !== undefined && placement.cell === cell && placement.epoch === epoch;
  };
}
