import { afterEach, describe, expect, test } from 'vitest';
import type { AccessList } from '../../../../src/contracts/access.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/core/clock.ts';
import { Failure } from '../../../../src/core/failure.ts';
import { conversationId } from '../../../../src/core/ids.ts';
import type { CronId } from '../../../../src/features/cron/cron.ts';
import { FakeChannel } from '../../../support/fake-channel.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../../support/gateway-rig.ts';
import { SHIPPED_SETTINGS } from '../../../support/shipped-settings.ts';
import { addCron, CHAT, cronOf, NOON_MS, stateOf, unsent } from './scene.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

async function open(options: RigOptions = {}): Promise<void> {
  rig = await gatewayRig({ locale: 'en', ...options });
}

const endless: FakeRun = () => new Promise(() => undefined);
const failing: FakeRun = async (_session, agent) => agent.end({ kind: 'failed', detail: 'no' });

const ofTask = { message: '/agent run the tests' };

describe('a message', () => {
  test('comes at its time, once, and says whose it is', async () => {
    await open();
    const id = addCron(rig);
    await rig.clock.advance(59 * MINUTE_MS);
    const before = rig.phone.texts;
    await rig.clock.advance(MINUTE_MS);
    await rig.clock.advance(MINUTE_MS);
    expect([before, rig.phone.texts, stateOf(rig, id)]).toEqual([
      [],
      ['⏰ cron kd\nstand up'],
      'active, ran 20 13:00 sent, next 20 14:00',
    ]);
  });

  test('is on time to the second, between two minutes too', async () => {
    await open();
    addCron(rig, { kind: 'every', schedule: 'every 90s', nextAtMs: NOON_MS + 90_000 });
    await rig.clock.advance(MINUTE_MS);
    await rig.clock.advance(29_999);
    const before = rig.phone.texts.length;
    await rig.clock.advance(1);
    expect([before, rig.phone.texts.length]).toEqual([0, 1]);
  });

  test('comes in the language of its chat', async () => {
    rig = await gatewayRig();
    rig.store.conversations.setLanguage(CHAT, { locale: 'es', isChosen: false, others: 0 });
    addCron(rig, { schedule: '0 13 * * *' });
    await rig.clock.advance(2 * HOUR_MS);
    await rig.clock.advance(MINUTE_MS);
    expect(rig.phone.texts).toEqual(['⏰ cron kd · 1 h tarde\nstand up']);
  });

  test('waits in the outbox while its channel cannot send', async () => {
    await open();
    addCron(rig);
    rig.phone.failure = new Failure('unavailable', 'no link');
    await rig.clock.advance(HOUR_MS);
    expect([rig.phone.texts, unsent(rig, CHAT)]).toEqual([[], true]);
  });

  test('is not sent by a program that does not serve its channel', async () => {
    await open();
    const id = addCron(rig, { conversation: conversationId('whatsapp', 'ana') });
    await rig.clock.advance(2 * HOUR_MS);
    expect([rig.phone.texts, stateOf(rig, id)]).toEqual([[], 'active, next 20 13:00']);
  });
});

