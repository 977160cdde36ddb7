import type { Channel, OutboundBody } from '../../contracts/channel.ts';
import type { FlushControl, HeldMessages, OutboxRow, OutboxStore, SendQueue } from '../../contracts/store.ts';
import type { OpenSpan, Tracer } from '../../contracts/trace.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import { type ConversationId, type InstanceId, newMessageId, type SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { backoffMs } from '../../core/waiting.ts';
import { createTurns } from '../../core/work-queues.ts';
import { addressOf } from '../conversation.ts';
import { type FittingChannel, fitBody, fitBodyInTurns, PLAIN_TEXT } from './fit-body.ts';

interface OutgoingMessage {
  readonly conversation: ConversationId;
  /** Unique for ever: the same step done twice adds nothing. */
  readonly key: string;
  readonly body: OutboundBody;
  /** The parts that `fit` returned for this body; when undefined, `enqueue` computes them. */
  readonly parts?: readonly OutboundBody[] | undefined;
  /** Sent at most once, and not at all after a crash. */
  readonly ephemeral?: boolean;
  /** Preset id of the message; of its last part when it has to be split. */
  readonly id?: string;
}

export interface Outbox {
  /**
   * Adds outbox rows, fitted to the channel; inside the caller's transaction, so that cause and message go together.
   */
  enqueue(message: OutgoingMessage): void;
  /** Fits a long body to the channel outside of a transaction: within one it would block the whole program. */
  fit(conversation: ConversationId, body: OutboundBody): Promise<readonly OutboundBody[]>;
}

/** Characters that are formatted in about a millisecond, so that they need not wait for a turn. */
const SHORT = 500;
/** Rounds of the event loop between two long texts. */
const ROUNDS_BETWEEN_TEXTS = 2;

interface OutboxParts {
  readonly store: { readonly outbox: Pick<OutboxStore, 'add'> };
  readonly channels: ReadonlyMap<string, Channel>;
  readonly instance: InstanceId;
  readonly clock: Clock;
}

export function createOutbox({ store, channels, instance, clock }: OutboxParts): Outbox {
  const fittingIn = (conversation: ConversationId): FittingChannel =>
    channels.get(addressOf(conversation).channel) ?? { capabilities: PLAIN_TEXT };
  const turns = createTurns(ROUNDS_BETWEEN_TEXTS);
  return {
    async fit(conversation, body) {
      const channel = fittingIn(conversation);
      const isShort = body.kind === 'text' && body.text.length <= SHORT;
      return isShort ? fitBody(body, channel) : await fitBodyInTurns(body, channel, turns);
    },
    enqueue({ conversation, key, body, ephemeral = false, id = newMessageId(), ...message }) {
      const { channel, chat } = addressOf(conversation);
      const parts = message.parts ?? fitBody(body, fittingIn(conversation));
      for (const [index, part] of parts.entries()) {
        const isLast = index === parts.length - 1;
        store.outbox.add({
          id: isLast ? id : newMessageId(),
          conversation,
          chat,
          channel,
          instance,
          dedupeKey: isLast ? key : `${key}:${index + 1}`,
          body: part,
          ephemeral,
          atMs: clock.nowMs(),
        });
      }
    },
  };
}

const RETRY = { firstMs: 1000, mostMs: MINUTE_MS };

interface OutboxSenderParts {
  readonly store: FlushControl & { readonly outbox: SendQueue & Pick<HeldMessages, 'hold'> };
  readonly channels: ReadonlyMap<string, Channel>;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer;
  /** True when the row waits and those behind it go ahead. Asked inside a transaction, before it is first tried. */
  holds(row: OutboxRow): boolean;
}

type NextRow =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'later'; readonly waitMs: number }
  /** The channel holds it back for a while, which may get shorter. */
  | { readonly kind: 'held'; readonly waitMs: number }
  | { readonly kind: 'row'; readonly row: OutboxRow };

/** The sending of one conversation's messages. */
interface ConversationDelivery {
  /** True while it waits for the next try or for the channel: nothing is being sent. */
  pausing: boolean;
  /** Aborts the wait for the channel. */
  held: AbortController | undefined;
  /** True while it waits for the next try after a failure. */
  retrying: boolean;
  waiting: readonly OutboxWaiter[];
}

/** A caller that waits until the rows up to `seq` are sent, or one has to be tried again later. */
interface OutboxWaiter {
  readonly seq: number;
  settle(): void;
}

/**
 * Sends stored messages: in order within a conversation, conversations in parallel. A row is marked before it is
 * sent; one that was marked and never confirmed is sent again under the same id.
 */
