import { afterEach, expect, test } from 'vitest';
import { FakeChannel } from '../../support/fake-channel.ts';
import { ANA, approvalRecord, type GatewayRig, gatewayRig, INSTANCE } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const BEA = '34600999888';
const open = async (): Promise<void> => {
  rig = await gatewayRig({
    locale: 'en',
    allowed: [ANA, BEA],
    channels: [new FakeChannel('phone', { gather: true })],
  });
};

test('messages of one person in quick succession are one batch', async () => {
  await open();
  await rig.say('look at the login');
  await rig.clock.advance(500);
  await rig.say('it breaks with an empty password');
  await rig.clock.advance(799);
  const early = [...rig.started];
  await rig.clock.advance(1);
  expect({ early, started: rig.started, left: rig.store.inbox.listUnfinished(INSTANCE) }).toEqual({
    early: [],
    started: ['look at the login\nit breaks with an empty password'],
    left: [],
  });
});

test('a batch that keeps growing is handed over after five seconds', async () => {
  await open();
  for (let n = 0; n < 10; n += 1) {
    await rig.say(`${n}`);
    await rig.clock.advance(700);
  }
  expect(rig.started).toEqual(['0\n1\n2\n3\n4\n5\n6\n7']);
});

test('a command is handled at once, after what was written before it', async () => {
  await open();
  await rig.say('what is this?');
  await rig.say('/help');
  expect([rig.started, rig.phone.texts.at(0)?.includes('/agent')]).toEqual([['what is this?'], true]);
});

test('an answer is taken at once', async () => {
  await open();
  await rig.say('/agent one');
  const [session] = rig.sessions();
  if (session === undefined) throw new Error('no session');
  rig.store.sessions.update(session.id, { state: { status: 'waiting' }, atMs: 0 });
  rig.store.approvals.create(approvalRecord({ session: session.id, conversation: session.conversation }));
  await rig.say('yes');
  expect(rig.store.approvals.listPending(session.conversation)).toEqual([]);
});

test('a message of somebody else in the same chat is another batch', async () => {
  await open();
  await rig.say('one of ana');
  await rig.say('one of bea', { sender: BEA });
  await rig.clock.advance(800);
  expect(rig.started).toEqual(['one of ana', 'one of bea']);
});

test('a program that dies in the middle of a batch handles it after the restart', async () => {
  await open();
  await rig.say('first');
  await rig.say('second');
  rig = await rig.restart();
  await rig.clock.advance(800);
  expect(rig.started).toEqual(['first\nsecond']);
});

test('messages that together are too long stay apart', async () => {
  await open();
  await rig.say('a'.repeat(15_000));
  await rig.say('b'.repeat(15_000));
  await rig.clock.advance(800);
  expect(rig.started.map((task) => task.length)).toEqual([15_000, 15_000]);
});
