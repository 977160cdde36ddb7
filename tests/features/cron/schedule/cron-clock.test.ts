import { afterEach, expect, test } from 'vitest';
import { Failure } from '../../../../src/core/failure.ts';
import { type LogFields, silentLog } from '../../../../src/core/log.ts';
import type { CronId } from '../../../../src/features/cron/cron.ts';
import { CronClock, type CronClockParts } from '../../../../src/features/cron/firing/cron-clock.ts';
import type { CronDueTime } from '../../../../src/features/cron/firing/due-runs.ts';
import { FakeClock, settled } from '../../../support/fake-clock.ts';

const stopping: AbortController[] = [];
afterEach(async () => {
  for (const one of stopping.splice(0)) one.abort();
  await settled();
});

interface Bench {
  readonly clock: FakeClock;
  readonly crons: CronClock;
  readonly rows: Map<CronId, number>;
  /** `<id>@<seconds from the beginning>`. */
  readonly started: string[];
  readonly events: string[];
  readonly looks: number[];
  stop(): Promise<void>;
}

async function bench(rows: readonly CronDueTime[], change: Partial<CronClockParts> = {}): Promise<Bench> {
  const clock = new FakeClock();
  const beginMs = clock.nowMs();
  const table = new Map(rows.map(({ id, nextAtMs }) => [id, nextAtMs]));
  const started: string[] = [];
  const events: string[] = [];
  const looks: number[] = [];
  const note = (event: string, fields?: LogFields) => void events.push(`${event} ${JSON.stringify(fields)}`);
  const seconds = () => (clock.nowMs() - beginMs) / 1000;
  const all = () => [...table].map(([id, nextAtMs]) => ({ id, nextAtMs }));
  const crons = new CronClock({
    clock,
    log: { ...silentLog, warn: note, error: note },
    everyMinute: async () => async () => void events.push('ticks stopped'),
    random: () => 0,
    listDue: (nowMs) => {
      looks.push(seconds());
      return all().filter(({ nextAtMs }) => nextAtMs <= nowMs);
    },
    nextDueMs: (afterMs) => {
      const later = all().filter(({ nextAtMs }) => nextAtMs > afterMs);
      return later.length === 0 ? undefined : Math.min(...later.map(({ nextAtMs }) => nextAtMs));
    },
    chooseRuns: (late) => late,
    passOver({ id }, throughMs) {
      events.push(`${id} passed over to ${(throughMs - beginMs) / 1000}`);
      table.delete(id);
    },
    start({ id }) {
      started.push(`${id}@${seconds()}`);
      table.delete(id);
    },
    settle: () => undefined,
    recompute: async () => void events.push('recomputed'),
    ...change,
  });
  const stop = new AbortController();
  stopping.push(stop);
  const running = crons.run(stop.signal);
  await settled();
  return {
    clock,
    crons,
    rows: table,
    started,
    events,
    looks,
    async stop() {
      stop.abort();
      await running;
    },
  };
}

const BEGIN_MS = new FakeClock().nowMs();
const due = (id: number, seconds: number): CronDueTime => ({
  id: id as CronId,
  nextAtMs: BEGIN_MS + seconds * 1000,
});

test('each is started to the second, and nothing is looked at in between', async () => {
  const { clock, started, looks } = await bench([due(1, 10), due(2, 25)]);
  for (let second = 0; second < 30; second += 1) await clock.advance(1000);
  expect({ started, looks }).toEqual({ started: ['1@10', '2@25'], looks: [0, 10, 25] });
});

test('a year without anything is slept through in minutes', async () => {
  const { clock, looks } = await bench([due(1, 365 * 86_400)]);
  for (let minute = 0; minute < 3; minute += 1) await clock.advance(60_000);
  expect(looks).toEqual([0, 60, 120, 180]);
});

test('what is added is found when somebody says so', async () => {
  const { clock, crons, rows, started } = await bench([]);
  rows.set(7 as CronId, BEGIN_MS + 5000);
  crons.wake();
  await settled();
  await clock.advance(5000);
  expect(started).toEqual(['7@5']);
});

test('many at one moment are spread over half a minute', async () => {
  let turn = 0;
  const random = () => {
    turn += 1;
    return (turn % 60) / 60;
  };
  const many = Array.from({ length: 60 }, (_, id) => due(id, 60));
  const { clock, started } = await bench(many, { random });
  for (let half = 0; half < 200; half += 1) await clock.advance(500);
  const seconds = started.map((one) => Number(one.split('@')[1]));
  expect([started.length, Math.min(...seconds), Math.max(...seconds)]).toEqual([60, 60, 89.5]);
});

