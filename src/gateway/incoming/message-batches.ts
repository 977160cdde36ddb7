import type { Clock } from '../../base/clock.ts';
import type { ConversationId } from '../../base/ids.ts';
import type { InboundMessage } from '../../contracts/channel.ts';
import type { InboxRow } from '../../contracts/store.ts';
import { MAX_MESSAGE_LENGTH } from './intent.ts';

/** A batch has ended when its person writes nothing for this long. */
const QUIET_MS = 800;
/** Nobody waits longer than this for an answer to the first message of a batch. */
const MAX_MS = 5000;

/** Messages that one person meant as one, in order of arrival. */
export type MessageBatch = readonly [InboxRow, ...InboxRow[]];

interface Open {
  readonly rows: [InboxRow, ...InboxRow[]];
  readonly sinceUpMs: number;
  length: number;
  quiet: AbortController;
}

export interface MessageBatchesParts {
  readonly clock: Clock;
  take(conversation: ConversationId, batch: MessageBatch): void;
}

/**
 * Holds messages of one person until it is likely that the thought is complete. Only memory: their rows stay accepted
 * meanwhile, so that a program that dies here finds them again.
 */
export class MessageBatches {
  readonly #parts: MessageBatchesParts;
  readonly #open = new Map<ConversationId, Open>();

  constructor(parts: MessageBatchesParts) {
    this.#parts = parts;
  }

  /** Messages of this conversation that are held. */
  depth(conversation: ConversationId): number {
    return this.#open.get(conversation)?.rows.length ?? 0;
  }

  add(conversation: ConversationId, row: InboxRow): void {
    const { clock } = this.#parts;
    const open = this.#fitting(conversation, row);
    const { length } = row.message.text;
    if (open === undefined) {
      const batch: Open = { rows: [row], sinceUpMs: clock.upMs(), length, quiet: new AbortController() };
      this.#open.set(conversation, batch);
      void this.#waitForQuiet(conversation, batch);
      return;
    }
    open.rows.push(row);
    open.length += 1 + length;
    open.quiet.abort();
    open.quiet = new AbortController();
    void this.#waitForQuiet(conversation, open);
  }

  /** Hands over what is held of this conversation; everything that comes later stays behind it. */
  flush(conversation: ConversationId): void {
    const open = this.#open.get(conversation);
    if (open === undefined) return;
    this.#open.delete(conversation);
    open.quiet.abort();
    this.#parts.take(conversation, open.rows);
  }

  flushAll(): void {
    for (const conversation of [...this.#open.keys()]) this.flush(conversation);
  }

  /** The batch that this row belongs to. What somebody else wrote, or what has no more room, is handed over first. */
  #fitting(conversation: ConversationId, { message }: InboxRow): Open | undefined {
    const open = this.#open.get(conversation);
    if (open === undefined) return undefined;
    const isSamePerson = open.rows[0].message.sender === message.sender;
    if (isSamePerson && open.length + 1 + message.text.length <= MAX_MESSAGE_LENGTH) return open;
    this.flush(conversation);
    return undefined;
  }

  async #waitForQuiet(conversation: ConversationId, open: Open): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = open.quiet;
    const leftMs = open.sinceUpMs + MAX_MS - clock.upMs();
    await clock.sleep(Math.max(0, Math.min(QUIET_MS, leftMs)), signal);
    if (!signal.aborted && this.#open.get(conversation) === open) this.flush(conversation);
  }
}

/** The messages of a batch as the one that was meant. It has the identity of the last. */
export function mergeBatch(batch: MessageBatch): InboxRow {
  const last = batch.at(-1) ?? batch[0];
  if (batch.length === 1) return last;
  const messages = batch.map((row) => row.message);
  const quotedId = messages.find((message) => message.quotedId !== undefined)?.quotedId;
  const enclosed = messages.flatMap((message) => message.enclosed ?? []);
  const message: InboundMessage = {
    ...last.message,
    ...wordsOf(messages),
    ...(quotedId === undefined ? {} : { quotedId }),
    ...(enclosed.length === 0 ? {} : { enclosed }),
  };
  return { ...last, message };
}

/** Somebody else's words do not become the person's own by what stands beside them. */
function wordsOf(messages: readonly InboundMessage[]): Pick<InboundMessage, 'text' | 'forwarded'> {
  const worded = messages.filter(({ text }) => text !== '');
  const own = worded.filter(({ forwarded }) => forwarded !== true);
  const forwarded = own.length === 0 && worded.length > 0;
  return { text: (forwarded ? worded : own).map(({ text }) => text).join('\n'), forwarded };
}
