import type { Clock } from '../../base/clock.ts';
import type { JournalKey, JournalStanza } from '../../contracts/whatsapp-store.ts';

/** Nothing at all has become readable for this long: what is readable no longer waits for what is not. */
const STALLED_AFTER_MS = 10_000;
/** The same while other chats go on. */
const LONGEST_WAIT_MS = 60_000;

/** A phone that is asked for a message again has sent it by then, or will not soon. */
const SENT_AGAIN_WITHIN_MS = 5000;

interface Place {
  readonly name: string;
  readonly hashes: readonly string[];
  release: (() => void) | undefined;
}

/** What names a message within an account. */
export function nameOf({ chat, participant, id }: JournalKey): string {
  return `${chat} ${participant} ${id}`;
}

/**
 * Hands messages on in the order in which they came over the wire, chat by chat. The client reads what waited on the
 * server and what is written right now side by side, so the second overtakes the first.
 */
export class ArrivalOrder {
  readonly #clock: Clock;
  readonly #chats = new Map<string, Place[]>();
  readonly #watched = new Set<string>();
  /** What the client has not got round to, by the parts to be decrypted. */
  readonly #pending = new Map<string, readonly string[]>();
  readonly #drained: (() => void)[] = [];
  /** Messages that have become readable, or never will; of all chats, because the client reads them one by one. */
  #progress = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  arrived(stanza: JournalStanza): void {
    if (stanza.hashes.length > 0) this.#pending.set(nameOf(stanza), stanza.hashes);
    this.awaited(stanza);
  }

  /** It came over an earlier connection and was not read: it will be delivered again, if it can be. */
  awaited(stanza: JournalStanza): void {
    const name = nameOf(stanza);
    const places = this.#chats.get(stanza.chat) ?? [];
    if (stanza.hashes.length === 0 || places.some((place) => place.name === name)) return;
    places.push({ name, hashes: stanza.hashes, release: undefined });
    this.#chats.set(stanza.chat, places);
  }

  /** Calls `release` now, or once everything that came before it in its chat was handed on. */
  ready(message: JournalKey, release: () => void): void {
    this.#progress += 1;
    const name = nameOf(message);
    this.#pending.delete(name);
    const places = this.#chats.get(message.chat) ?? [];
    const place = places.find((one) => one.name === name);
    if (place === undefined) {
      release();
      return;
    }
    place.release = release;
    this.#advance(message.chat);
    if (this.#chats.has(message.chat)) void this.#watch(message.chat);
  }

  /** It will not be handed on: there is nothing in it for us. */
  left(message: JournalKey): void {
    const name = nameOf(message);
    this.#pending.delete(name);
    this.#remove(message.chat, (place) => place.name === name);
  }

  /**
   * This part could not be decrypted. The phone is asked for the message again, under the same id, and usually answers
   * at once: what came after it in its chat waits for that, but not for long.
   */
  failed(hash: string): void {
    for (const [name, hashes] of this.#pending) if (hashes.includes(hash)) this.#pending.delete(name);
    for (const [chat, places] of this.#chats) {
      for (const place of places) if (place.hashes.includes(hash)) void this.#giveUpLater(chat, place);
    }
  }

  /** The connection is gone: what is readable is handed on, the rest comes again or stands in the journal. */
  reset(): void {
    this.#pending.clear();
    for (const chat of [...this.#chats.keys()]) this.#remove(chat, (place) => place.release === undefined);
  }

  /** True while the client has yet to look at it: in a burst that may be minutes after it has arrived. */
  isPending(message: JournalKey): boolean {
    return this.#pending.has(nameOf(message));
  }

  /** Resolves when nothing that has arrived is still on its way, or after `limitMs`. */
  async drained(limitMs: number): Promise<void> {
    if (this.#chats.size === 0) return;
    const limit = new AbortController();
    const empty = new Promise<void>((resolve) => this.#drained.push(resolve));
    await Promise.race([empty, this.#clock.sleep(limitMs, limit.signal)]);
    limit.abort();
  }

  #remove(chat: string, isGone: (place: Place) => boolean): void {
    this.#progress += 1;
    const places = this.#chats.get(chat);
    if (places === undefined) return;
    this.#chats.set(
      chat,
      places.filter((place) => !isGone(place)),
    );
    this.#advance(chat);
  }

  #advance(chat: string): void {
    const places = this.#chats.get(chat) ?? [];
    while (places[0]?.release !== undefined) places.shift()?.release?.();
    if (places.length === 0) this.#chats.delete(chat);
    if (this.#chats.size === 0) for (const resolve of this.#drained.splice(0)) resolve();
  }

  async #giveUpLater(chat: string, place: Place): Promise<void> {
    await this.#clock.sleep(SENT_AGAIN_WITHIN_MS);
    if (place.release === undefined) this.#remove(chat, (one) => one === place);
  }

  async #watch(chat: string): Promise<void> {
    if (this.#watched.has(chat)) return;
    this.#watched.add(chat);
    const sinceMs = this.#clock.nowMs();
    while (this.#readyOf(chat) > 0) {
      const before = this.#progress;
      await this.#clock.sleep(STALLED_AFTER_MS);
      const waitedMs = this.#clock.nowMs() - sinceMs;
      if (this.#progress === before || waitedMs >= LONGEST_WAIT_MS) this.#giveUpFirst(chat);
    }
    this.#watched.delete(chat);
  }

  /** What is not readable at the head of a chat is no longer waited for. */
  #giveUpFirst(chat: string): void {
    const places = this.#chats.get(chat) ?? [];
    const first = places.findIndex((place) => place.release !== undefined);
    if (first > 0) places.splice(0, first);
    this.#advance(chat);
  }

  #readyOf(chat: string): number {
    return (this.#chats.get(chat) ?? []).filter((place) => place.release !== undefined).length;
  }
}
