import { afterEach, expect, test } from 'vitest';
import { conversationId, type InstanceId, type SessionId } from '../../src/base/ids.ts';
import { registerInstance, takeOverGone } from '../../src/gateway/housekeeping/instances.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { type FakeRun, type GatewayRig, gatewayRig, INSTANCE } from '../support/gateway-rig.ts';
import { sessionRecord } from '../support/session-record.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

const GONE = 'gone-instance' as InstanceId;
const CONVERSATION = conversationId('phone', 'bea');

/** What another program on the same data left when it was killed: a task it ran, a message, an unsent answer. */
function leaveWork(): void {
  const { store, clock } = rig;
  const atMs = clock.nowMs();
  store.instances.register({ id: GONE, pid: 1, startTime: 'long ago', atMs });
  store.sessions.create(
    sessionRecord({
      id: '20261120-000000aa' as SessionId,
      instance: GONE,
      conversation: CONVERSATION,
      task: 'left behind',
      status: 'running',
    }),
  );
  const message = {
    account: 'bot',
    chat: 'cleo',
    sender: '34600111222',
    id: 'L1',
    text: '/status',
    sentAtMs: atMs,
  };
  store.inbox.accept({ channel: 'phone', message, instance: GONE, atMs });
  addOutgoing(GONE, 'left');
}

function addOutgoing(instance: InstanceId, id: string): void {
  const chat = instance === GONE ? 'bea' : 'dan';
  const row = rig.store.outbox.add({
    id,
    conversation: conversationId('phone', chat),
    chat,
    channel: 'phone',
    instance,
    dedupeKey: id,
    body: { kind: 'text', text: id },
    ephemeral: true,
    atMs: rig.clock.nowMs(),
  });
  if (row !== undefined) rig.store.outbox.markSending(row.seq);
}

const endless: FakeRun = () => new Promise(() => undefined);

test('a running program goes on with the work of one that is gone, and tells the owner', async () => {
  rig = await gatewayRig({ locale: 'en' });
  leaveWork();
  for (let n = 0; n < 5; n += 1) await rig.clock.advance(15_000);
  expect({
    started: rig.started,
    programs: rig.store.instances.all(),
    told: rig.phone.texts.map((text) => text.split('\n')[0]),
    unfinished: rig.store.inbox.unfinished(INSTANCE),
  }).toEqual({
    started: ['left behind'],
    programs: [],
    told: expect.arrayContaining([
      '🔄 I was restarted while working on: left behind',
      '✅ Done: left behind',
      'wasap 0.1.0',
    ]),
    unfinished: [],
  });
});

test('what this program is doing itself is neither started again nor told about', async () => {
  rig = await gatewayRig({ locale: 'en', run: endless });
  await rig.say('/agent my own task');
  leaveWork();
  for (let n = 0; n < 5; n += 1) await rig.clock.advance(15_000);
  expect([rig.started, rig.phone.texts.filter((text) => text.includes('my own task'))]).toEqual([
    ['my own task', 'left behind'],
    ['🚀 On it: my own task'],
  ]);
});

test('of progress that was being sent only that of the gone program is dropped', async () => {
  rig = await gatewayRig({ run: endless });
  await rig.gateway.stop();
  addOutgoing(INSTANCE, 'own');
  leaveWork();
  await takeOverGone(INSTANCE, { store: rig.store, processes: { isAlive: async () => false } });
  expect(rig.store.outbox.pending(INSTANCE)).toEqual([conversationId('phone', 'dan')]);
});

test('a living program keeps its work', async () => {
  rig = await gatewayRig();
  leaveWork();
  const processes = { isAlive: async () => true };
  expect(await takeOverGone(INSTANCE, { store: rig.store, processes })).toEqual({
    programs: 0,
    messages: [],
  });
  expect(rig.store.instances.all().map(({ id }) => id)).toEqual([GONE]);
});

test('of two programs that find the same one gone, only the first gets its messages', async () => {
  rig = await gatewayRig();
  leaveWork();
  const parts = { store: rig.store, processes: { isAlive: async () => false } };
  const found = await Promise.all([
    takeOverGone(INSTANCE, parts),
    takeOverGone('third' as InstanceId, parts),
  ]);
  expect(found.map(({ messages }) => messages.length)).toEqual([1, 0]);
});

test('a program that starts is known by its process, and has what was left', async () => {
  rig = await gatewayRig();
  leaveWork();
  const processes = { markOf: async () => 'just now', isAlive: async () => false };
  const id = await registerInstance({ store: rig.store, processes, clock: new FakeClock() });
  expect([rig.store.instances.all(), rig.store.inbox.unfinished(id).length]).toEqual([
    [{ id, pid: process.pid, startTime: 'just now' }],
    1,
  ]);
});