export class OutboxSender {
  readonly #parts: OutboxSenderParts;
  readonly #stopping = new AbortController();
  readonly #deliveries = new Map<ConversationId, ConversationDelivery>();
  #drained: (() => void)[] = [];

  constructor(parts: OutboxSenderParts) {
    this.#parts = parts;
  }

  /** Sends due messages. Cheap when there are none. */
  nudge(): void {
    if (this.#stopping.signal.aborted) return;
    for (const conversation of this.#parts.store.outbox.listUnsentChats(this.#parts.instance)) {
      const running = this.#deliveries.get(conversation);
      running?.held?.abort();
      if (running !== undefined) continue;
      const delivery: ConversationDelivery = {
        pausing: false,
        held: undefined,
        retrying: false,
        waiting: [],
      };
      this.#deliveries.set(conversation, delivery);
      void this.#deliver(conversation, delivery);
    }
  }

  /** Resolves when every conversation's messages are sent or wait for a later try. */
  async drain(): Promise<void> {
    this.nudge();
    if (this.#isQuiet()) return;
    await new Promise<void>((resolve) => this.#drained.push(resolve));
  }

  /**
   * Resolves when the reports that were queued for this conversation so far are sent, or have to be tried again later.
   */
  async waitForReports(conversation: ConversationId): Promise<void> {
    // Not in the caller's transaction: what is sent could not be taken back with it.
    await Promise.resolve();
    const { store, instance } = this.#parts;
    const seq = store.outbox.newestReport(conversation, instance);
    if (seq === undefined) return;
    this.nudge();
    const delivery = this.#deliveries.get(conversation);
    if (delivery === undefined || delivery.retrying) return;
    await new Promise<void>((settle) => {
      delivery.waiting = [...delivery.waiting, { seq, settle }];
    });
  }

  /** No send begins after this. */
  stop(): void {
    this.#stopping.abort();
  }

  async #deliver(conversation: ConversationId, delivery: ConversationDelivery): Promise<void> {
    const { signal } = this.#stopping;
    let sent: OutboxRow | undefined;
    let failures = 0;
    while (!signal.aborted || sent !== undefined) {
      try {
        const taken = this.#take(conversation, sent);
        sent = undefined;
        if (taken.kind === 'nothing') break;
        if (taken.kind === 'later') await this.#tryLater(delivery, taken.waitMs);
        else if (taken.kind === 'held') await this.#hold(delivery, taken.waitMs);
        else sent = await this.#sendFor(delivery, taken.row);
        failures = 0;
      } catch (error) {
        // Storing failed. What was sent stays in memory, so that it is not sent twice.
        this.#parts.log.error('gateway.outbox.failed', { conversation, error: messageOf(error) });
        if (signal.aborted) break;
        await this.#tryLater(delivery, backoffMs(failures, RETRY));
        failures += 1;
      }
    }
    // In the same tick as the last read of the rows: a later nudge must start a new delivery.
    this.#deliveries.delete(conversation);
    settleBefore(delivery, Number.POSITIVE_INFINITY);
    this.#resolveDrained();
  }

  /**
   * One commit: marks the previous row as sent, and the next as being sent. Both are on the disk before anything is
   * sent, or after a power cut a message would be sent twice; but not for a progress message, which may be shown once
   * more.
   */
  #take(conversation: ConversationId, sent: OutboxRow | undefined): NextRow {
    const { store, clock } = this.#parts;
    const next = store.unflushed<NextRow>(() => {
      if (sent !== undefined) store.outbox.markSent(sent.seq, clock.nowMs());
      return this.#begin(conversation);
    });
    const isForOnce = sent !== undefined || (next.kind === 'row' && !next.row.ephemeral);
    if (isForOnce && !this.#isJournaled(conversation)) store.flush();
    return next;
  }

  /** True when the channel keeps what it sends by itself. */
  #isJournaled(conversation: ConversationId): boolean {
    const channel = this.#parts.channels.get(addressOf(conversation).channel);
    return channel?.capabilities.journals === true;
  }

  #begin(conversation: ConversationId): NextRow {
    const { store, clock } = this.#parts;
    const row = this.#nextUnheld(conversation);
    if (row === undefined || this.#stopping.signal.aborted) return { kind: 'nothing' };
    const obstacle = this.#obstacleTo(row);
    if (obstacle !== undefined) return obstacle;
    // A progress message gets one try: it is marked as sent beforehand, so that no crash shows it twice.
    if (row.ephemeral) store.outbox.markShown(row.seq, clock.nowMs());
    else store.outbox.markSending(row.seq);
    return { kind: 'row', row };
  }

  #nextUnheld(conversation: ConversationId): OutboxRow | undefined {
    const { store, instance, clock, holds } = this.#parts;
    for (;;) {
      const row = store.outbox.head(conversation, instance);
      // One that may have arrived is sent to its end.
      if (row === undefined || row.state === 'sending' || !holds(row)) return row;
      store.outbox.hold(row.seq, clock.nowMs());
    }
  }

