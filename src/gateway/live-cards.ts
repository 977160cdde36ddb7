import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/failure.ts';
import { type ConversationId, newMessageId, type SessionId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { shorten } from '../base/text.ts';
import type { Channel, OutboundBody } from '../contracts/channel.ts';
import { addressOf } from './address.ts';

interface Card {
  readonly id: string;
  readonly conversation: ConversationId;
  wanted: string;
  shown: string | undefined;
  shownAtMs: number;
  updating: boolean;
  closed: boolean;
}

export interface LiveCardsParts {
  readonly channels: ReadonlyMap<string, Channel>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * One message per run, edited in place. It lives in memory only: nothing depends on it, an edit that is lost is
 * replaced by the next, and a run that goes on (after a question, after a restart) begins a new card further down.
 */
export class LiveCards {
  readonly #parts: LiveCardsParts;
  readonly #cards = new Map<SessionId, Card>();
  readonly #stopping = new AbortController();

  constructor(parts: LiveCardsParts) {
    this.#parts = parts;
  }

  /** The newest text wins; edits keep the channel's interval. */
  show(session: SessionId, conversation: ConversationId, text: string): void {
    let card = this.#cards.get(session);
    if (card === undefined) {
      card = {
        id: newMessageId(),
        conversation,
        wanted: text,
        shown: undefined,
        shownAtMs: 0,
        updating: false,
        closed: false,
      };
      this.#cards.set(session, card);
    }
    card.wanted = text;
    if (!card.updating) void this.#update(card);
  }

  /** What was last wanted is still shown, unless the card never appeared. */
  close(session: SessionId): void {
    const card = this.#cards.get(session);
    if (card === undefined) return;
    card.closed = true;
    this.#cards.delete(session);
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #update(card: Card): Promise<void> {
    const channel = this.#parts.channels.get(addressOf(card.conversation).channel);
    if (channel === undefined) return;
    card.updating = true;
    while (card.wanted !== card.shown && !this.#stopping.signal.aborted) {
      await this.#waitForTurn(card, channel.capabilities.editIntervalMs);
      if (card.closed && card.shown === undefined) break;
      await this.#send(card, channel);
    }
    card.updating = false;
  }

  async #waitForTurn(card: Card, intervalMs: number): Promise<void> {
    const { clock } = this.#parts;
    const waitMs = card.shown === undefined ? 0 : card.shownAtMs + intervalMs - clock.nowMs();
    if (waitMs > 0) await clock.sleep(waitMs, this.#stopping.signal);
  }

  async #send(card: Card, channel: Channel): Promise<void> {
    const { clock, log } = this.#parts;
    const { chat } = addressOf(card.conversation);
    const text = shorten(card.wanted, channel.capabilities.maxLength);
    const body: OutboundBody =
      card.shown === undefined ? { kind: 'text', text } : { kind: 'edit', target: card.id, text };
    const id = card.shown === undefined ? card.id : newMessageId();
    card.shown = card.wanted;
    card.shownAtMs = clock.nowMs();
    try {
      await channel.send({ id, chat, body, mayRepeat: false });
    } catch (error) {
      log.warn('gateway.card.failed', { conversation: card.conversation, error: messageOf(error) });
    }
  }
}
