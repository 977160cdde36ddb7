import { afterEach, expect, test } from 'vitest';
import { texts } from '../../src/base/texts/texts.ts';
import { FakeChannel } from '../support/fake-channel.ts';
import { settled } from '../support/fake-clock.ts';
import { type GatewayRig, gatewayRig, INSTANCE } from '../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const DAY_MS = 24 * 60 * 60_000;

async function back(untilMs: number, fromMs: number): Promise<void> {
  rig.phone.receiver.missed({ fromMs, untilMs });
  await settled();
}

test('after a time without a link each chat that wrote is told once, and what was written is acted on', async () => {
  rig = await gatewayRig({ locale: 'en', channels: [new FakeChannel()] });
  const until = new Date(2026, 10, 20, 14, 20).getTime();
  const from = new Date(2026, 10, 20, 14, 2).getTime();
  await rig.say('/agent one', { delayed: true, sentAtMs: rig.clock.nowMs() });
  await rig.say('and the tests', { delayed: true, sentAtMs: rig.clock.nowMs() });
  await back(until, from);
  await back(until, from);
  expect({ tasks: rig.started, said: rig.phone.texts.filter((text) => text.startsWith('📵')) }).toEqual({
    tasks: ['one', 'and the tests'],
    said: ['📵 I was away from 14:02 to 14:20. I now have your 2 messages of that time.'],
  });
});

test('what is more than a day old is left out, and the person is told', async () => {
  rig = await gatewayRig({ locale: 'es', channels: [new FakeChannel()] });
  const now = rig.clock.nowMs();
  await rig.say('/agent delete the old branch', { delayed: true, sentAtMs: now - DAY_MS - 1 });
  await back(now, now - 2 * DAY_MS);
  expect({ tasks: rig.started, left: rig.store.inbox.unfinished(INSTANCE), said: rig.phone.texts }).toEqual({
    tasks: [],
    left: [],
    said: [expect.stringContaining(texts('es').replies.tooOld(1))],
  });
});

test('a stranger who wrote meanwhile is told nothing', async () => {
  rig = await gatewayRig({ locale: 'en', channels: [new FakeChannel()] });
  await rig.say('hi', { delayed: true, sender: '34999999999', sentAtMs: rig.clock.nowMs() });
  await back(rig.clock.nowMs(), 0);
  expect(rig.phone.sent).toEqual([]);
});
