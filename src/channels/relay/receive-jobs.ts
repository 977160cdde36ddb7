import { conversationKey, type FrontName } from '../../cluster/names.ts';
import { allMembers } from '../../cluster/placement/membership.ts';
import { placementsOf } from '../../cluster/placement/placements.ts';
import type { JobHandling, QueueJob } from '../../cluster/queues/queues.ts';
import type { InboundJob } from '../../cluster/queues/wire.ts';
import type { Attachment, ChannelReceiver, InboundMessage } from '../../contracts/channel.ts';
import { NOT_STORED } from '../../contracts/store.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import { Failure, isFailure, messageOf, unreachable } from '../../core/failure.ts';
import { backoffMs } from '../../core/waiting.ts';
import { createKeyedQueue } from '../../core/work-queues.ts';
import type { ChatArrival } from './chat-mover.ts';
import type { RelayParts } from './relay-channel.ts';

const RETRY = { firstMs: SECOND_MS, mostMs: MINUTE_MS };

interface ReceiveParts extends Pick<RelayParts, 'cluster' | 'rows' | 'clock' | 'log'> {
  readonly receiver: ChannelReceiver;
  readonly signal: AbortSignal;
  readonly arrivals: Arrivals;
  /** False once another process may have the cell's name, and when the program ends: then no job is taken. */
  isHeld(): boolean;
  /** True while the chat is on its way to another cell: that one handles its jobs. */
  isHandingOver(chat: string): boolean;
}

/**
 * Hands jobs on to the inbox; each is done when the inbox has it. A job for which there was no room is delivered again.
 * A job that can never be taken is set aside with a reason, so that it does not delay those behind it.
 */
export function receiveJobs(parts: ReceiveParts): JobHandling<InboundJob>['handle'] {
  const { clock, log, signal, isHeld } = parts;
  let failures = 0;
  return async (jobs, settle) => {
    const waiting: Failure[] = [];
    for (const job of jobs) {
      if (!isHeld()) throw new Failure('unavailable', 'This cell does not hold its name now.');
      const outcome = await tryToReceive(job, parts);
      if (outcome.kind === 'waits') waiting.push(outcome.failure);
      else settle(job.id, outcome.output);
    }
    const [first] = waiting;
    if (first === undefined) {
      failures = 0;
      return;
    }
    log.warn('channel.relay.waits', { jobs: waiting.length, error: first.message });
    await clock.sleep(backoffMs(failures, RETRY), signal);
    failures += 1;
    throw first;
  };
}

type ReceiveOutcome =
  | { readonly kind: 'done'; readonly output?: { readonly ok: false; readonly reason: string } }
  | { readonly kind: 'waits'; readonly failure: Failure };

async function tryToReceive(job: QueueJob<InboundJob>, parts: ReceiveParts): Promise<ReceiveOutcome> {
  try {
    await receiveItem(job, parts);
    return { kind: 'done' };
  } catch (error) {
    if (isFailure(error) && error.kind === 'unavailable') return { kind: 'waits', failure: error };
    // The database may be closed already: that is no reason to set anything aside.
    if (parts.signal.aborted) throw error;
    const reason = messageOf(error);
    parts.log.error('channel.relay.set_aside', { job: job.id, front: job.data.front, reason });
    return { kind: 'done', output: { ok: false, reason } };
  }
}

async function receiveItem({ data }: QueueJob<InboundJob>, parts: ReceiveParts): Promise<void> {
  const { receiver, isHandingOver } = parts;
  const { item } = data;
  if (item.kind !== 'missed' && isHandingOver(item.message.chat))
    throw new Failure('unavailable', 'This chat is moving to another cell.');
  switch (item.kind) {
    case 'missed':
      return receiver.receiveGap(item.gap);
    case 'unreadable':
      await noteOrigin(item.message.chat, data, parts);
      return receiver.receiveUnreadable(item.message);
    case 'message':
      await noteOrigin(item.message.chat, data, parts);
      return receiver.receive(withOrigin(item.message));
    default:
      return unreachable(item);
  }
}

