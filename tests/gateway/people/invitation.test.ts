import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src/core/clock.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { codeHash } from '../../../src/gateway/people/access.ts';
import { type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

const BEA = '34600333444';
const WELCOME = texts('en').replies.welcome;

let rig: GatewayRig;
beforeEach(async () => {
  rig = await gatewayRig({ locale: 'en' });
  const expiresAtMs = rig.clock.nowMs() + 10 * MINUTE_MS;
  rig.store.people.invite({
    codeHash: codeHash('12345678'),
    role: 'reader',
    workspaces: ['shop'],
    expiresAtMs,
    tries: 5,
  });
});
afterEach(() => rig.remove());

const bea = (text: string) => rig.say(text, { sender: BEA, chat: 'bea' });

test.each([['12345678'], ['1234 5678'], [' 1234-5678 ']])('the code %j lets its sender in', async (code) => {
  await bea(code);
  await bea('what is this?');
  expect([rig.store.people.all(), rig.phone.texts[0], rig.started]).toEqual([
    [{ phone: BEA, role: 'reader', workspaces: ['shop'] }],
    WELCOME,
    ['what is this?'],
  ]);
});

test('it works once', async () => {
  await bea('12345678');
  await rig.say('12345678', { sender: '34999999999', chat: 'eve' });
  expect(rig.store.people.all().map(({ phone }) => phone)).toEqual([BEA]);
});

test('not after ten minutes', async () => {
  await rig.clock.advance(10 * MINUTE_MS);
  await bea('12345678');
  expect([rig.store.people.all(), rig.phone.sent]).toEqual([[], []]);
});

test('not after five wrong codes, whoever sent them, and nobody is told', async () => {
  for (let n = 0; n < 5; n += 1) await rig.say(`1000000${n}`, { sender: `3499999999${n}`, chat: `eve${n}` });
  await bea('12345678');
  expect([rig.store.people.all(), rig.phone.sent]).toEqual([[], []]);
});

test.each([
  ['in a group', { chat: 'team', sender: BEA, group: { addressed: true } }],
  ['from somebody whose number is not known', { chat: 'bea', sender: '99900001@lid' }],
])('not %s', async (_, change) => {
  await rig.say('12345678', change);
  expect([rig.store.people.all(), rig.phone.sent]).toEqual([[], []]);
});

test('a new invitation closes the one before', async () => {
  const expiresAtMs = rig.clock.nowMs() + 10 * MINUTE_MS;
  rig.store.people.invite({
    codeHash: codeHash('87654321'),
    role: 'owner',
    workspaces: undefined,
    expiresAtMs,
    tries: 5,
  });
  await bea('12345678');
  await bea('87654321');
  expect(rig.store.people.all()).toEqual([{ phone: BEA, role: 'owner', workspaces: undefined }]);
});

test('ordinary words of a stranger cost no try', async () => {
  for (let n = 0; n < 9; n += 1) await bea('hello?');
  expect(rig.store.people.openInvitation()?.triesLeft).toBe(5);
});
