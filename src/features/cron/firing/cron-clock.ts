import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunClaim } from '../../../contracts/machines.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../../core/clock.ts';
import { messageOf } from '../../../core/failure.ts';
import type { Log } from '../../../core/log.ts';
import { createWaker, unlessAborted, type Waker } from '../../../core/waiting.ts';
import type { EveryMinute } from '../../../gateway/maintenance/maintenance.ts';
import type { CronId } from '../cron.ts';
import { type CronDueTime, type CronStart, isOnTime, planLate, planOnTime } from './due-runs.ts';

/** Longest wait: clocks are set, machines sleep, other programs add rows. */
const MAX_NAP_MS = MINUTE_MS;
/** A run that could not be started, as on a full disk, is tried again after this. */
const RETRY_MS = 5 * SECOND_MS;
/** A larger difference between the clock and the elapsed time means that the clock was set. */
const DRIFT_MS = 30 * SECOND_MS;
/** How many are decided on, and started, without a pause: everything else gets its turn in between. */
const SLICE = 100;
const STARTS_A_TURN = 20;

export interface CronClockParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMinute: EveryMinute;
  random(): number;
  /** Crons that are due, by time. */
  listDue(nowMs: number): readonly CronDueTime[];
  /** When the first one after then is due. */
  nextDueMs(afterMs: number): number | undefined;
  /** Returns which of these late crons are to run; for the others, stores that they are skipped. */
  chooseRuns(late: readonly CronDueTime[], nowMs: number): readonly CronDueTime[];
  /** Whether this machine starts it; missing: it always does. */
  readonly claim?: ((start: CronStart) => Promise<RunClaim>) | undefined;
  /** Skips runs that another machine has started. */
  passOver(start: CronStart, throughMs: number): void;
  /** Starts a run in one commit. A cron that has changed meanwhile is left alone. */
  start(start: CronStart): void;
  /** Records how runs have ended. */
  settle(): void;
  /** Brings next times forward: the clock was set back, so they may be too far away. */
  recompute(): Promise<void>;
}

/**
 * Starts crons when their time comes. Due crons are read from the rows; only the planned starts are in memory, so a
 * program that dies loses nothing.
 */
export class CronClock {
  readonly #parts: CronClockParts;
  readonly #waiting = new Map<CronId, CronStart>();
  /** Start time that was given to a late cron last; the next late one comes after it. */
  #lastPlaceMs = 0;
  readonly #waker: Waker;

  constructor(parts: CronClockParts) {
    this.#parts = parts;
    this.#waker = createWaker(parts.clock);
  }

  /** Looks again at once: something was added or changed. */
  wake(): void {
    this.#waker.wake();
  }

  /** Runs until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, everyMinute } = this.#parts;
    signal.addEventListener('abort', () => this.wake(), { once: true });
    let stopTicks: (() => Promise<void>) | undefined;
    while (!signal.aborted) {
      const [nowMs, upMs] = [clock.nowMs(), clock.upMs()];
      await this.#attempt(() => this.#look(signal));
      if (!signal.aborted) await this.#waker.wait(this.#napMs());
      if (signal.aborted) break;
      // After the first look: it loads node-cron, and the start would wait for that.
      await this.#attempt(async () => {
        stopTicks ??= await everyMinute(() => this.wake());
      });
      await this.#noticeJump(clock.nowMs() - nowMs - (clock.upMs() - upMs));
    }
    await stopTicks?.();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock, listDue, settle, random } = this.#parts;
    settle();
    const nowMs = clock.nowMs();
    const fresh = listDue(nowMs).filter(({ id, nextAtMs }) => this.#waiting.get(id)?.nextAtMs !== nextAtMs);
    const onTime = fresh.filter((one) => isOnTime(one, nowMs));
    const late = fresh.filter((one) => !isOnTime(one, nowMs));
    this.#wait(planOnTime(onTime, { nowMs, random }));
    await this.#startDue(signal);
    for (let from = 0; from < late.length && !signal.aborted; from += SLICE) {
      const wanted = this.#chooseRuns(late.slice(from, from + SLICE), nowMs);
      const fromMs = Math.max(clock.nowMs(), this.#lastPlaceMs);
      const starts = planLate({ wanted, fromMs, of: late.length }, { nowMs, random });
      this.#lastPlaceMs = starts.at(-1)?.atMs ?? this.#lastPlaceMs;
      this.#wait(starts);
      await nextTurn();
      await this.#startDue(signal);
    }
  }

  #wait(starts: readonly CronStart[]): void {
    for (const start of starts) this.#waiting.set(start.id, start);
  }

  async #startDue(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const nowMs = clock.nowMs();
    const ready = [...this.#waiting.values()].filter(({ atMs }) => atMs <= nowMs);
    for (const [place, start] of ready.entries()) {
      if (signal.aborted) return;
      await this.#start(start, signal);
      if (place % STARTS_A_TURN === STARTS_A_TURN - 1) await nextTurn();
    }
  }

  #chooseRuns(late: readonly CronDueTime[], nowMs: number): readonly CronDueTime[] {
    // If that fails, as on a full disk, each cron is decided on when it starts.
    return this.#tried(() => this.#parts.chooseRuns(late, nowMs)) ?? late;
  }

  /**
   * While no machine is known to own the run, it waits: twice would be worse than late. Its delay then decides about
   * it, as if the program had not run.
   */
  async #start(start: CronStart, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    try {
      const claim = await this.#claimed(start, signal);
      if (claim === undefined) return;
      if (claim.kind === 'later') {
        const atMs = clock.nowMs() + RETRY_MS;
        this.#waiting.set(start.id, { ...start, atMs, foundAtMs: atMs });
        return;
      }
      if (claim.kind === 'elsewhere') this.#parts.passOver(start, claim.throughMs);
      else this.#parts.start(start);
      this.#waiting.delete(start.id);
    } catch (error) {
      this.#logFailure(start.id, error);
      this.#waiting.set(start.id, { ...start, atMs: clock.nowMs() + RETRY_MS });
    }
  }

  /** Undefined when the program ends. */
  async #claimed(start: CronStart, signal: AbortSignal): Promise<RunClaim | undefined> {
    const { claim } = this.#parts;
    return claim === undefined ? { kind: 'ours' } : await unlessAborted(claim(start), signal);
  }

  #logFailure(id: CronId, error: unknown): void {
    this.#parts.log.error('cron.failed', { cron: id, error: messageOf(error) });
  }

  /** Time until the first planned start, or until the next cron is due. */
  #napMs(): number {
    const { clock, nextDueMs } = this.#parts;
    const nowMs = clock.nowMs();
    const places = [...this.#waiting.values()].map(({ atMs }) => atMs);
    const next = this.#tried(() => nextDueMs(nowMs));
    const first = Math.min(...places, next ?? Number.POSITIVE_INFINITY);
    return Math.min(MAX_NAP_MS, Math.max(0, first - nowMs));
  }

  async #noticeJump(driftMs: number): Promise<void> {
    if (Math.abs(driftMs) <= DRIFT_MS) return;
    this.#parts.log.warn('cron.clock.jumped', { seconds: Math.round(driftMs / 1000) });
    if (driftMs > 0) return;
    // Starts were planned by the old time.
    this.#waiting.clear();
    this.#lastPlaceMs = 0;
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
