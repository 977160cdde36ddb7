import type { Channel, OutboundBody } from '../../contracts/channel.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import { type ConversationId, newMessageId, type SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { shorten } from '../../core/text.ts';
import { addressOf } from '../conversation.ts';

/** Edits stop this long before the channel's window closes: a later one may arrive after it. */
export const EDIT_MARGIN_MS = 30_000;

/** A card is checked again after this time, however long the channel wants it to wait. */
const MAX_HOLD_MS = 5000;

interface ProgressCard {
  readonly session: SessionId;
  readonly id: string;
  readonly conversation: ConversationId;
  readonly openedAtMs: number;
  wanted: string;
  shown: string | undefined;
  shownUpMs: number;
  updating: boolean;
  closed: boolean;
}

interface LiveCardsParts {
  readonly store: Pick<Store, 'cards'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves when the reports of earlier tasks in this chat are sent, or cannot be sent now. */
  waitForReports(conversation: ConversationId): Promise<void>;
  /** True when no card may appear in this chat now, or the present one stays as it is. */
  holds(conversation: ConversationId, isNew: boolean): boolean;
}

/**
 * One message per session, edited in place, also after a restart; a new one when the channel no longer allows edits.
 * Only the card's place is stored: a lost edit is replaced by the next.
 */
export class LiveCards {
  readonly #parts: LiveCardsParts;
  readonly #cards = new Map<SessionId, ProgressCard>();
  readonly #stopping = new AbortController();

  constructor(parts: LiveCardsParts) {
    this.#parts = parts;
  }

  /** The newest text wins; edits keep the channel's minimum interval. */
  show(session: SessionId, conversation: ConversationId, text: string): void {
    const card =
      this.#usable(session) ?? this.#kept(session, conversation) ?? this.#open(session, conversation);
    card.closed = false;
    card.wanted = text;
    if (!card.updating) void this.#update(card);
  }

  /** The last text is still shown, unless the card never appeared. */
  close(session: SessionId): void {
    const card = this.#cards.get(session);
    if (card === undefined) return;
    card.closed = true;
    const edit = this.#channelOf(card.conversation)?.capabilities.edit;
    if (edit !== 'any' || card.shown === undefined) this.#cards.delete(session);
  }

  /** The session will not continue by itself. */
  forget(session: SessionId): void {
    this.close(session);
    this.#cards.delete(session);
    this.#parts.store.cards.remove(session);
  }

  stop(): void {
    this.#stopping.abort();
  }

  #open(session: SessionId, conversation: ConversationId): ProgressCard {
    const openedAtMs = this.#parts.clock.nowMs();
    return this.#keep({ session, id: newMessageId(), conversation, openedAtMs, shown: undefined });
  }

  /** The card of an earlier program. Its text is not known; the next text replaces it. */
  #kept(session: SessionId, conversation: ConversationId): ProgressCard | undefined {
    if (this.#cards.has(session) || this.#channelOf(conversation)?.capabilities.edit !== 'any')
      return undefined;
    const stored = this.#parts.store.cards.get(session);
    if (stored === undefined) return undefined;
    this.#keep({ session, conversation, ...stored, shown: '' });
    return this.#usable(session);
  }

  #keep(card: Pick<ProgressCard, 'session' | 'id' | 'conversation' | 'openedAtMs' | 'shown'>): ProgressCard {
    const kept = { ...card, wanted: '', shownUpMs: Number.NEGATIVE_INFINITY, updating: false, closed: false };
    this.#cards.set(card.session, kept);
    return kept;
  }

  #usable(session: SessionId): ProgressCard | undefined {
    const card = this.#cards.get(session);
    if (card === undefined) return undefined;
    const windowMs = this.#channelOf(card.conversation)?.capabilities.editWindowMs ?? 0;
    const ageMs = this.#parts.clock.nowMs() - card.openedAtMs;
    return ageMs < windowMs - EDIT_MARGIN_MS ? card : undefined;
  }

  #channelOf(conversation: ConversationId): Channel | undefined {
    return this.#parts.channels.get(addressOf(conversation).channel);
  }

  async #update(card: ProgressCard): Promise<void> {
    const channel = this.#channelOf(card.conversation);
    if (channel === undefined) return;
    card.updating = true;
    while (card.wanted !== card.shown && !this.#stopping.signal.aborted) {
      await this.#waitForTurn(card, channel);
      if (card.closed && card.shown === undefined) break;
      if (!(await this.#send(card, channel))) break;
    }
    card.updating = false;
  }

  async #waitForTurn(card: ProgressCard, channel: Channel): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stopping;
    const { editIntervalMs } = channel.capabilities;
    if (card.shown === undefined) await this.#awaitReports(card.conversation);
    const waitMs = card.shown === undefined ? 0 : card.shownUpMs + editIntervalMs - clock.upMs();
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    while (!signal.aborted) {
      const holdMs = this.#parts.holds(card.conversation, card.shown === undefined)
        ? MAX_HOLD_MS
        : (channel.holdMs?.(this.#messageOf(card, channel)) ?? 0);
      if (holdMs === 0) return;
      await clock.sleep(Math.min(holdMs, MAX_HOLD_MS), signal);
      // A text that was not shown in time is no longer needed.
      if (card.closed && card.shown === undefined) return;
    }
  }

  /** The report of the task before may still be on its way: a new card goes below it. */
  async #awaitReports(conversation: ConversationId): Promise<void> {
    const { log, waitForReports } = this.#parts;
    try {
      await waitForReports(conversation);
    } catch (error) {
      // Where the rows cannot be read the card is shown at once: only its place may be wrong.
      log.warn('gateway.card.not_ordered', { conversation, error: messageOf(error) });
    }
  }

  #messageOf(
    card: ProgressCard,
    { capabilities }: Channel,
  ): { readonly chat: string; readonly body: OutboundBody } {
    const { chat } = addressOf(card.conversation);
    const text = shorten(card.wanted, capabilities.maxLength);
    const isFirst = card.shown === undefined;
    return { chat, body: isFirst ? { kind: 'text', text } : { kind: 'edit', target: card.id, text } };
  }

  /** False when the card itself was not sent: there is nothing to edit, the next text creates it again. */
  async #send(card: ProgressCard, channel: Channel): Promise<boolean> {
    const { clock, log } = this.#parts;
    const { chat, body } = this.#messageOf(card, channel);
    const isFirst = card.shown === undefined;
    card.shown = card.wanted;
    card.shownUpMs = clock.upMs();
    try {
      await channel.send({ id: isFirst ? card.id : newMessageId(), chat, body, mayRepeat: false });
    } catch (error) {
      log.warn('gateway.card.failed', { conversation: card.conversation, error: messageOf(error) });
      if (isFirst) card.shown = undefined;
      return !isFirst;
    }
    if (isFirst && channel.capabilities.edit === 'any') this.#remember(card);
    return true;
  }

  /** On a full disk only a second card appears after a restart. */
  #remember({ session, id, openedAtMs }: ProgressCard): void {
    const { store, log } = this.#parts;
    try {
      store.cards.put(session, { id, openedAtMs });
    } catch (error) {
      log.warn('gateway.card.not_stored', { session_id: session, error: messageOf(error) });
    }
  }
}