test('missed ones come one after the other, those on time at once', async () => {
  const { clock, started } = await bench([due(1, -600), due(2, -500), due(3, -400), due(4, 0)]);
  for (let second = 0; second < 12; second += 1) await clock.advance(1000);
  expect(started).toEqual(['4@0', '1@0', '2@5', '3@10']);
});

test('a missed one that is not to run gets no place', async () => {
  const { clock, started } = await bench([due(1, -600), due(2, -500), due(3, -400)], {
    chooseRuns: (late) => late.filter(({ id }) => id !== 2),
  });
  await clock.advance(5000);
  expect(started).toEqual(['1@0', '3@5']);
});

test('what cannot be started is tried again, and the others go on', async () => {
  let failures = 2;
  const tried: string[] = [];
  const { clock, events } = await bench([due(1, 1), due(2, 1)], {
    start({ id }) {
      tried.push(`${id}`);
      if (id === 1 && failures-- > 0) throw new Failure('unavailable', 'the disk is full');
    },
  });
  for (let second = 0; second < 12; second += 1) await clock.advance(1000);
  expect(events).toEqual([
    'cron.failed {"cron":1,"error":"the disk is full"}',
    'cron.failed {"cron":1,"error":"the disk is full"}',
  ]);
  expect(tried.filter((id) => id === '1').length).toBeGreaterThan(2);
});

test.each([
  ['set back', -3_600_000, ['cron.clock.jumped {"seconds":-3600}', 'recomputed']],
  ['set forward', 3_600_000, ['cron.clock.jumped {"seconds":3600}']],
  ['corrected a little', -20_000, []],
])('a clock that is %s', async (_, jumpMs, expected) => {
  const { clock, events } = await bench([due(1, 7200)]);
  clock.jump(jumpMs);
  await clock.advance(60_000);
  expect(events).toEqual(expected);
});

test('a clock that is set forward is noticed within a minute: what was jumped over is missed', async () => {
  const { clock, started } = await bench([due(1, 1800)]);
  clock.jump(3_600_000);
  await clock.advance(60_000);
  expect(started).toEqual(['1@3660']);
});

test('when it ends nothing starts any more, and the ticks end', async () => {
  const one = await bench([due(1, 90)]);
  await one.clock.advance(60_000);
  await one.stop();
  await one.clock.advance(60_000);
  expect([one.started, one.events]).toEqual([[], ['ticks stopped']]);
});

test('where nobody can say whose it is, it is asked again, and counts as found when it is started', async () => {
  const asked: string[] = [];
  const found: number[] = [];
  let kind: 'later' | 'ours' = 'later';
  const { clock, rows, stop } = await bench([due(1, 10)], {
    async claim({ id, foundAtMs }) {
      asked.push(`${id}@${(foundAtMs - BEGIN_MS) / 1000}`);
      return { kind };
    },
    start({ id, foundAtMs }) {
      found.push((foundAtMs - BEGIN_MS) / 1000);
      rows.delete(id);
    },
  });
  await clock.advance(10_000);
  await clock.advance(5000);
  kind = 'ours';
  await clock.advance(5000);
  await stop();
  expect({ asked, found }).toEqual({ asked: ['1@10', '1@15', '1@20'], found: [20] });
});

test('what another machine has started is passed over here', async () => {
  const { clock, started, events } = await bench([due(1, 10), due(2, 10)], {
    claim: async ({ id, nextAtMs }) =>
      id === 1 ? { kind: 'elsewhere', throughMs: nextAtMs } : { kind: 'ours' },
  });
  await clock.advance(10_000);
  expect({ started, events }).toEqual({ started: ['2@10'], events: ['1 passed over to 10'] });
});

test('asking whose it is may fail, or never end: the next is asked later, and the program ends at once', async () => {
  let fails = true;
  const { clock, started, events, stop } = await bench([due(1, 10)], {
    async claim() {
      if (fails) throw new Failure('denied', 'no such table');
      return await new Promise(() => undefined);
    },
  });
  await clock.advance(10_000);
  fails = false;
  await clock.advance(5000);
  await stop();
  expect({ started, events }).toEqual({
    started: [],
    events: ['cron.failed {"cron":1,"error":"no such table"}', 'ticks stopped'],
  });
});
