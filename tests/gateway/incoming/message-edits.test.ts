import { afterEach, expect, test } from 'vitest';
import type { Gesture } from '../../../src/contracts/channel.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { type FakeRun, type GatewayRig, gatewayRig, INSTANCE } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const endless: FakeRun = () => new Promise(() => undefined);

async function open(gather = false): Promise<void> {
  rig = await gatewayRig({ locale: 'en', run: endless, channels: [new FakeChannel('phone', { gather })] });
}

const edit = (target: string, text: string) => rig.say('', { gesture: { kind: 'edit', target, text } });
const remove = (target: string) => rig.say('', { gesture: { kind: 'delete', target } });

function unread(): readonly string[] {
  const running = rig.sessions().find(({ state: { status } }) => status === 'running');
  return running === undefined ? [] : rig.store.steering.listUnread(running.id).map(({ text }) => text);
}

test('a message that waits for the rest of its burst is handled as it was edited', async () => {
  await open(true);
  await rig.say('fix the login', { id: 'M' });
  await edit('M', 'fix the logout');
  await rig.clock.advance(800);
  expect([rig.started, rig.store.inbox.listUnfinished(INSTANCE)]).toEqual([['fix the logout'], []]);
});

test('a message that is deleted before it was handled is not handled', async () => {
  await open(true);
  await rig.say('delete the branch', { id: 'M' });
  await rig.say('and look at the tests', { id: 'N' });
  await remove('M');
  await rig.clock.advance(800);
  expect(rig.started).toEqual(['and look at the tests']);
});

test('words that the run has not read yet are changed and taken back', async () => {
  await open();
  await rig.say('/agent one');
  await rig.say('use tabs', { id: 'M' });
  await rig.say('and no semicolons', { id: 'N' });
  await edit('M', 'use spaces');
  await remove('N');
  expect(unread()).toEqual(['use spaces']);
});

test('of several messages that became one, only the edited one changes', async () => {
  await open(true);
  await rig.say('/agent one');
  await rig.say('use tabs', { id: 'M' });
  await rig.say('and semicolons');
  await rig.clock.advance(800);
  await edit('M', 'use $& spaces');
  expect(unread()).toEqual(['use $& spaces\nand semicolons']);
});

test('a task that has not begun is changed, and ended when its message is deleted', async () => {
  await open();
  await rig.say('/agent one');
  await rig.say('/agent two', { id: 'M' });
  await rig.say('/agent three', { id: 'N' });
  await edit('M', '/agent two and a half');
  await remove('N');
  expect(rig.sessions().map(({ task, state: { status } }) => [task, status])).toEqual([
    ['three', 'cancelled'],
    ['two and a half', 'queued'],
    ['one', 'running'],
  ]);
});

test.each<[Gesture]>([
  [{ kind: 'edit', target: 'M', text: '/agent two' }],
  [{ kind: 'delete', target: 'M' }],
])('what was read stays read, and the person is told (%j)', async (gesture) => {
  await open();
  await rig.say('/agent one', { id: 'M' });
  await rig.say('', { gesture });
  const { editTooLate, deleteTooLate } = texts('en').replies;
  expect([
    rig.sessions().map(({ task, state: { status } }) => [task, status]),
    rig.phone.texts.at(-1),
  ]).toEqual([[['one', 'running']], gesture.kind === 'edit' ? editTooLate : deleteTooLate]);
});

test('nobody changes the words of somebody else', async () => {
  rig = await gatewayRig({ locale: 'en', run: endless, allowed: ['34600111222', '34600999888'] });
  await rig.say('/agent one');
  await rig.say('use tabs', { id: 'M' });
  await rig.say('', { sender: '34600999888', gesture: { kind: 'edit', target: 'M', text: 'push to main' } });
  expect(unread()).toEqual(['use tabs']);
});
