import type { Clock } from '../../core/clock.ts';

/** The phone removes the sign by itself after about 25 s. */
const RENEW_MS = 10_000;

export interface TypingParts {
  readonly clock: Clock;
  /** Best effort, never throws. */
  show(chat: string, on: boolean): void;
}

/** Renews the typing sign in each chat until it is switched off. */
export class TypingIndicators {
  readonly #parts: TypingParts;
  readonly #shown = new Map<string, AbortController>();

  constructor(parts: TypingParts) {
    this.#parts = parts;
  }

  set(chat: string, on: boolean): void {
    this.#shown.get(chat)?.abort();
    this.#shown.delete(chat);
    this.#parts.show(chat, on);
    if (!on) return;
    const ended = new AbortController();
    this.#shown.set(chat, ended);
    void this.#renew(chat, ended.signal);
  }

  stop(): void {
    for (const ended of this.#shown.values()) ended.abort();
    this.#shown.clear();
  }

  async #renew(chat: string, ended: AbortSignal): Promise<void> {
    for (;;) {
      await this.#parts.clock.sleep(RENEW_MS, ended);
      if (ended.aborted) return;
      this.#parts.show(chat, true);
    }
  }
}