describe('a task', () => {
  test('begins as if its maker had written it, and says where it came from', async () => {
    await open();
    const id = addCron(rig, ofTask);
    await rig.clock.advance(HOUR_MS);
    await rig.clock.advance(MINUTE_MS);
    const [session] = rig.sessions();
    expect([rig.started, session?.owner, session?.origin.scheduledAs, rig.phone.texts[0]]).toEqual([
      ['run the tests'],
      ANA,
      'kd',
      '⏰ cron kd\n🚀 On it: run the tests',
    ]);
    expect([stateOf(rig, id), cronOf(rig, id).last?.session]).toEqual([
      'active, ran 20 13:00 done, next 20 14:00',
      session?.id,
    ]);
  });

  test('stands in the trace of its session', { tags: 'full' }, async () => {
    await open();
    addCron(rig, ofTask);
    await rig.clock.advance(HOUR_MS);
    await rig.clock.advance(MINUTE_MS);
    const [session] = rig.sessions();
    if (session === undefined) throw new Error('no session');
    // Spans are written some seconds later, by the clock of the machine.
    const fires = () =>
      rig.store.traces
        .listOfSession(session.id)
        .filter(({ name }) => name === 'cron:fire')
        .map(({ input, output }) => [input, output]);
    await expect
      .poll(fires, { timeout: 15_000 })
      .toEqual([['{"schedule":"0 * * * *","due":"2026-11-20T13:00:00.000Z"}', '{"outcome":"started"}']]);
  });

  test('leaves no marks on a message that nobody wrote', async () => {
    await open({ channels: [new FakeChannel('phone', { reaction: true })] });
    addCron(rig, ofTask);
    await rig.clock.advance(HOUR_MS);
    expect(rig.phone.sent.map(({ body }) => body.kind)).toEqual(['text', 'text']);
  });

  test('asks, and goes on with the answer', async () => {
    let asked = false;
    const asking: FakeRun = async (_session, agent) => {
      if (asked) return agent.end({ kind: 'done', text: '' });
      asked = true;
      return agent.ask();
    };
    await open({ run: asking });
    const id = addCron(rig, ofTask);
    await rig.clock.advance(HOUR_MS);
    const waiting = stateOf(rig, id);
    await rig.say('yes');
    await rig.clock.advance(MINUTE_MS);
    expect([waiting, rig.started.length, stateOf(rig, id)]).toEqual([
      'active, ran 20 13:00 pending, next 20 14:00',
      2,
      'active, ran 20 13:00 done, next 20 14:00',
    ]);
  });

  test('is passed over while the one before is at work', async () => {
    await open({ run: endless });
    const id = addCron(rig, ofTask);
    for (let hour = 0; hour < 3; hour += 1) await rig.clock.advance(HOUR_MS);
    expect([rig.started, stateOf(rig, id)]).toEqual([
      ['run the tests'],
      'active, ran 20 13:00 pending, passed 20 15:00 to 20 15:00 overlap, next 20 16:00',
    ]);
  });

  test('is passed over when too much waits in its chat', async () => {
    await open({ run: endless, settings: { backlog: 1 } });
    await rig.say('/agent something long');
    const id = addCron(rig, ofTask);
    await rig.clock.advance(HOUR_MS);
    expect(stateOf(rig, id)).toBe('active, passed 20 13:00 to 20 13:00 busy, next 20 14:00');
  });

  test('of one time waits for room instead', async () => {
    const ends: (() => void)[] = [];
    const held: FakeRun = (_session, agent) =>
      new Promise((resolve) => ends.push(() => resolve(agent.end({ kind: 'done', text: '' }))));
    await open({ run: held, settings: { backlog: 1 } });
    await rig.say('/agent something long');
    const id = addCron(rig, { ...ofTask, kind: 'at', schedule: '2026-11-20T13:00' });
    await rig.clock.advance(HOUR_MS);
    const before = stateOf(rig, id);
    ends[0]?.();
    await rig.clock.advance(MINUTE_MS);
    expect([before, rig.started, stateOf(rig, id)]).toEqual([
      'active, next 20 13:00',
      ['something long', 'run the tests'],
      'ended, ran 20 13:00 pending',
    ]);
  });

  test('is passed over while the day’s money is spent: that is no failure, and is told once', {
    tags: 'full',
  }, async () => {
    await open({ program: { limits: { ...LIMITS, dailyCostMicroUsd: 1 } } });
    const five = { ...ofTask, schedule: '*/5 * * * *', nextAtMs: NOON_MS + 5 * MINUTE_MS };
    const [id] = [addCron(rig, five), addCron(rig, { ...five, name: 'mx' })];
    await rig.say('/agent spend it');
    spend();
    const before = rig.phone.texts.length;
    for (let minute = 0; minute < 12 * 60 - 5; minute += 5) await rig.clock.advance(5 * MINUTE_MS);
    const day = stateOf(rig, id);
    const told = rig.phone.texts.slice(before).map((text) => text.split('\n'));
    for (let step = 0; step < 2; step += 1) await rig.clock.advance(5 * MINUTE_MS);
    expect([day, told, rig.started]).toEqual([
      'active, passed 20 23:55 to 20 23:55 money, next 21 00:00',
      [
        [
          '⏰ cron kd',
          "💰 You've spent your < $0.001 for today.",
          expect.stringMatching(/^I can start new work after 00:00 UTC/),
          expect.any(String),
        ],
      ],
      ['spend it', ...Array(4).fill('run the tests')],
    ]);
  });

  test('wanted at once, and one of a single time, are refused in words then', async () => {
    await open({ program: { limits: { ...LIMITS, dailyCostMicroUsd: 1 } } });
    addCron(rig, ofTask);
    await rig.say('/agent spend it');
    spend();
    await rig.say('/cron run kd');
    const once = addCron(rig, {
      ...ofTask,
      name: 'mx',
      kind: 'at',
      schedule: '2026-11-20T12:30',
      nextAtMs: NOON_MS + 30 * MINUTE_MS,
    });
    await rig.clock.advance(30 * MINUTE_MS);
    await rig.clock.advance(MINUTE_MS);
    expect([rig.started, rig.phone.texts.slice(-2).map((text) => text.split('\n')[0])]).toEqual([
      ['spend it'],
      ['⏰ cron kd', '⏰ cron mx'],
    ]);
    expect(stateOf(rig, once)).toBe('ended, ran 20 12:30 refused, 1 failed');
  });
});

/** All that Ana may spend on the first day. */
function spend(): void {
  const [session] = rig.sessions();
  if (session === undefined) throw new Error('no session');
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  rig.store.spending.add({ session: session.id, person: ANA, usage, microUsd: 5, atMs: NOON_MS });
}