/**
 * Called before the message, whose answers have to carry this epoch.
 * @throws Failure `conflict` when another living front has a chat with this person: they are one chat here, and answers
 *    would go to the wrong number
 */
async function noteOrigin(
  chat: string,
  { front, epoch }: InboundJob,
  { rows, cluster, arrivals }: ReceiveParts,
): Promise<void> {
  const known = rows.origin(chat);
  if (known !== undefined && known.front !== front && (await isAlive(known.front, cluster)))
    throw new Failure(
      'conflict',
      `This cell has that chat with the front ${known.front}. A person can have one number of a cell: move the chat of ${front} to another cell.`,
    );
  await arrivals.heardFrom({ chat, front, epoch });
}

async function isAlive(front: FrontName, cluster: ReceiveParts['cluster']): Promise<boolean> {
  return (await allMembers(cluster)).some(
    (member) => member.kind === 'front' && member.name === front && member.isAlive,
  );
}

/** Fetching a file, also after a restart, begins with the front that has its chat. */
function withOrigin(message: Extract<InboundJob['item'], { kind: 'message' }>['message']): InboundMessage {
  const { attachments, ...rest } = message;
  if (attachments === undefined) return rest;
  const { chat } = message;
  return {
    ...rest,
    attachments: attachments.map(
      ({ kind, mimeType, name, bytes, reference }): Attachment => ({
        kind,
        mimeType,
        name,
        bytes,
        reference: { chat, reference },
      }),
    ),
  };
}

type ChatArrivalParts = Pick<RelayParts, 'cell' | 'cluster' | 'rows' | 'mover'>;

/**
 * Records that chats live here, under their epoch. A chat that lived in another cell is taken over first; the messages
 * of its people are handled after that.
 */
export class Arrivals {
  readonly #parts: ChatArrivalParts;
  /** By chat: a message and a look around may find the same move. */
  readonly #courses = createKeyedQueue();

  constructor(parts: ChatArrivalParts) {
    this.#parts = parts;
  }

  /**
   * A job came for the chat.
   * @param epoch the chat's epoch when the front wrote the job; it may have moved since
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  async heardFrom({ chat, front, epoch }: ChatArrival): Promise<void> {
    const { cell, cluster, rows } = this.#parts;
    const known = rows.origin(chat);
    if (known?.front === front && !known.hasLeft && epoch <= known.epoch && known.takenEpoch >= known.epoch)
      return;
    const key = conversationKey(front, chat);
    const placement = (await placementsOf(cluster, [key])).get(key);
    // A chat that left again while this job was taken belongs only to its own epoch.
    const now = placement?.cell === cell ? placement.epoch : epoch;
    await this.arrive({ chat, front, epoch: now });
  }

  /** @throws Failure `unavailable` while PostgreSQL is away */
  arrive(arrival: ChatArrival): Promise<void> {
    return this.#courses.run(arrival.chat, () => this.#arrive(arrival));
  }

  async #arrive(arrival: ChatArrival): Promise<void> {
    const { rows, mover } = this.#parts;
    const { chat, front, epoch } = arrival;
    const known = rows.origin(chat);
    const note = (): void => {
      rows.noteArrival(arrival);
      rows.noteTakenOver(chat, epoch);
    };
    const isNewHere = known === undefined || known.front !== front;
    if (!isNewHere && known.takenEpoch >= epoch) return note();
    // Before its first epoch it lived nowhere.
    if (epoch === 1) return await this.#begin(arrival, note);
    await mover.takeOver(arrival, note);
  }

  /**
   * Begins a chat that is new. If its row cannot be stored, its people are told from here: the inbox, which would
   * otherwise tell them, never gets the message.
   */
  async #begin(arrival: ChatArrival, note: () => void): Promise<void> {
    try {
      note();
    } catch (error) {
      if (isFailure(error) && error.facts.rule === NOT_STORED) await this.#parts.mover.stillWaits(arrival);
      throw error;
    }
  }
}

/** The chat of a conversation's key. */
export function chatIn(conversation: string, front: FrontName): string {
  return conversation.slice(conversationKey(front, '').length);
}
