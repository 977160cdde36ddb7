import type { Channel } from '../../contracts/channel.ts';
import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { Announcer, Nudge } from '../../contracts/run-events.ts';
import type { RunLimits, SessionRecord } from '../../contracts/session.ts';
import type { FlushControl, Store, TaskStores } from '../../contracts/store.ts';
import type { Tracer } from '../../contracts/trace.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { type ConversationId, type InstanceId, newMessageId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import { addressOf } from '../conversation.ts';
import { type FolderLook, ReportLookup } from '../report/report-lookup.ts';
import { createAnnouncer, type OpenFor } from './announcer.ts';
import { LiveCards } from './live-cards.ts';
import { createOutbox, type Outbox, OutboxSender } from './outbox.ts';
import { TaskProgress } from './progress.ts';

interface OutgoingParts {
  readonly store: FlushControl & TaskStores & Pick<Store, 'approvals' | 'outbox'>;
  readonly checkpoints: Pick<Checkpoints, 'countLines'>;
  readonly channels: readonly Channel[];
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer;
  readonly limits: Pick<RunLimits, 'maxCostMicroUsd'>;
  /** Tasks of one conversation that may run at the same time. */
  readonly maxParallelTasks: number;
  /** Asked when a session ends. */
  features(): readonly Feature[];
  /** Asked with each poll. */
  openFor: OpenFor;
  /** Looks into a workspace when a session in it ends. */
  lookIn(folder: string): FolderLook;
}

/** Everything that is sent to people. Created before the agent, which announces through it. */
export interface OutgoingMessages {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly announcer: Announcer;
  /** Looks up facts for the report of a session that may end with these words. Never throws. */
  lookBeforeEnd(session: SessionRecord, words: string): Promise<void>;
  readonly nudge: Nudge;
  readonly outbox: Outbox;
  readonly sender: OutboxSender;
  readonly progress: TaskProgress;
  readonly storageNotice: StorageNotice;
  /** No send begins after this. */
  stop(): void;
}

export function createOutgoing(parts: OutgoingParts): OutgoingMessages {
  const {
    store,
    checkpoints,
    channels: list,
    instance,
    clock,
    log,
    limits,
    maxParallelTasks,
    features,
  } = parts;
  const { openFor } = parts;
  const channels = new Map(list.map((channel) => [channel.name, channel]));
  const outbox = createOutbox({ store, channels, instance, clock });
  const sender = createSender(channels, parts);
  const cards = createCards(channels, sender, parts);
  const progress = new TaskProgress({
    store,
    channels,
    cards,
    outbox,
    clock,
    log,
    limits,
    maxParallelTasks,
    features,
  });
  const lastLook = new ReportLookup({
    store,
    checkpoints,
    outbox,
    maxParallelTasks,
    log,
    features,
    lookIn: parts.lookIn,
  });
  return {
    channels,
    announcer: createAnnouncer({
      store,
      channels,
      features,
      openFor,
      outbox,
      progress,
      clock,
      maxParallelTasks,
      lookedUp: (session) => lastLook.take(session),
    }),
    lookBeforeEnd: (session, words) => lastLook.look(session, words),
    nudge: () => sender.nudge(),
    outbox,
    sender,
    progress,
    storageNotice: new StorageNotice({ channels, clock, log }),
    stop() {
      sender.stop();
      cards.stop();
      progress.stop();
    },
  };
}

/** Features may hold a message back. */
function createSender(
  channels: OutgoingMessages['channels'],
  { store, instance, clock, log, tracer, features }: OutgoingParts,
): OutboxSender {
  return new OutboxSender({
    store,
    channels,
    instance,
    clock,
    log,
    tracer,
    holds: (row) => features().some(({ holds }) => holds?.holdsMessage(row) === true),
  });
}

/** Features may hold a card back; one also waits for the reports that go before it. */
function createCards(
  channels: OutgoingMessages['channels'],
  sender: Pick<OutboxSender, 'waitForReports'>,
  { store, clock, log, features }: OutgoingParts,
): LiveCards {
  return new LiveCards({
    store,
    channels,
    clock,
    log,
    waitForReports: (conversation) => sender.waitForReports(conversation),
    holds: (conversation, isNew) =>
      features().some(({ holds }) => holds?.holdsCard(conversation, isNew) === true),
  });
}

const QUIET_MS = 10 * MINUTE_MS;

interface StorageNoticeParts {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Says that no row can be written, in the only message that has no row itself. Best effort, at most once in 10 minutes
 * per conversation and kind. A notice that messages wait is repeated only after something of the conversation could be
 * stored: what waits is tried again without it.
 */
class StorageNotice {
  readonly #parts: StorageNoticeParts;
  readonly #sent = new Map<string, { readonly upMs: number; isOver: boolean }>();

  constructor(parts: StorageNoticeParts) {
    this.#parts = parts;
  }

  /** `lost`: the message could not be stored, and has to be sent again; `kept`: stored messages wait for room. */
  notify(conversation: ConversationId, locale: Locale, what: 'lost' | 'kept'): void {
    const { channels, clock, log } = this.#parts;
    const nowUpMs = clock.upMs();
    const key = `${what} ${conversation}`;
    const last = this.#sent.get(key);
    if (last !== undefined && (nowUpMs - last.upMs < QUIET_MS || !last.isOver)) return;
    // Each lost message is a new one, so a later notice about it may follow.
    this.#sent.set(key, { upMs: nowUpMs, isOver: what === 'lost' });
    const { channel, chat } = addressOf(conversation);
    const text = texts(locale).replies.storageFull[what];
    channels
      .get(channel)
      ?.send({ id: newMessageId(), chat, body: { kind: 'text', text }, mayRepeat: false })
      .catch((error: unknown) =>
        log.warn('gateway.notice.failed', { conversation, error: messageOf(error) }),
      );
  }

  /** Something of the conversation could be stored. */
  noteStored(conversation: ConversationId): void {
    const kept = this.#sent.get(`kept ${conversation}`);
    if (kept !== undefined) kept.isOver = true;
  }
}
