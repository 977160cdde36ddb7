import type { ChatArrival } from '../../../channels/relay/carrying.ts';
import type { ClusterDatabase } from '../../../cluster/cluster-database.ts';
import { type CellName, channelOfFront, conversationKey, queueOutOf } from '../../../cluster/names.ts';
import { jobIdOf } from '../../../cluster/queues/job-ids.ts';
import { type OutboundJob, WIRE_VERSION } from '../../../cluster/queues/wire.ts';
import { type Clock, MINUTE_MS } from '../../../core/clock.ts';
import { messageIdOf } from '../../../core/ids.ts';
import type { Locale } from '../../../core/texts/texts.ts';
import { clusterWords } from '../texts/texts.ts';

/** A shorter wait is not announced. */
const WAITS_SILENTLY_MS = MINUTE_MS;

interface WaitNoticeParts {
  readonly cell: CellName;
  readonly cluster: ClusterDatabase;
  readonly clock: Pick<Clock, 'upMs'>;
}

/** Informs the people of a chat that it cannot be taken over yet, because this machine's disk is full. */
export class WaitNotice {
  readonly #parts: WaitNoticeParts;
  /** Since when each chat waits, and its epoch: a chat that arrives again starts a new wait. */
  readonly #since = new Map<string, { readonly epoch: number; readonly upMs: number }>();

  constructor(parts: WaitNoticeParts) {
    this.#parts = parts;
  }

  /**
   * Announces it once, when the chat has waited for a minute. It goes straight to the front's queue, because the
   * outbox lies on the full disk; sent twice, the job has the same id, and PostgreSQL keeps one.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  async stillWaits({ chat, front, epoch }: ChatArrival, locale: Locale): Promise<void> {
    const { cell, cluster, clock } = this.#parts;
    const known = this.#since.get(chat);
    if (known?.epoch !== epoch) this.#since.set(chat, { epoch, upMs: clock.upMs() });
    if (known?.epoch !== epoch || clock.upMs() - known.upMs < WAITS_SILENTLY_MS) return;
    const id = messageIdOf(`${cell} has no room for ${chat} ${epoch}`);
    const body = { kind: 'text', text: clusterWords(locale).cluster.moved.waits } as const;
    const data: OutboundJob = {
      v: WIRE_VERSION,
      cell,
      epoch,
      answers: [],
      item: { kind: 'send', message: { id, chat, body, mayRepeat: false } },
    };
    const queue = { name: queueOutOf(front), wakes: channelOfFront(front) };
    const job = { id: jobIdOf(`${cell} ${id}`), key: conversationKey(front, chat), data };
    await cluster.transaction((sql) => cluster.queues.add(sql, queue, [job]));
  }

  over(chat: string): void {
    this.#since.delete(chat);
  }
}
