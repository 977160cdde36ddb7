import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/failure.ts';
import { type ConversationId, newMessageId, type SessionId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { shorten } from '../base/text.ts';
import type { Channel, OutboundBody } from '../contracts/channel.ts';
import { addressOf } from './address.ts';

/** An edit that is sent this long before the window closes may still arrive too late. */
export const EDIT_MARGIN_MS = 30_000;

interface Card {
  readonly id: string;
  readonly conversation: ConversationId;
  readonly openedAtMs: number;
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
 * One message per session, edited in place; a new one when the channel no longer lets the old one be edited. It lives
 * in memory only: nothing depends on it, an edit that is lost is replaced by the next, and after a restart a new card
 * begins further down.
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
    const card = this.#usable(session) ?? this.#open(session, conversation, text);
    card.closed = false;
    card.wanted = text;
    if (!card.updating) void this.#update(card);
  }

  /** What was last wanted is still shown, unless the card never appeared. */
  close(session: SessionId): void {
    const card = this.#cards.get(session);
    if (card === undefined) return;
    card.closed = true;
    const edit = this.#channelOf(card.conversation)?.capabilities.edit;
    if (edit !== 'any' || card.shown === undefined) this.#cards.delete(session);
  }

  /** The session will not go on by itself. */
  forget(session: SessionId): void {
    this.close(session);
    this.#cards.delete(session);
  }

  stop(): void {
    this.#stopping.abort();
  }

  #open(session: SessionId, conversation: ConversationId, text: string): Card {
    const card = {
      id: newMessageId(),
      conversation,
      openedAtMs: this.#parts.clock.nowMs(),
      wanted: text,
      shown: undefined,
      shownAtMs: 0,
      updating: false,
      closed: false,
    };
    this.#cards.set(session, card);
    return card;
  }

  #usable(session: SessionId): Card | undefined {
    const card = this.#cards.get(session);
    if (card === undefined) return undefined;
    const windowMs = this.#channelOf(card.conversation)?.capabilities.editWindowMs ?? 0;
    const ageMs = this.#parts.clock.nowMs() - card.openedAtMs;
    return ageMs < windowMs - EDIT_MARGIN_MS ? card : undefined;
  }

  #channelOf(conversation: ConversationId): Channel | undefined {
    return this.#parts.channels.get(addressOf(conversation).channel);
  }

  async #update(card: Card): Promise<void> {
    const channel = this.#channelOf(card.conversation);
    if (channel === undefined) return;
    card.updating = true;
    while (card.wanted !== card.shown && !this.#stopping.signal.aborted) {
      await this.#waitForTurn(card, channel.capabilities.editIntervalMs);
      if (card.closed && card.shown === undefined) break;
      if (!(await this.#send(card, channel))) break;
    }
    card.updating = false;
  }

  async #waitForTurn(card: Card, intervalMs: number): Promise<void> {
    const { clock } = this.#parts;
    const waitMs = card.shown === undefined ? 0 : card.shownAtMs + intervalMs - clock.nowMs();
    if (waitMs > 0) await clock.sleep(waitMs, this.#stopping.signal);
  }

  /** False when the card itself did not get through: there is nothing to edit, the next text opens it again. */
  async #send(card: Card, channel: Channel): Promise<boolean> {
    const { clock, log } = this.#parts;
    const { chat } = addressOf(card.conversation);
    const text = shorten(card.wanted, channel.capabilities.maxLength);
    const body: OutboundBody =
      card.shown === undefined ? { kind: 'text', text } : { kind: 'edit', target: card.id, text };
    const isFirst = card.shown === undefined;
    card.shown = card.wanted;
    card.shownAtMs = clock.nowMs();
    try {
      await channel.send({ id: isFirst ? card.id : newMessageId(), chat, body, mayRepeat: false });
    } catch (error) {
      log.warn('gateway.card.failed', { conversation: card.conversation, error: messageOf(error) });
      if (isFirst) card.shown = undefined;
      return !isFirst;
    }
    return true;
  }
}
