import type { Feature, Worker } from '../contracts/feature.ts';
import { isFailure, sentenceIn } from '../core/failure.ts';
import { type Locale, texts } from '../core/texts/texts.ts';

interface Workers {
  /** Continues what an earlier program left. */
  recover(): void;
  /** Resolves when none of their work is under way. */
  idle(): Promise<void>;
  /** Leaves unfinished work to the next program. */
  stop(): Promise<void>;
}

/** The workers of all features, as one. */
export function openWorkers(features: readonly Pick<Feature, 'workers'>[]): Workers {
  const all: readonly Worker[] = features.flatMap(({ workers = [] }) => workers);
  const idle = async () => {
    for (const worker of all) await worker.idle?.();
  };
  return {
    recover() {
      for (const worker of all) worker.recover?.();
    },
    idle,
    async stop() {
      await Promise.all(all.map((worker) => worker.stop?.()));
      await idle();
    },
  };
}

/** Long-running work for rows: each key at most once at a time, different keys in parallel. */
export class KeyedWork<Key> {
  readonly #works = new Map<Key, { readonly abort: AbortController; readonly done: Promise<void> }>();

  has(key: Key): boolean {
    return this.#works.has(key);
  }

  /** @param work must not reject: it reports its own errors */
  begin(key: Key, work: (signal: AbortSignal) => Promise<void>): void {
    const abort = new AbortController();
    const done = work(abort.signal).finally(() => {
      if (this.#works.get(key)?.abort === abort) this.leave(key);
    });
    this.#works.set(key, { abort, done });
  }

  /** Call it before storing a result: from then on the work may be requested again. */
  leave(key: Key): void {
    this.#works.delete(key);
  }

  drop(key: Key): void {
    this.#works.get(key)?.abort.abort();
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    while (this.#works.size > 0) await Promise.all([...this.#works.values()].map(({ done }) => done));
  }

  /** Aborts all work. */
  async stop(): Promise<void> {
    for (const { abort } of this.#works.values()) abort.abort();
    await this.idle();
  }
}

/**
 * Why a worker could not do what it was asked for, in words for a person. What was not expected is a bug: the log has
 * it.
 */
export function whyFailed(error: unknown, locale: Locale): string {
  return isFailure(error) ? sentenceIn(locale, error) : texts(locale).replies.internalFault;
}
