import { afterEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/core/clock.ts';
import type { MisfirePolicy, NewCron } from '../../../../src/features/cron/cron.ts';
import { readStoredSchedule } from '../../../../src/features/cron/schedule/read-schedule.ts';
import { nextRuns } from '../../../../src/features/cron/schedule/schedule.ts';
import { cronsIn } from '../../../support/crons.ts';
import { type GatewayRig, gatewayRig } from '../../../support/gateway-rig.ts';
import { addCron, NOON_MS, stateOf } from './scene.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

/** The program dies, time passes, another one starts and has a minute. */
async function downFor(ms: number): Promise<void> {
  rig.clock.kill();
  await rig.clock.advance(ms);
  rig = await rig.restart();
  for (let second = 0; second < 12; second += 1) await rig.clock.advance(5000);
}

describe('a day without the program', () => {
  const daily = { schedule: '0 13 * * *', nextAtMs: NOON_MS + HOUR_MS };

  test.each<[string, MisfirePolicy, Partial<NewCron>, string[], string]>([
    [
      'the newest is caught up on within two hours',
      'once',
      daily,
      ['⏰ cron kd · 1 h late\nstand up'],
      'active, ran 21 13:00 sent, passed 20 13:00 to 20 13:00 late, next 22 13:00',
    ],
    [
      'later than that it is passed over, and that is seen',
      'once',
      { schedule: '0 11 * * *', nextAtMs: NOON_MS + 23 * HOUR_MS },
      [],
      'active, passed 21 11:00 to 21 11:00 late, next 22 11:00',
    ],
    ['nothing is caught up on', 'skip', daily, [], 'active, passed 20 13:00 to 21 13:00 late, next 22 13:00'],
    [
      'the newest five are caught up on',
      'all',
      { schedule: '0 */4 * * *', nextAtMs: NOON_MS + 4 * HOUR_MS },
      [20, 16, 12, 8, 4].map((hours) => `⏰ cron kd · ${hours + 2 - 4} h late\nstand up`),
      'active, ran 21 12:00 sent, passed 20 16:00 to 20 16:00 late, next 21 16:00',
    ],
    [
      'a single time always comes',
      'skip',
      { kind: 'at', schedule: '2026-11-20T13:00', nextAtMs: NOON_MS + HOUR_MS },
      ['⏰ cron kd · 25 h late\nstand up'],
      'ended, ran 20 13:00 sent',
    ],
  ])('%s: %s', async (_, policy, change, texts, state) => {
    rig = await gatewayRig({ locale: 'en' });
    const id = addCron(rig, { ...change, policy });
    await downFor(26 * HOUR_MS);
    expect([rig.phone.texts, stateOf(rig, id)]).toEqual([texts, state]);
  });

  test('all that are caught up on stand in its history, newest first', async () => {
    rig = await gatewayRig({ locale: 'en' });
    const id = addCron(rig, { schedule: '0 */4 * * *', nextAtMs: NOON_MS + 4 * HOUR_MS, policy: 'all' });
    await downFor(26 * HOUR_MS);
    const runs = cronsIn(rig.store).listRuns(id);
    expect(runs.map(({ nominalMs, outcome }) => [(nominalMs - NOON_MS) / HOUR_MS, outcome])).toEqual([
      [24, 'sent'],
      [20, 'sent'],
      [16, 'sent'],
      [12, 'sent'],
      [8, 'sent'],
    ]);
  });

  test('several are caught up on one after the other', async () => {
    rig = await gatewayRig({ locale: 'en' });
    for (const name of ['bb', 'cc', 'dd', 'ff']) addCron(rig, { ...daily, name });
    rig.clock.kill();
    await rig.clock.advance(2 * HOUR_MS);
    rig = await rig.restart();
    const counts: number[] = [];
    for (let second = 0; second < 4; second += 1) {
      await rig.clock.advance(5000);
      counts.push(rig.phone.texts.length);
    }
    expect(counts).toEqual([1, 2, 3, 4]);
  });

  test('a program that dies while they wait for their place loses none and sends none twice', async () => {
    rig = await gatewayRig({ locale: 'en' });
    for (const name of ['bb', 'cc', 'dd', 'ff']) addCron(rig, { ...daily, name });
    rig.clock.kill();
    await rig.clock.advance(HOUR_MS + 10 * MINUTE_MS);
    rig = await rig.restart();
    await rig.clock.advance(10_000);
    const first = rig.phone.texts.length;
    await downFor(MINUTE_MS);
    const names = rig.phone.texts.map((text) => text.slice(7, 9));
    expect([first < 4, names.toSorted()]).toEqual([true, ['bb', 'cc', 'dd', 'ff']]);
  });
});

describe('where clocks are changed', () => {
  /** Times at which something was sent between two moments, in UTC, by a program that runs all the time. */
  async function sentBetween(
    cron: Partial<NewCron>,
    from: string,
    until: string,
  ): Promise<readonly string[]> {
    rig = await gatewayRig({ locale: 'en' });
    await rig.clock.advance(Date.parse(from) - NOON_MS);
    const schedule = readStoredSchedule(cron.schedule ?? '', cron.timezone ?? '');
    const [nextAtMs = 0] = nextRuns(schedule, rig.clock.nowMs(), 1);
    addCron(rig, { ...cron, nextAtMs });
    const times: string[] = [];
    while (rig.clock.nowMs() < Date.parse(until)) {
      await rig.clock.advance(15 * MINUTE_MS);
      if (rig.phone.texts.length > times.length)
        times.push(new Date(rig.clock.nowMs()).toISOString().slice(5, 16));
    }
    return times;
  }

  test.each([
    [
      'a time that New York jumps over comes right after',
      { schedule: '30 2 * * *', timezone: 'America/New_York' },
      ['2027-03-13T00:00Z', '2027-03-16T00:00Z'],
      ['03-13T07:30', '03-14T07:00', '03-15T06:30'],
    ],
    [
      'a time that Madrid shows twice comes once, the first time',
      { schedule: '30 2 * * *', timezone: 'Europe/Madrid' },
      ['2027-10-30T00:00Z', '2027-11-01T12:00Z'],
      ['10-30T00:30', '10-31T00:30', '11-01T01:30'],
    ],
    [
      'Sydney changes its clocks the other way round',
      { schedule: '0 9 * * *', timezone: 'Australia/Sydney' },
      ['2027-04-02T12:00Z', '2027-04-05T12:00Z'],
      ['04-02T22:00', '04-03T23:00', '04-04T23:00'],
    ],
    [
      'every 6 h is every 6 h',
      { kind: 'every', schedule: 'every 6h', timezone: 'Europe/Madrid' },
      ['2027-10-30T18:00Z', '2027-10-31T12:00Z'],
      ['10-31T00:00', '10-31T06:00', '10-31T12:00'],
    ],
  ] as const)('%s', { tags: 'full' }, async (_, cron, [from, until], times) => {
    expect(await sentBetween(cron, from, until)).toEqual(times);
  });
});

describe('a clock that somebody sets', () => {
  test('back by a day: the next run comes at its next time, not a day later', async () => {
    rig = await gatewayRig({ locale: 'en' });
    await rig.clock.advance(DAY_MS);
    const id = addCron(rig, { nextAtMs: NOON_MS + DAY_MS + HOUR_MS });
    rig.clock.jump(-DAY_MS);
    await rig.clock.advance(MINUTE_MS);
    const next = stateOf(rig, id);
    await rig.clock.advance(HOUR_MS);
    expect([next, rig.phone.texts.length]).toEqual(['active, next 20 13:00', 1]);
  });

  test('back over a run: the same run does not come twice', async () => {
    rig = await gatewayRig({ locale: 'en' });
    const id = addCron(rig);
    await rig.clock.advance(HOUR_MS);
    rig.clock.jump(-30 * MINUTE_MS);
    await rig.clock.advance(MINUTE_MS);
    for (let minute = 0; minute < 40; minute += 1) await rig.clock.advance(MINUTE_MS);
    expect([rig.phone.texts, stateOf(rig, id)]).toEqual([
      ['⏰ cron kd\nstand up'],
      'active, ran 20 13:00 sent, next 20 14:00',
    ]);
  });

  test('forward: what was jumped over is missed, and treated so', async () => {
    rig = await gatewayRig({ locale: 'en' });
    const id = addCron(rig, { policy: 'skip' });
    rig.clock.jump(90 * MINUTE_MS);
    await rig.clock.advance(MINUTE_MS);
    expect([rig.phone.texts, stateOf(rig, id)]).toEqual([
      [],
      'active, passed 20 13:00 to 20 13:00 late, next 20 14:00',
    ]);
  });
});
