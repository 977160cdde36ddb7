import { afterEach, expect, test } from 'vitest';
import { conversationId, type InstanceId, type SessionId } from '../../../src/core/ids.ts';
import {
  type InstanceParts,
  registerInstance,
  storeHeartbeat,
  takeOverGone,
} from '../../../src/gateway/maintenance/instances.ts';
import type { ProgramLiveness } from '../../../src/processes/process-table.ts';
import { type FakeRun, type GatewayRig, gatewayRig, INSTANCE } from '../../support/gateway-rig.ts';
import { programsSeen } from '../../support/seen-programs.ts';
import { sessionRecord } from '../../support/session-record.ts';

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
      state: { status: 'running' },
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

/** A start in which other programs look like this. */
function lookingAs(sight: ProgramLiveness): InstanceParts {
  return { store: rig.store, programs: programsSeen(sight), clock: rig.clock };
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
    unfinished: rig.store.inbox.listUnfinished(INSTANCE),
  }).toEqual({
    started: ['left behind'],
    programs: [],
    told: expect.arrayContaining([
      '🔄 Restarted while working on: left behind',
      '✅ Done: left behind',
      '💤 No task is open. Start one: /agent <task>',
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
  await takeOverGone(INSTANCE, lookingAs('gone'));
  expect(rig.store.outbox.listUnsentChats(INSTANCE)).toEqual([conversationId('phone', 'dan')]);
});

test('a living program keeps its work', async () => {
  rig = await gatewayRig();
  leaveWork();
  expect(await takeOverGone(INSTANCE, lookingAs('alive'))).toEqual({
    programs: 0,
    messages: [],
  });
  expect(rig.store.instances.all().map(({ id }) => id)).toEqual([GONE]);
});

test('of two programs that find the same one gone, only the first gets its messages', async () => {
  rig = await gatewayRig();
  leaveWork();
  const parts = lookingAs('gone');
  const found = await Promise.all([
    takeOverGone(INSTANCE, parts),
    takeOverGone('third' as InstanceId, parts),
  ]);
  expect(found.map(({ messages }) => messages.length)).toEqual([1, 0]);
});

test('a program that starts is known by its process, and has what was left', async () => {
  rig = await gatewayRig();
  leaveWork();
  const id = await registerInstance(lookingAs('gone'));
  expect([rig.store.instances.all(), rig.store.inbox.listUnfinished(id).length]).toEqual([
    [{ id, pid: process.pid, startTime: 'just now', seenAtMs: rig.clock.nowMs() }],
    1,
  ]);
});

test.each<[string, ProgramLiveness, boolean | undefined, number, number]>([
  ['a program of another container holds its lock', 'hidden', true, 3_600_000, 0],
  ['the lock of one of another container is free', 'hidden', false, 0, 1],
  ['one of another container has no lock and was there just now', 'hidden', undefined, 30_000, 0],
  ['one of another container has no lock and is silent', 'hidden', undefined, 30_001, 1],
  ['a lock of another machine is free, it was there just now', 'foreign', false, 30_000, 0],
  ['a lock of another machine is free, it is silent', 'foreign', false, 30_001, 1],
  ['a lock of another machine is held', 'foreign', true, 3_600_000, 0],
  ['a process here is gone, whatever its row says', 'gone', undefined, 0, 1],
  ['a process here lives, however long it was silent', 'alive', undefined, 3_600_000, 0],
])('%s: %s, lock %s, silent for %d ms', async (_case, sight, isHeld, silentMs, programs) => {
  rig = await gatewayRig();
  leaveWork();
  const instances = { ...rig.store.instances, isHeld: () => isHeld };
  await rig.clock.advance(silentMs);
  const found = await takeOverGone(INSTANCE, { ...lookingAs(sight), store: { ...rig.store, instances } });
  expect(found.programs).toBe(programs);
});

test('a program whose work was taken over lets go of its run, says so, and writes nothing of it', async () => {
  let taken = false;
  const ended: string[] = [];
  rig = await gatewayRig({
    locale: 'en',
    beat: async () => !taken,
    endCommands: async ({ task }) => void ended.push(task),
    run: async (_session, _agent, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.push(String(signal.reason));
      return { kind: 'suspended' };
    },
  });
  await rig.say('/agent mend it');
  const [before] = rig.store.sessions.listByStatus(['running'], INSTANCE);
  rig.store.instances.adopt(INSTANCE, 'winner' as InstanceId);
  taken = true;
  await rig.clock.advance(10_000);
  expect({
    ended,
    told: rig.phone.texts.at(-1)?.split('\n')[0],
    rows: rig.store.sessions.listByStatus(['running'], 'winner' as InstanceId),
  }).toEqual({
    ended: ['taken-over', 'mend it'],
    told: '🔄 Another program took over: mend it',
    rows: [{ ...before, instance: 'winner' }],
  });
});

test('a program that was taken over is known anew, so that what it accepts after that is not lost', async () => {
  rig = await gatewayRig();
  const id = await registerInstance(lookingAs('alive'));
  const kept = await storeHeartbeat(id, lookingAs('alive'));
  rig.store.instances.adopt(id, INSTANCE);
  const lost = await storeHeartbeat(id, lookingAs('alive'));
  expect([kept, lost, rig.store.instances.all().map((one) => one.id)]).toEqual([true, false, [id]]);
});
