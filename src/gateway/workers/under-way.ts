interface Work {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Work that rows ask for and that takes long: done beside everything else, each at most once at a time. */
export class UnderWay<Key> {
  readonly #works = new Map<Key, Work>();

  has(key: Key): boolean {
    return this.#works.has(key);
  }

  /** @param work must not reject: whoever does it says what went wrong */
  begin(key: Key, work: (signal: AbortSignal) => Promise<void>): void {
    const abort = new AbortController();
    const done = work(abort.signal).finally(() => {
      if (this.#works.get(key)?.abort === abort) this.leave(key);
    });
    this.#works.set(key, { abort, done });
  }

  /** For work that is about to store what it found: from then on it may be wanted anew. */
  leave(key: Key): void {
    this.#works.delete(key);
  }

  drop(key: Key): void {
    this.#works.get(key)?.abort.abort();
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#works.size > 0) await Promise.all([...this.#works.values()].map(({ done }) => done));
  }

  /** Ends all of it where it is. */
  async stop(): Promise<void> {
    for (const { abort } of this.#works.values()) abort.abort();
    await this.idle();
  }
}
