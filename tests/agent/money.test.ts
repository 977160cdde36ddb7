import { afterEach, expect, test } from 'vitest';
import { MONEY_CALL, MONEY_QUESTION } from '../../src/contracts/session.ts';
import type { ConversationId } from '../../src/core/ids.ts';
import { type AgentRig, agentRig, SESSION, type Step } from '../support/agent-rig.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

/** Each reply of the rig costs 300 millionths of a dollar: the third would be the first beyond this. */
const CAP = { maxCostMicroUsd: 500 };
const WORK: readonly Step[] = [
  { calls: [['change', { name: 'a' }]] },
  { calls: [['change', { name: 'b' }]] },
  { text: 'Here is what I have.' },
];

async function parked(steps: readonly Step[] = WORK): Promise<void> {
  rig = agentRig({ steps, limits: CAP });
  rig.create({ task: 'fix the login' });
  await rig.run();
}

function question() {
  return rig.store.approvals.findByCall(SESSION, MONEY_CALL);
}

/** As the gateway stores an answer. */
function choose(scope: 'once' | 'finish'): void {
  const { store } = rig;
  const asked = question();
  if (asked === undefined) throw new Error('nothing was asked');
  store.approvals.decide(asked.id, { state: 'approved', answer: scope, scope, atMs: 1 });
  const extraMicroUsd = scope === 'once' ? 1_000_000 : 0;
  store.sessions.update(SESSION, { state: { status: 'queued' }, usage: { extraMicroUsd }, atMs: 1 });
}

test('at the cap the session is parked, and the person is asked in place of a report', async () => {
  await parked();
  expect({ status: rig.session().state.status, reason: rig.session().state.reason, said: rig.said }).toEqual({
    status: 'parked',
    reason: 'money',
    said: ['round 1', 'round 2', `ask ${MONEY_QUESTION}: `],
  });
  expect(question()).toMatchObject({
    state: 'pending',
    requester: rig.session().owner,
    question: { tool: MONEY_QUESTION, text: 'fix the login\nSpent so far: $0.001 of $0.001.' },
  });
});

test('for a task of another agent those are asked who answer for it', async () => {
  const conversation = 'console:local' as ConversationId;
  rig = agentRig({ steps: WORK, limits: CAP, approvers: () => [{ requester: 'local', conversation }] });
  rig.create({ owner: 'mcp:ci', conversation: 'mcp:ci' as ConversationId });
  await rig.run();
  expect(question()).toMatchObject({ requester: 'local', conversation, question: { tool: MONEY_QUESTION } });
});

test('where nobody answers for it, the task is parked and reported', async () => {
  rig = agentRig({ steps: WORK, limits: CAP, approvers: () => [] });
  rig.create({ owner: 'mcp:ci', conversation: 'mcp:ci' as ConversationId });
  expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'money' });
  expect([question(), rig.said.some((line) => line.startsWith('ask'))]).toEqual([undefined, false]);
});

test('with one more dollar it goes on where it stood', async () => {
  await parked();
  const before = rig.store.history.all(SESSION);
  choose('once');
  expect(await rig.run()).toEqual({ kind: 'done', text: 'Here is what I have.' });
  expect(rig.store.history.all(SESSION).slice(0, before.length)).toEqual(before);
  expect(rig.requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'auto', 'auto']);
});

test('"finish what you have" is one reply without tools, and it is told so', async () => {
  await parked();
  choose('finish');
  expect(await rig.run()).toEqual({
    kind: 'parked',
    reason: 'money',
    detail: '',
    text: 'Here is what I have.',
  });
  expect(rig.requests.at(-1)?.toolChoice).toBe('none');
  expect(JSON.stringify(rig.requests.at(-1)?.messages.at(-1))).toContain('finish with what there is');
  expect(question()).toMatchObject({ state: 'approved', answer: { scope: 'finish' }, used: true });
});

test('after its closing reply the session asks anew before it costs more', async () => {
  await parked();
  choose('finish');
  await rig.run();
  const [first, asked] = [question()?.id, rig.requests.length];
  rig.store.sessions.update(SESSION, { state: { status: 'queued' }, atMs: 2 });
  expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'money' });
  expect(question()).toMatchObject({ state: 'pending' });
  expect([question()?.id === first, rig.requests.length]).toEqual([false, asked]);
});

test('calls of a reply that was to be the last are closed, not run', async () => {
  await parked([...WORK.slice(0, 2), { text: 'One more:', calls: [['change', { name: 'c' }]] }]);
  choose('finish');
  expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'money', text: 'One more:' });
  expect(rig.ran).not.toContain('+c');
});

test('a crash at any commit of the way asks once, and answers are not lost', { tags: 'full' }, async () => {
  for (let crash = 1; crash < 30; crash += 1) {
    rig = agentRig({ steps: WORK, limits: CAP });
    rig.create();
    rig.crashAtCommit(crash);
    const ended = await runThrough();
    rig.crashAtCommit(Number.POSITIVE_INFINITY);
    expect(ended).toMatchObject({ kind: 'parked', reason: 'money' });
    expect(rig.store.approvals.listPending(rig.session().conversation)).toHaveLength(1);
    choose('finish');
    rig.crashAtCommit(crash);
    const closed = await runThrough();
    expect(closed).toMatchObject({ kind: 'parked', reason: 'money', text: 'Here is what I have.' });
    expect(question()).toMatchObject({ state: 'approved', used: true });
    rig.remove();
  }
  rig = agentRig({ steps: WORK });
});

/** Runs again after a crash, as the next program does. */
async function runThrough() {
  for (;;) {
    try {
      return await rig.run();
    } catch (error) {
      if (!String(error).includes('killed here')) throw error;
      rig.crashAtCommit(Number.POSITIVE_INFINITY);
    }
  }
}

test('a request that is known to pass the cap is not made', async () => {
  // The first reply costs 300; what it counted, sent again from the cache, 22 at least.
  rig = agentRig({ steps: WORK, limits: { maxCostMicroUsd: 310 } });
  rig.create();
  expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'money' });
  expect({ requests: rig.requests.length, cost: rig.session().usage.costMicroUsd }).toEqual({
    requests: 1,
    cost: 300,
  });
});

test('without a cap nothing is asked', async () => {
  rig = agentRig({ steps: WORK, limits: { maxCostMicroUsd: undefined } });
  rig.create();
  expect(await rig.run()).toEqual({ kind: 'done', text: 'Here is what I have.' });
});
