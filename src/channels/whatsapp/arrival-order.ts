import type { JournalKey, JournalStanza } from '../../contracts/whatsapp-store.ts';
import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { withTimeLimit } from '../../core/waiting.ts';

/** After this long without any readable message, readable ones no longer wait for unreadable ones. */
const STALLED_AFTER_MS = 10_000;
/** The same while other chats make progress. */
const MAX_WAIT_MS = MINUTE_MS;

/** A phone that is asked for a message again has sent it by then, or will not soon. */
const SENT_AGAIN_WITHIN_MS = 5000;

interface QueuedMessage {
  readonly chat: string;
  readonly name: string;
  /** Parts of the latest copy that are not decrypted: a repeated message is encrypted afresh. */
  unread: Set<string>;
  release: (() => void) | undefined;
}

/** Identifies a message within an account. */
export function messageKeyOf({ chat, participant, id }: JournalKey): string {
  return `${chat} ${participant} ${id}`;
}

/**
 * Hands messages on in the order in which they arrived, chat by chat. The client reads messages that waited on the
 * server and new ones in parallel, so new ones overtake. A lost connection does not change the order: unread messages
 * are delivered again, and later ones wait for them. Time counts only while there is a link, because without one
 * nothing can be delivered.
 */
export class ArrivalOrder {
  readonly #clock: Clock;
  readonly #chats = new Map<string, QueuedMessage[]>();
  readonly #watched = new Set<string>();
  /** Messages that the client has not processed yet. */
  readonly #pending = new Set<string>();
  /** Places by each part that is not decrypted. */
  readonly #unread = new Map<string, QueuedMessage>();
  readonly #drained: (() => void)[] = [];
  /** Aborts when the link is lost; undefined while there is none. */
  #link: AbortController | undefined;
  readonly #linkAwaited: (() => void)[] = [];
  /**
   * Counts messages that have become readable, or never will; of all chats, because the client reads them one by one.
   */
  #progress = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteArrival(stanza: JournalStanza): void {
    if (stanza.hashes.length === 0) return;
    this.#pending.add(messageKeyOf(stanza));
    const place = this.#placeOf(stanza);
    if (place === undefined) this.#append(stanza);
    else this.#expect(place, stanza.hashes);
  }

  /**
   * Forgets what came over earlier connections, except for these messages, oldest first: they will be delivered
   * again, or are in the journal in readable form.
   */
  awaitOnly(left: readonly JournalStanza[]): void {
    const names = new Set(left.map(messageKeyOf));
    for (const chat of [...this.#chats.keys()]) {
      this.#remove(chat, ({ name, release }) => release === undefined && !names.has(name));
    }
    for (const stanza of left)
      if (stanza.hashes.length > 0 && this.#placeOf(stanza) === undefined) this.#append(stanza);
  }

  /** Calls `release` once everything that came before it in its chat was handed on. */
  ready(message: JournalKey, release: () => void): void {
    this.#progress += 1;
    this.#pending.delete(messageKeyOf(message));
    const place = this.#placeOf(message);
    if (place === undefined) {
      release();
      return;
    }
    place.release = release;
    this.#advance(message.chat);
    if (this.#chats.has(message.chat)) void this.#watch(message.chat);
  }

  /** The message will not be handed on: it contains nothing for the program. */
  noteLeftOut(message: JournalKey): void {
    const name = messageKeyOf(message);
    this.#pending.delete(name);
    this.#remove(message.chat, (place) => place.name === name);
  }

  /**
   * A copy of a message that is being handed on: what came behind the copy must not wait for it. The message itself may
   * still wait for its turn, and keeps it.
   */
  noteRepeat(message: JournalKey): void {
    const name = messageKeyOf(message);
    this.#pending.delete(name);
    this.#remove(message.chat, (place) => place.name === name && place.release === undefined);
  }

  /**
   * This part could not be decrypted. The phone is asked for the message again, under the same id, and usually
   * answers at once: later messages of the chat wait for that, but not for long.
   */
  noteFailed(hash: string): void {
    const place = this.#unread.get(hash);
    if (place === undefined) return;
    this.#pending.delete(place.name);
    void this.#giveUpLater(place);
  }

  /**
   * This part is decrypted and in the journal: its message will be handed on, by the client or at the latest by the
   * next sweep of the journal. The client may hold it back for a while.
   */
  noteDecrypted(hash: string): void {
    this.#unread.get(hash)?.unread.delete(hash);
    this.#unread.delete(hash);
  }

  /** From now on unread messages can be delivered again: the time limits begin. */
  noteLink(): void {
    this.#link ??= new AbortController();
    for (const resolve of this.#linkAwaited.splice(0)) resolve();
  }

  /** The connection is closed, and with it the client's unread messages are lost. They will be delivered again. */
  noteLinkLost(): void {
    this.#pending.clear();
    this.#link?.abort();
    this.#link = undefined;
  }

  /** True while the client has yet to process it: in a burst that may be minutes after it has arrived. */
  isPending(message: JournalKey): boolean {
    return this.#pending.has(messageKeyOf(message));
  }

  /** Resolves when nothing that has arrived is still being processed, or after `limitMs`. */
  async whenDrained(limitMs: number): Promise<void> {
    if (this.#chats.size === 0) return;
    const empty = new Promise<void>((resolve) => this.#drained.push(resolve));
    await withTimeLimit(empty, limitMs, this.#clock);
  }

  #placeOf(message: JournalKey): QueuedMessage | undefined {
    const name = messageKeyOf(message);
    return this.#chats.get(message.chat)?.find((place) => place.name === name);
  }

  #append(stanza: JournalStanza): void {
    const { chat } = stanza;
    const place: QueuedMessage = { chat, name: messageKeyOf(stanza), unread: new Set(), release: undefined };
    this.#expect(place, stanza.hashes);
    const places = this.#chats.get(chat) ?? [];
    places.push(place);
    this.#chats.set(chat, places);
  }

  #expect(place: QueuedMessage, hashes: readonly string[]): void {
    this.#forget(place);
    place.unread = new Set(hashes);
    for (const hash of hashes) this.#unread.set(hash, place);
  }

  #forget({ unread }: QueuedMessage): void {
    for (const hash of unread) this.#unread.delete(hash);
  }

  #remove(chat: string, isGone: (place: QueuedMessage) => boolean): void {
    this.#progress += 1;
    const places = this.#chats.get(chat);
    if (places === undefined) return;
    for (const place of places.filter(isGone)) this.#forget(place);
    this.#chats.set(
      chat,
      places.filter((place) => !isGone(place)),
    );
    this.#advance(chat);
  }

  #advance(chat: string): void {
    const places = this.#chats.get(chat) ?? [];
    for (let [first] = places; first?.release !== undefined; [first] = places) {
      places.shift();
      this.#forget(first);
      first.release();
    }
    if (places.length === 0) this.#chats.delete(chat);
    if (this.#chats.size === 0) for (const resolve of this.#drained.splice(0)) resolve();
  }

  async #giveUpLater(place: QueuedMessage): Promise<void> {
    await this.#linkedFor(SENT_AGAIN_WITHIN_MS);
    // A newer copy of a pending message has come, and the client has not read it yet.
    if (isUnread(place) && !this.#pending.has(place.name)) this.#remove(place.chat, (one) => one === place);
  }

  async #watch(chat: string): Promise<void> {
    if (this.#watched.has(chat)) return;
    this.#watched.add(chat);
    for (let waitedMs = STALLED_AFTER_MS; this.#readyOf(chat) > 0; waitedMs += STALLED_AFTER_MS) {
      const before = this.#progress;
      await this.#linkedFor(STALLED_AFTER_MS);
      if (this.#progress === before || waitedMs >= MAX_WAIT_MS) this.#giveUpFirst(chat);
    }
    this.#watched.delete(chat);
  }

  /** Resolves when there was an unbroken link for so long. */
  async #linkedFor(ms: number): Promise<void> {
    for (;;) {
      if (this.#link === undefined) await new Promise<void>((resolve) => this.#linkAwaited.push(resolve));
      const link = this.#link;
      if (link === undefined) continue;
      await this.#clock.sleep(ms, link.signal);
      if (!link.signal.aborted) return;
    }
  }

  /** Stops waiting for unreadable messages at the head of a chat. */
  #giveUpFirst(chat: string): void {
    const places = this.#chats.get(chat) ?? [];
    const first = places.findIndex((place) => !isUnread(place));
    const given = new Set(places.slice(0, Math.max(0, first)));
    this.#remove(chat, (place) => given.has(place));
  }

  #readyOf(chat: string): number {
    return (this.#chats.get(chat) ?? []).filter((place) => place.release !== undefined).length;
  }
}

function isUnread({ unread, release }: QueuedMessage): boolean {
  return unread.size > 0 && release === undefined;
}
