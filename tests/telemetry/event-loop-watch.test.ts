import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createEventLoopWatch } from '../../src/telemetry/event-loop-watch.ts';
import { freshStore } from '../store/store-file.ts';
import { metricsOf } from '../support/metrics-of.ts';

/** Does nothing else for so long. */
function standStill(ms: number): void {
  const untilUpMs = systemClock.upMs() + ms;
  while (systemClock.upMs() < untilUpMs);
}

test('stops are counted with the longest of them, stored when it ends, and told among the figures', async () => {
  const store = freshStore();
  const { metrics } = store;
  const told: { late_ms: number; cpu_ms: number }[] = [];
  const log = {
    ...silentLog,
    info: (_event: string, fields: unknown) => void told.push(fields as (typeof told)[number]),
  };
  const watch = createEventLoopWatch({ metrics, clock: systemClock, log });
  const stops = () => metricsOf(store).over({ sinceMs: Date.now() - 3_600_000, untilMs: Date.now() }).stops;
  const before = stops();
  watch.begin();
  for (const ms of [120, 250]) {
    standStill(ms);
    await delay(30);
  }
  watch.end();
  const { count, longestMs } = stops();
  // A busy machine may add some of its own.
  expect([before, count >= 2, (longestMs ?? 0) >= 200]).toEqual([{ count: 0, longestMs: null }, true, true]);
  expect(told.some(({ late_ms, cpu_ms }) => late_ms >= 200 && cpu_ms > 0)).toBe(true);
});

test('two short turns behind each other are no stop, and to wait is none', async () => {
  const noted: unknown[] = [];
  const metrics = { noteStops: (stops: unknown) => void noted.push(stops) };
  const watch = createEventLoopWatch({ metrics, clock: systemClock, log: silentLog });
  watch.begin();
  await delay(200);
  for (let turn = 0; turn < 4; turn += 1) {
    standStill(25);
    await nextTurn();
  }
  watch.end();
  expect(noted).toEqual([]);
});

test('it wakes nobody: a loop that has nothing to do turns no more often than without it', async () => {
  let turns = 0;
  const countTurns = (): void => {
    turns += 1;
    counting = setImmediate(countTurns).unref();
  };
  let counting = setImmediate(countTurns).unref();
  const watch = createEventLoopWatch({ metrics: freshStore().metrics, clock: systemClock, log: silentLog });
  watch.begin();
  await delay(1000);
  watch.end();
  clearImmediate(counting);
  // The runner of the tests does a little meanwhile.
  expect(turns).toBeLessThan(50);
});

test('what ran without a stop stores nothing, and one that was never begun neither', () => {
  const noted: unknown[] = [];
  const metrics = { noteStops: (stops: unknown) => void noted.push(stops) };
  const watch = createEventLoopWatch({ metrics, clock: systemClock, log: silentLog });
  watch.end();
  watch.begin();
  watch.end();
  expect(noted).toEqual([]);
});

test('stops of one minute, also of two programs, are one row', () => {
  const store = freshStore();
  const { metrics } = store;
  const atMs = Date.UTC(2026, 10, 20, 12);
  metrics.noteStops({ count: 2, longestMs: 80, atMs });
  metrics.noteStops({ count: 1, longestMs: 60, atMs: atMs + 1000 });
  expect(metricsOf(store).over({ sinceMs: atMs - 1, untilMs: atMs + 1 }).stops).toEqual({
    count: 3,
    longestMs: 80,
  });
});
