import { expect, test, vi } from 'vitest';
import type { LogFields } from '../../../src/core/log.ts';
import { silentLog } from '../../../src/core/log.ts';
import { removeOldCrons } from '../../../src/features/cron/cron-feature.ts';
import { tidyWorktrees } from '../../../src/features/worktrees/worktrees-feature.ts';
import { maintenanceTimer, runMaintenance } from '../../../src/gateway/maintenance/maintenance.ts';
import { sweepOldData } from '../../../src/gateway/maintenance/retention.ts';
import { addCron } from '../../features/cron/firing/scene.ts';
import { inboxEntry, outboxEntry } from '../../store/records.ts';
import { freshStore } from '../../store/store-file.ts';
import { cronsIn } from '../../support/crons.ts';
import { FakeClock, settled } from '../../support/fake-clock.ts';

test('maintenance looks every 15 s, takes over every minute, sweeps when told, and survives a step that fails', async () => {
  const clock = new FakeClock();
  const events: [string, LogFields | undefined][] = [];
  const note = (event: string, fields?: LogFields) => void events.push([event, fields]);
  const stopping = new AbortController();
  const done = { ticks: 0, ends: 0, takeOvers: 0, sweeps: 0, loaded: 0, stopped: 0 };
  let sweepNow: () => Promise<void> = async () => undefined;
  const running = runMaintenance(
    {
      clock,
      log: { info: note, warn: note, error: note },
      async everyFiveMinutes(work) {
        done.loaded += 1;
        sweepNow = work;
        return async () => {
          done.stopped += 1;
        };
      },
      tick() {
        done.ticks += 1;
        if (done.ticks === 2) throw new Error('the disk is full');
      },
      recordEnds: async () => {
        done.ends += 1;
      },
      takeOver: async () => {
        done.takeOvers += 1;
      },
      sweep: async () => {
        done.sweeps += 1;
        if (done.sweeps === 1) throw new Error('no room');
      },
    },
    stopping.signal,
  );
  await settled();
  const atStart = { ...done };
  for (let n = 0; n < 20; n += 1) await clock.advance(15_000);
  await sweepNow();
  await sweepNow();
  stopping.abort();
  await settled();
  await running;
  expect({ atStart, done, events }).toEqual({
    atStart: { ticks: 1, ends: 1, takeOvers: 0, sweeps: 0, loaded: 0, stopped: 0 },
    done: { ticks: 21, ends: 22, takeOvers: 5, sweeps: 2, loaded: 1, stopped: 1 },
    events: [
      ['gateway.maintenance.failed', { error: 'the disk is full' }],
      ['gateway.maintenance.failed', { error: 'no room' }],
    ],
  });
});

test('the maintenance timer calls at every full five minutes, not while a call lasts, until it is stopped', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12, 1) });
  try {
    const calls: string[] = [];
    let release = (): void => undefined;
    const stop = await maintenanceTimer.everyFiveMinutes(() => {
      calls.push(new Date().toISOString().slice(11, 16));
      return calls.length === 2
        ? new Promise((resolve) => {
            release = resolve;
          })
        : Promise.resolve();
    });
    await vi.advanceTimersByTimeAsync(16 * 60_000);
    release();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    await stop();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(calls).toEqual(['12:05', '12:10', '12:20']);
  } finally {
    vi.useRealTimers();
  }
});

test('a sweep logs what it ended for its age and empties messages after 30 days, however many', async () => {
  const store = freshStore();
  const clock = new FakeClock();
  const days = (count: number): number => clock.nowMs() - count * 24 * 60 * 60_000;
  for (let n = 1; n <= 450; n += 1) {
    store.inbox.accept({ ...inboxEntry(`m${n}`), atMs: days(31) });
    store.inbox.finish(n, 'done', undefined);
  }
  store.outbox.add(outboxEntry('young', { atMs: days(29) }));
  store.outbox.markSent(1, days(29));
  cronsIn(store).delete(addCron({ store }, { name: 'kd' }), days(1) - 1);
  cronsIn(store).delete(addCron({ store }, { name: 'xw' }), days(1));
  const events: [string, LogFields | undefined][] = [];
  const note = (event: string, fields?: LogFields) => void events.push([event, fields]);
  const collected = { killed: ['p-old'], removed: ['p-gone'] } as never;
  const log = { ...silentLog, info: note, warn: note, error: note };
  const sentFiles = { removeOld: async () => 2 };
  const before: number[] = [];
  const checkpoints = { removeOld: async (beforeMs: number) => void before.push(beforeMs) };
  let looked = 0;
  const worker = {
    takeUp() {
      looked += 1;
    },
  };
  const known: boolean[] = [];
  const removeStrayWorktrees = async (isKnown: (name: string) => boolean) => {
    known.push(isKnown('20261120-0000000f'), isKnown('not a session'));
    return 1;
  };
  const collectProcesses = async () => collected;
  const forEver = { sessionsMs: undefined, tracesMs: undefined, auditMs: undefined };
  const keep = { ...forEver, messagesMs: clock.nowMs() - days(30) };
  const features = [
    { name: 'broken', tidy: () => Promise.reject(new Error('no such table')) },
    { name: 'worktrees', tidy: () => tidyWorktrees({ store, worker, log, removeStrayWorktrees }) },
    { name: 'cron', tidy: () => removeOldCrons({ rows: cronsIn(store), clock, log }) },
  ];
  const hands = { sentFiles, checkpoints, collectProcesses };
  await sweepOldData({ store, clock, log, keep, removeTranscript: () => undefined, features, ...hands });
  expect({ looked, known }).toEqual({ looked: 1, known: [false, true] });
  expect(before).toEqual([days(30)]);
  expect(events).toEqual([
    ['agent.process.gc', { processes: ['p-old'] }],
    ['gateway.files.removed', { count: 2 }],
    ['gateway.messages.emptied', { count: 450 }],
    ['gateway.maintenance.failed', { feature: 'broken', error: 'no such table' }],
    ['worktrees.removed', { count: 1 }],
    ['cron.removed', { count: 1 }],
  ]);
});
