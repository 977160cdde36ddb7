import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import type { InboundMessage, OutsideCall } from '../../../src/contracts/channel.ts';
import { conversationId } from '../../../src/core/ids.ts';
import { createOutsideTaskStore } from '../../../src/features/mcp-serve/outside-task-store.ts';
import { takeCall } from '../../../src/features/mcp-serve/running/take-call.ts';
import { dyingAfter } from '../../support/dying-store.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import { ANA, type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

const TOKEN = 'wasap-token-of-ci';
const OTHER = 'wasap-token-of-another';
const BOB = '34600999888';
const ACCESS: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BOB, role: 'owner', workspaces: undefined },
  ],
  groups: [],
};
const LOOK_MS = 2_000;
const STOPPED_ONE = [
  '🛑 The token of ci was revoked.',
  'I stopped its task: work on it',
  'What it had changed stays. To look: wasap sessions',
].join('\n');

/** Works until it is stopped, or asks an owner first. */
const run: FakeRun = async (session, agent, { signal }) => {
  if (session.task.includes('ask'))
    return agent.ask({ conversation: conversationId('phone', 'ana'), requester: ANA });
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return signal.reason === 'cancel' ? agent.end({ kind: 'cancelled' }) : { kind: 'suspended' };
};

let rig: GatewayRig;
let outside: FakeChannel;
const rigs: GatewayRig[] = [];

async function makeRig(): Promise<void> {
  outside = new FakeChannel('mcp');
  rig = await gatewayRig({ locale: 'en', access: ACCESS, channels: [new FakeChannel(), outside], run });
  rigs.push(rig);
  const { outsideAgents } = rig.store;
  outsideAgents.add({ name: 'ci', role: 'member', workspaces: undefined, madeAtMs: 1 }, TOKEN);
  outsideAgents.add({ name: 'other', role: 'member', workspaces: undefined, madeAtMs: 1 }, OTHER);
  // Owners are told in chats that they have written in.
  await rig.say('/status');
  await rig.say('/status', { chat: 'bob', sender: BOB });
}
beforeEach(makeRig);
afterEach(async () => {
  for (const one of rigs.splice(0)) await one.remove();
});

async function call(id: string, text: string, token = TOKEN): Promise<void> {
  const asked: OutsideCall = { kind: 'start' };
  const channel = { take: (message: InboundMessage) => outside.receiver.receive(message) };
  await takeCall({ token, id, text, call: asked } as never, { channel, store: rig.store, clock: rig.clock });
  await settled();
}

const begun = (id: string, agent = 'ci') => {
  const session = createOutsideTaskStore(rig.store.database).sessionOf(agent, id);
  return session === undefined ? undefined : rig.store.sessions.get(session);
};
const told = (): readonly [string, string][] =>
  rig.phone.sent.flatMap(({ chat, body }): [string, string][] =>
    'text' in body && body.text.includes('was revoked') ? [[chat, body.text]] : [],
  );

test('a running task is stopped, in its own step, and every owner is told once', async () => {
  await call('a', 'work on it');
  expect(begun('a')?.state.status).toBe('running');
  rig.store.outsideAgents.revoke('ci', 5);
  await rig.clock.advance(LOOK_MS);
  await rig.clock.advance(LOOK_MS);
  expect(begun('a')?.state.status).toBe('cancelled');
  expect(told().toSorted()).toEqual([
    ['ana', STOPPED_ONE],
    ['bob', STOPPED_ONE],
  ]);
});

test('its open question is withdrawn, and a yes to it does nothing', async () => {
  await call('a', 'ask first');
  rig.store.outsideAgents.revoke('ci', 5);
  await rig.clock.advance(LOOK_MS);
  await rig.say('yes');
  expect([begun('a')?.state.status, rig.store.approvals.listPending(conversationId('phone', 'ana'))]).toEqual(
    ['cancelled', []],
  );
});

test('all of its tasks are named in one message, and those of other agents go on', async () => {
  await call('a', 'work on it');
  await call('b', 'work on that');
  await call('c', 'work for another', OTHER);
  rig.store.outsideAgents.revoke('ci', 5);
  await rig.clock.advance(LOOK_MS);
  expect([begun('a')?.state.status, begun('b')?.state.status]).toEqual(['cancelled', 'cancelled']);
  expect(['running', 'queued']).toContain(begun('c', 'other')?.state.status);
  expect(told()[0]?.[1]).toContain('I stopped its 2 tasks:\n• work on it\n• work on that');
});

test('a token without open tasks is revoked without a word', async () => {
  rig.store.outsideAgents.revoke('ci', 5);
  await rig.clock.advance(LOOK_MS);
  expect(told()).toEqual([]);
});

test('revoked while no program runs, a task does not go on at the next start', async () => {
  await call('a', 'work on it');
  rig.store.outsideAgents.revoke('ci', 5);
  rig = await rig.restart();
  await settled();
  expect([begun('a')?.state.status, told().length]).toEqual(['cancelled', 2]);
});

/** Methods that change rows. */
const WRITES = new Set(['add', 'update', 'decide', 'run', 'runOnRow', 'markSending', 'markSent']);

test('wherever the program is killed, the task is stopped and each owner is told once', async () => {
  let deaths = 0;
  for (let n = 1; ; n += 1) {
    await makeRig();
    await call('a', 'work on it');
    rig.store.outsideAgents.revoke('ci', 5);
    const { store, died } = dyingAfter(n, rig.store, WRITES);
    const dying = await rig.restart({ store }).catch(() => undefined);
    await settled();
    await (dying ?? rig).clock.advance(LOOK_MS);
    rig = await rig.restart();
    await rig.clock.advance(LOOK_MS);
    const chats = new Set(
      rig.phone.sent.flatMap(({ id, body }) =>
        'text' in body && body.text.includes('was revoked') ? [id] : [],
      ),
    );
    expect([begun('a')?.state.status, chats.size]).toEqual(['cancelled', 2]);
    if (!died()) break;
    deaths = n;
  }
  expect(deaths).toBeGreaterThan(2);
}, 60_000);