const LIMITS = {
  ...SHIPPED_SETTINGS.limits,
  sessionTimeoutMs: 600_000,
  maxCostMicroUsd: 1_000_000,
  dailyCostMicroUsd: 5_000_000,
  maxTokensUnpriced: 1_000_000,
  outage: { waitsMs: [30_000], longestMs: 0 },
};

describe('failures in a row', () => {
  async function hours(count: number): Promise<void> {
    for (let minute = 0; minute < count * 60; minute += 5) await rig.clock.advance(5 * MINUTE_MS);
  }

  test('from the third one on the next run is put off, ever longer, and after the tenth none comes', {
    tags: 'full',
  }, async () => {
    await open({ run: failing });
    const id = addCron(rig, ofTask);
    await hours(2);
    const two = stateOf(rig, id);
    await hours(1);
    const three = stateOf(rig, id);
    await hours(2);
    const four = stateOf(rig, id);
    for (let day = 0; day < 6; day += 1) await hours(24);
    expect({ two, three, four, ten: stateOf(rig, id), runs: rig.started.length }).toEqual({
      two: 'active, ran 20 14:00 failed, 2 failed, next 20 15:00',
      three: 'active, ran 20 15:00 failed, 3 failed, next 20 16:00',
      four: 'active, ran 20 16:00 failed, passed 20 17:00 to 20 17:00 failures, 4 failed, next 20 18:00',
      ten: 'paused for failures, ran 23 22:00 failed, passed 22 23:00 to 23 21:00 failures, 10 failed, next 23 23:00',
      runs: 10,
    });
    expect(rig.phone.texts.at(-1)).toBe(
      '⏸️ Schedule kd is paused: 10 runs failed in a row.\nTo start it again: /cron resume kd',
    );
  });

  test('a success forgets them', async () => {
    let runs = 0;
    await open({
      run: async (_session, agent) => {
        runs += 1;
        return agent.end(runs === 3 ? { kind: 'done', text: '' } : { kind: 'failed', detail: 'no' });
      },
    });
    const id = addCron(rig, ofTask);
    await hours(2);
    const before = cronOf(rig, id).failures;
    await hours(1);
    expect([before, stateOf(rig, id)]).toEqual([2, 'active, ran 20 15:00 done, next 20 16:00']);
  });
});

describe('whoever lost their right fires nothing', () => {
  const access = (role: 'member' | 'reader' | undefined, groups: AccessList['groups'] = []): AccessList => ({
    people: role === undefined ? [] : [{ phone: ANA, role, workspaces: undefined }],
    groups,
  });

  async function fired(list: AccessList, id: () => CronId): Promise<readonly unknown[]> {
    await open({ access: list });
    const cron = id();
    await rig.clock.advance(HOUR_MS);
    return [rig.started, rig.phone.texts, stateOf(rig, cron)];
  }

  test('nobody any more: nothing is said either', async () => {
    expect(await fired(access(undefined), () => addCron(rig))).toEqual([
      [],
      [],
      'paused for access, next 20 13:00',
    ]);
  });

  test('a reader: no task, and the chat is told', async () => {
    expect(await fired(access('reader'), () => addCron(rig, ofTask))).toEqual([
      [],
      [
        '⏸️ Schedule kd is paused.\nWhoever set it can no longer start tasks here. Somebody who can may set it again.',
      ],
      'paused for access, next 20 13:00',
    ]);
  });

  test('a reader: words still come', async () => {
    const [, texts] = await fired(access('reader'), () => addCron(rig));
    expect(texts).toEqual(['⏰ cron kd\nstand up']);
  });

  test('in a group only whoever is listed for it', async () => {
    const inGroup = { conversation: conversationId('phone', 'team'), inGroup: true };
    expect(await fired(access('member'), () => addCron(rig, inGroup))).toEqual([
      [],
      [],
      'paused for access, next 20 13:00',
    ]);
  });

  test('in a group whoever is listed', async () => {
    const inGroup = { ...ofTask, conversation: conversationId('phone', 'team'), inGroup: true };
    const list = access('member', [{ id: 'team', people: [ANA] }]);
    expect(await fired(list, () => addCron(rig, inGroup))).toEqual([
      ['run the tests'],
      expect.anything(),
      'active, ran 20 13:00 done, next 20 14:00',
    ]);
  });
});

test.each([
  ['/status', 'UTC', '0 * * * *'],
  ['stand up', 'Mars/Olympus', '0 * * * *'],
  ['stand up', 'UTC', 'whenever'],
])(
  'what can no longer be read is paused, and the chat is told: %s in %s at %s',
  async (message, timezone, schedule) => {
    await open();
    const id = addCron(rig, { message, timezone, schedule });
    await rig.clock.advance(HOUR_MS);
    expect([stateOf(rig, id), rig.phone.texts]).toEqual([
      'paused for unreadable, next 20 13:00',
      [
        "⏸️ Schedule kd is paused: I can't read its time any more.\nDelete it and set it again: /cron delete kd",
      ],
    ]);
  },
);
