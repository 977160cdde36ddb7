import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/clock.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import { type GatewayRig, gatewayRig, INSTANCE } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const SETTING = { locale: 'en', program: { timezone: 'Europe/Madrid' } } as const;

async function back(untilMs: number, fromMs: number): Promise<void> {
  rig.phone.receiver.receiveGap({ fromMs, untilMs });
  await settled();
}

test('after a time without a link each chat that wrote is told once, and what was written is acted on', async () => {
  rig = await gatewayRig({ ...SETTING, channels: [new FakeChannel()] });
  const until = Date.UTC(2026, 10, 20, 13, 20);
  const from = Date.UTC(2026, 10, 20, 13, 2);
  await rig.say('/agent one', { delayed: true, sentAtMs: rig.clock.nowMs() });
  await rig.say('and the tests', { delayed: true, sentAtMs: rig.clock.nowMs() });
  await back(until, from);
  await back(until, from);
  expect({ tasks: rig.started, said: rig.phone.texts.filter((text) => text.startsWith('📵')) }).toEqual({
    tasks: ['one', 'and the tests'],
    said: ['📵 I was offline from 14:02 to 14:20 (Europe/Madrid).\nI now have your 2 messages from then.'],
  });
});

test('what is more than a day old is left out, and the person is told', async () => {
  rig = await gatewayRig({ locale: 'es', channels: [new FakeChannel()] });
  const now = rig.clock.nowMs();
  await rig.say('/agent delete the old branch', { delayed: true, sentAtMs: now - DAY_MS - 1 });
  await back(now, now - 2 * DAY_MS);
  expect({
    tasks: rig.started,
    left: rig.store.inbox.listUnfinished(INSTANCE),
    said: rig.phone.texts,
  }).toEqual({
    tasks: [],
    left: [],
    said: [expect.stringContaining(texts('es').replies.tooOld(1))],
  });
});

test('what waited for more than a day between machines is left out, and the person is told once', async () => {
  rig = await gatewayRig({ locale: 'es', channels: [new FakeChannel()] });
  const sentAtMs = rig.clock.nowMs() - DAY_MS - 1;
  await rig.say('/agent delete the old branch', { sentAtMs });
  await rig.say('/agent and the new one', { sentAtMs });
  await settled();
  expect({ tasks: rig.started, said: rig.phone.texts }).toEqual({
    tasks: [],
    said: [texts('es').replies.leftOut],
  });
});

test('a stranger who wrote meanwhile is told nothing', async () => {
  rig = await gatewayRig({ locale: 'en', channels: [new FakeChannel()] });
  await rig.say('hi', { delayed: true, sender: '34999999999', sentAtMs: rig.clock.nowMs() });
  await back(rig.clock.nowMs(), 0);
  expect(rig.phone.sent).toEqual([]);
});

test.each([
  ['a gap of less than a minute is no news', 59_000, 0, []],
  ['one of a minute is', 60_000, 0, ['📵 I was offline']],
  ['a short one is told when something was left out', 59_000, DAY_MS + 1, ['📵 I was offline']],
])('%s', async (_, gapMs, ageMs, said) => {
  rig = await gatewayRig({ ...SETTING, channels: [new FakeChannel()] });
  const now = rig.clock.nowMs();
  await rig.say('/status', { delayed: true, sentAtMs: now - ageMs });
  await back(now, now - gapMs);
  const told = rig.phone.texts.filter((text) => text.startsWith('📵'));
  expect(told.map((text) => text.slice(0, said[0]?.length))).toEqual(said);
});

test('the zone of a chat goes before that of the program', async () => {
  rig = await gatewayRig({ ...SETTING, channels: [new FakeChannel()] });
  await rig.say('/cron zone America/Lima');
  await rig.say('/status', { delayed: true, sentAtMs: rig.clock.nowMs() });
  await back(Date.UTC(2026, 10, 21, 4, 20), Date.UTC(2026, 10, 20, 13, 2));
  expect(rig.phone.texts.at(-1)).toContain('from 08:02 to 23:20 (America/Lima)');
});