  /** Why this row cannot be sent now; asked last, because the channel counts what it lets through. */
  #obstacleTo(row: OutboxRow): NextRow | undefined {
    const { clock, channels } = this.#parts;
    const channel = channels.get(row.channel);
    if (channel === undefined) return { kind: 'nothing' };
    const waitMs = row.nextAtMs - clock.nowMs();
    // A longer wait means that the clock was set back: the row is sent now.
    if (waitMs > 0 && waitMs <= RETRY.mostMs) return { kind: 'later', waitMs };
    const holdMs = channel.holdMs?.(row) ?? 0;
    return holdMs > 0 ? { kind: 'held', waitMs: holdMs } : undefined;
  }

  async #sendFor(delivery: ConversationDelivery, row: OutboxRow): Promise<OutboxRow | undefined> {
    settleBefore(delivery, row.seq);
    return this.#send(row);
  }

  /** Returns the row if it now has to be marked as sent. */
  async #send(row: OutboxRow): Promise<OutboxRow | undefined> {
    const { channels, log, tracer } = this.#parts;
    const span = traceSend(row, tracer);
    const mayRepeat = row.state === 'sending' || row.attempts > 0;
    try {
      await channels.get(row.channel)?.send({ id: row.id, chat: row.chat, body: row.body, mayRepeat });
      span.end();
      return row.ephemeral ? undefined : row;
    } catch (error) {
      span.end({ failed: true });
      log.warn('gateway.outbox.refused', { message: row.id, attempt: row.attempts, error: messageOf(error) });
      if (!row.ephemeral) this.#recordFailure(row, error);
      return undefined;
    }
  }

  #recordFailure(row: OutboxRow, error: unknown): void {
    const { store, clock } = this.#parts;
    const mayHelp = isFailure(error) && (error.kind === 'unavailable' || error.kind === 'timeout');
    const reason = messageOf(error);
    if (mayHelp) store.outbox.retryLater(row.seq, clock.nowMs() + backoffMs(row.attempts, RETRY), reason);
    else store.outbox.markFailed(row.seq, reason);
  }

  async #tryLater(delivery: ConversationDelivery, waitMs: number): Promise<void> {
    delivery.retrying = true;
    settleBefore(delivery, Number.POSITIVE_INFINITY);
    await this.#pause(delivery, waitMs);
    delivery.retrying = false;
  }

  async #pause(
    delivery: ConversationDelivery,
    waitMs: number,
    signal = this.#stopping.signal,
  ): Promise<void> {
    delivery.pausing = true;
    this.#resolveDrained();
    await this.#parts.clock.sleep(waitMs, signal);
    delivery.pausing = false;
  }

  /** Waits until that time, or until something may have made it shorter. */
  async #hold(delivery: ConversationDelivery, waitMs: number): Promise<void> {
    delivery.held = new AbortController();
    await this.#pause(delivery, waitMs, AbortSignal.any([this.#stopping.signal, delivery.held.signal]));
    delivery.held = undefined;
  }

  #isQuiet(): boolean {
    return [...this.#deliveries.values()].every((delivery) => delivery.pausing);
  }

  #resolveDrained(): void {
    if (!this.#isQuiet()) return;
    const waiting = this.#drained;
    this.#drained = [];
    for (const resolve of waiting) resolve();
  }
}

/** All rows of this delivery with a smaller `seq` are done with. */
function settleBefore(delivery: ConversationDelivery, seq: number): void {
  const { waiting } = delivery;
  delivery.waiting = waiting.filter((one) => one.seq >= seq);
  for (const one of waiting) if (one.seq < seq) one.settle();
}

/**
 * Traces a message to a person on its way to the channel; below the running work of its session, if its key names
 * one.
 */
function traceSend({ key, channel, conversation, body, attempts }: OutboxRow, tracer: Tracer): OpenSpan {
  const [, session] = /^[\w-]+:(\d{8}-[0-9a-f]{8})(?::|$)/.exec(key) ?? [];
  return tracer.start({
    name: 'gateway:out',
    kind: 'system',
    // The pattern is that of `newSessionId`.
    session: session as SessionId | undefined,
    parent: session === undefined ? undefined : tracer.spanOf(session),
    input: { conversation, characters: lengthOf(body) },
    attributes: { 'wasap.channel': channel, 'wasap.body': body.kind, 'wasap.attempts': attempts },
  });
}

function lengthOf(body: OutboundBody): number {
  return 'text' in body && typeof body.text === 'string' ? body.text.length : 0;
}
