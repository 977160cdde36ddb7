import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { CronId } from '../contracts/crons.ts';
import { type Due, isOnTime, planStarts, type Start } from './plan-starts.ts';

/** Nothing is waited for longer: clocks are set, machines sleep, other programs add rows. */
const LONGEST_NAP_MS = 60_000;
/** What could not be started, as on a full disk, is tried again after this. */
const RETRY_MS = 5000;
/** The clock was set when it is so much ahead of, or behind, the time that passed. */
const DRIFT_MS = 30_000;
/** Looked at without a pause: everything else gets its turn in between. */
const SLICE = 20;

/** Calls `work` at every full minute until the returned function is called. */
export type EveryMinute = (work: () => void) => Promise<() => Promise<void>>;

export interface CronClockParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMinute: EveryMinute;
  random(): number;
  /** By time. */
  due(nowMs: number): readonly Due[];
  /** When the first one after then is due. */
  nextDueMs(afterMs: number): number | undefined;
  /** Whether one that is late is to run at all; when not, that is stored. */
  isWanted(due: Due, nowMs: number): boolean;
  /** One commit. A cron that is no longer as it was is left alone. */
  start(start: Start): void;
  /** Looks at how runs have ended. */
  settle(): void;
  /** The clock was set back: next times may be too far away. */
  recompute(): Promise<void>;
}

/**
 * Starts crons when their time comes. What is due is read from the rows; in memory there is only when those that wait
 * for their place get it, so a program that dies loses nothing.
 */
export class CronClock {
  readonly #parts: CronClockParts;
  readonly #waiting = new Map<CronId, Start>();
  #nap = new AbortController();

  constructor(parts: CronClockParts) {
    this.#parts = parts;
  }

  /** Looks again at once: something was added or changed. */
  wake(): void {
    this.#nap.abort();
  }

  /** Runs until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, everyMinute } = this.#parts;
    signal.addEventListener('abort', () => this.wake(), { once: true });
    let stopTicks: (() => Promise<void>) | undefined;
    while (!signal.aborted) {
      const [nowMs, upMs] = [clock.nowMs(), clock.upMs()];
      this.#nap = new AbortController();
      await this.#attempt(() => this.#look(signal));
      if (!signal.aborted) await clock.sleep(this.#napMs(), this.#nap.signal);
      if (signal.aborted) break;
      // Not at the start: whoever starts waits for whatever is loaded.
      await this.#attempt(async () => {
        stopTicks ??= await everyMinute(() => this.wake());
      });
      await this.#noticeJump(clock.nowMs() - nowMs - (clock.upMs() - upMs));
    }
    await stopTicks?.();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock, due, settle, random } = this.#parts;
    settle();
    const nowMs = clock.nowMs();
    const fresh = due(nowMs).filter(({ id, nextAtMs }) => this.#waiting.get(id)?.nextAtMs !== nextAtMs);
    const wanted: Due[] = [];
    for (const [place, one] of fresh.entries()) {
      if (isOnTime(one, nowMs) || this.#isWanted(one, nowMs)) wanted.push(one);
      if (place % SLICE === SLICE - 1) await nextTurn();
      if (signal.aborted) return;
    }
    for (const start of planStarts(wanted, { nowMs, random })) this.#waiting.set(start.id, start);
    await this.#startDue(signal);
  }

  async #startDue(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const nowMs = clock.nowMs();
    const ready = [...this.#waiting.values()].filter(({ atMs }) => atMs <= nowMs);
    for (const [place, start] of ready.entries()) {
      if (signal.aborted) return;
      this.#start(start);
      if (place % SLICE === SLICE - 1) await nextTurn();
    }
  }

  #isWanted(due: Due, nowMs: number): boolean {
    try {
      return this.#parts.isWanted(due, nowMs);
    } catch (error) {
      this.#tellFailed(due.id, error);
      // Its turn comes all the same, with a place of its own.
      return true;
    }
  }

  #start(start: Start): void {
    const { clock } = this.#parts;
    try {
      this.#parts.start(start);
      this.#waiting.delete(start.id);
    } catch (error) {
      this.#tellFailed(start.id, error);
      this.#waiting.set(start.id, { ...start, atMs: clock.nowMs() + RETRY_MS });
    }
  }

  #tellFailed(id: CronId, error: unknown): void {
    this.#parts.log.error('cron.failed', { cron: id, error: messageOf(error) });
  }

  /** Until the first place or the next time. */
  #napMs(): number {
    const { clock, nextDueMs } = this.#parts;
    const nowMs = clock.nowMs();
    const places = [...this.#waiting.values()].map(({ atMs }) => atMs);
    const next = this.#tried(() => nextDueMs(nowMs));
    const first = Math.min(...places, next ?? Number.POSITIVE_INFINITY);
    return Math.min(LONGEST_NAP_MS, Math.max(0, first - nowMs));
  }

  async #noticeJump(driftMs: number): Promise<void> {
    if (Math.abs(driftMs) <= DRIFT_MS) return;
    this.#parts.log.warn('cron.clock.jumped', { seconds: Math.round(driftMs / 1000) });
    if (driftMs > 0) return;
    // Places were given by the old time.
    this.#waiting.clear();
    await this.#attempt(() => this.#parts.recompute());
  }

  #tried<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.#parts.log.error('cron.failed', { error: messageOf(error) });
      return undefined;
    }
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#parts.log.error('cron.failed', { error: messageOf(error) });
    }
  }
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
