import { setMaxListeners } from 'node:events';
import type { Clock } from '../../src/core/clock.ts';

/** Time that only moves when a test says so. */
export class FakeClock implements Clock {
  #nowMs: number;
  #upMs = 0;
  #sleepers: { readonly untilUpMs: number; readonly wake: () => void }[] = [];

  constructor(nowMs = Date.UTC(2026, 10, 20, 12)) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  upMs(): number {
    return this.#upMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      this.#sleepers.push({ untilUpMs: this.#upMs + ms, wake: resolve });
      if (signal !== undefined) setMaxListeners(0, signal);
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Nobody who sleeps wakes up again: their program was killed. */
  kill(): void {
    this.#sleepers = [];
  }

  /** Somebody sets the clock: no time passes. */
  jump(ms: number): void {
    this.#nowMs += ms;
  }

  /** Moves on, wakes who is due, and lets them work. */
  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    this.#upMs += ms;
    const due = this.#sleepers.filter((sleeper) => sleeper.untilUpMs <= this.#upMs);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.untilUpMs > this.#upMs);
    for (const sleeper of due) sleeper.wake();
    await settled();
  }
}

/** Resolves when everything that needs no time has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
