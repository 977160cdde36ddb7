import type { Clock } from '../../../src/core/clock.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Time as it is, except that whoever waits does so until the test says that time has passed. */
export class SteeredClock implements Clock {
  readonly #fake = new FakeClock(Date.now());
  #aheadMs = 0;

  nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  upMs(): number {
    return performance.now() + this.#aheadMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#fake.sleep(ms, signal);
  }

  async advance(ms: number): Promise<void> {
    this.#aheadMs += ms;
    await this.#fake.advance(ms);
  }
}
