import type { InboundMessage } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { InboxRow } from '../../contracts/store.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import type { ConversationId } from '../../core/ids.ts';
import { MAX_MESSAGE_LENGTH } from './message-intent.ts';

/** A batch has ended when its person writes nothing for this long. */
const QUIET_MS = 800;
/** No answer to the first message of a batch waits longer than this. */
const MAX_MS = 5000;

/** Ends a wait that is over. `abort()` without a reason makes an error with a stack each time. */
const GOES_ON = 'goes on';

/** Messages that one person meant as one, in order of arrival. */
export type MessageBatch = readonly [InboxRow, ...InboxRow[]];

interface OpenBatch {
  readonly rows: [InboxRow, ...InboxRow[]];
  readonly sinceUpMs: number;
  length: number;
  quiet: AbortController;
}

interface MessageBatchesParts {
  readonly clock: Clock;
  take(conversation: ConversationId, batch: MessageBatch): void;
}

/**
 * Holds the messages of one person until the thought is probably complete. They are only in memory: their rows stay
 * accepted meanwhile, so that the next program finds them after a crash.
 */
export class MessageBatches {
  readonly #parts: MessageBatchesParts;
  readonly #open = new Map<ConversationId, OpenBatch>();

  constructor(parts: MessageBatchesParts) {
    this.#parts = parts;
  }

  /** Number of messages that are held for this conversation. */
  depth(conversation: ConversationId): number {
    return this.#open.get(conversation)?.rows.length ?? 0;
  }

  add(conversation: ConversationId, row: InboxRow): void {
    const { clock } = this.#parts;
    const open = this.#fitting(conversation, row);
    const { length } = row.message.text;
    if (open === undefined) {
      const batch: OpenBatch = { rows: [row], sinceUpMs: clock.upMs(), length, quiet: new AbortController() };
      this.#open.set(conversation, batch);
      void this.#waitForQuiet(conversation, batch);
      return;
    }
    open.rows.push(row);
    open.length += 1 + length;
    open.quiet.abort(GOES_ON);
    open.quiet = new AbortController();
    void this.#waitForQuiet(conversation, open);
  }

  /** Hands over the held messages of this conversation; later ones stay behind them. */
  flush(conversation: ConversationId): void {
    const open = this.#open.get(conversation);
    if (open === undefined) return;
    this.#open.delete(conversation);
    open.quiet.abort(GOES_ON);
    this.#parts.take(conversation, open.rows);
  }

  flushAll(): void {
    for (const conversation of [...this.#open.keys()]) this.flush(conversation);
  }

  /** The batch for this row. A batch of another author, or a full one, is handed over first. */
  #fitting(conversation: ConversationId, { message }: InboxRow): OpenBatch | undefined {
    const open = this.#open.get(conversation);
    if (open === undefined) return undefined;
    const isSamePerson = open.rows[0].message.sender === message.sender;
    if (isSamePerson && open.length + 1 + message.text.length <= MAX_MESSAGE_LENGTH) return open;
    this.flush(conversation);
    return undefined;
  }

  async #waitForQuiet(conversation: ConversationId, open: OpenBatch): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = open.quiet;
    const leftMs = open.sinceUpMs + MAX_MS - clock.upMs();
    await clock.sleep(Math.max(0, Math.min(QUIET_MS, leftMs)), signal);
    if (!signal.aborted && this.#open.get(conversation) === open) this.flush(conversation);
  }
}

/** Merges the messages of a batch into one, with the identity of the last. */
export function mergeBatch(batch: MessageBatch): InboxRow {
  const last = batch.at(-1) ?? batch[0];
  if (batch.length === 1) return last;
  const messages = batch.map((row) => row.message);
  const quotedId = messages.find((message) => message.quotedId !== undefined)?.quotedId;
  const enclosed = messages.flatMap((message) => message.enclosed ?? []);
  const message: InboundMessage = {
    ...last.message,
    ...joinTexts(messages),
    ...(quotedId === undefined ? {} : { quotedId }),
    ...(enclosed.length === 0 ? {} : { enclosed }),
  };
  return { ...last, message };
}

/** A forwarded text stays marked as such beside the person's own words. */
function joinTexts(messages: readonly InboundMessage[]): Pick<InboundMessage, 'text' | 'forwarded'> {
  const worded = messages.filter(({ text }) => text !== '');
  const own = worded.filter(({ forwarded }) => forwarded !== true);
  const forwarded = own.length === 0 && worded.length > 0;
  return { text: (forwarded ? worded : own).map(({ text }) => text).join('\n'), forwarded };
}

/** Reason for closing a message whose text waits until its author says which task it is for. */
export const WHICH_TASK = 'which task';
/** How long the text waits. */
const WAIT_MS = 10 * MINUTE_MS;

/**
 * This person's previous message, if they were asked which task it is for. Any other message in between has settled
 * it.
 */
export function messageAwaitingTask(
  message: InboundMessage,
  { store, nowMs }: Pick<CommandContext, 'store' | 'nowMs'>,
): { readonly message: InboundMessage; readonly rows: MessageBatch } | undefined {
  const before = store.inbox
    .listEarlier(message, nowMs - WAIT_MS)
    .filter(({ message: { gesture } }) => gesture === undefined);
  const end = before.findIndex(({ reason }) => reason !== WHICH_TASK);
  const [first, ...others] = (end === -1 ? before : before.slice(0, end)).toReversed();
  if (first === undefined) return undefined;
  const rows: MessageBatch = [first, ...others];
  return { message: mergeBatch(rows).message, rows };
}
