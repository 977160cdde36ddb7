import { afterEach, expect, test } from 'vitest';
import type { Gesture } from '../../../src/contracts/channel.ts';
import type { GrantOffers } from '../../../src/contracts/grants.ts';
import type { ApprovalRecord } from '../../../src/contracts/store.ts';
import { pollIdOf, questionIdOf } from '../../../src/core/ids.ts';
import { createPullRequestStore } from '../../../src/features/pull-requests/pull-request.ts';
import type { ApprovalDifference } from '../../support/approval-difference.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { ANA, type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { sideBySide } from '../../support/side-by-side.ts';

const QUESTION = '3EB0AABBCCDDEEFF001122';
const POLL = pollIdOf(QUESTION);

let rig: GatewayRig;
afterEach(() => rig.remove());

const offers: GrantOffers = {
  facts: { program: '/usr/bin/git', executable: '/usr/bin/git', folder: '/p', environment: 'e', scripts: [] },
  outside: [],
  access: { network: false, writable: [] },
  session: { kind: 'offered', words: ['git', 'fetch'] },
  always: { kind: 'offered', words: ['git', 'fetch'] },
  prefix: { kind: 'refused', why: 'unlisted' },
};

/** A task that asks once, and is done when it was answered. */
async function asked(change: ApprovalDifference = {}): Promise<void> {
  let runs = 0;
  const run: FakeRun = async (_session, agent) => {
    runs += 1;
    if (runs > 1) return agent.end({ kind: 'done', text: '' });
    return agent.ask({ messageId: QUESTION, ...change, question: { offers, ...change.question } });
  };
  rig = await gatewayRig({ locale: 'es', run, channels: [new FakeChannel('phone', { poll: true })] });
  await rig.say('/agent one');
}

function answer() {
  const approval = rig.store.approvals.get('k7x' as ApprovalRecord['id']);
  return approval && { state: approval.state, scope: approval.answer?.scope };
}

const gesture = (made: Gesture, sender = '34600111222') => rig.say('', { gesture: made, sender });

test('where there are polls, a question comes with one that holds its choices', async () => {
  await asked();
  expect(rig.phone.sent.filter(({ body }) => body.kind === 'poll')).toEqual([
    {
      id: POLL,
      chat: 'ana',
      mayRepeat: false,
      body: {
        kind: 'poll',
        question: '❓ ¿Ejecuto este comando?',
        choices: ['✅ Sí, una vez', '🔁 Sí, en esta tarea', '📌 Sí, siempre aquí', '❌ No lo hagas'],
      },
    },
  ]);
});

test('a poll is named with its code only where another question is open in its chat', async () => {
  const run: FakeRun = async ({ task }, agent) => {
    const id = (task === 'one' ? 'k7x' : 'm2p') as ApprovalRecord['id'];
    return agent.ask({ id, messageId: `ASK-${id}`, question: { bindingHash: task } });
  };
  const channels = [new FakeChannel('phone', { poll: true })];
  rig = await gatewayRig({ locale: 'es', run, channels, ...sideBySide() });
  await rig.say('/agent one');
  await rig.say('/agent two');
  const polls = rig.phone.sent.flatMap(({ body }) => (body.kind === 'poll' ? [body.question] : []));
  expect(polls).toEqual(['❓ ¿Ejecuto este comando?', '#2 ❓ ¿Ejecuto este comando? (m2p)']);
});

test('a poll is named with its code beside a question of another kind', async () => {
  const run: FakeRun = async ({ task }, agent) =>
    task === 'one' ? agent.end({ kind: 'done', text: 'Done.' }) : agent.ask({ messageId: `ASK-${task}` });
  rig = await gatewayRig({ locale: 'es', run, channels: [new FakeChannel('phone', { poll: true })] });
  await rig.say('/agent one');
  const [task] = rig.sessions();
  if (task === undefined) throw new Error('there is no task');
  const { id: session, conversation } = task;
  const pulls = createPullRequestStore(rig.store.database);
  const about = { repository: 'o/r', number: 7, session };
  pulls.follow({ ...about, url: 'https://example.org', nextAtMs: 0, untilMs: 1 });
  pulls.ask({
    ...about,
    id: 'P7',
    conversation,
    requester: ANA,
    about: 'behind',
    choices: ['update', 'ignore'],
    material: '',
    state: 'open',
    askedAtMs: rig.clock.nowMs(),
  });
  await rig.say('/agent two');
  const polls = rig.phone.sent.flatMap(({ body }) => (body.kind === 'poll' ? [body.question] : []));
  expect(polls).toEqual(['❓ ¿Ejecuto este comando? (k7x)']);
});

test.each<[string, Gesture, ReturnType<typeof answer>]>([
  [
    'a vote for once',
    { kind: 'vote', target: POLL, choices: ['✅ Sí, una vez'] },
    { state: 'approved', scope: 'once' },
  ],
  [
    'a vote for this task',
    { kind: 'vote', target: POLL, choices: ['🔁 Sí, en esta tarea'] },
    { state: 'approved', scope: 'session' },
  ],
  [
    'a vote for always, in the other language',
    { kind: 'vote', target: POLL, choices: ['📌 Yes, always here'] },
    { state: 'approved', scope: 'always' },
  ],
  [
    'a vote for every line of allowed parts',
    { kind: 'vote', target: POLL, choices: ['🔁 Sí, y líneas parecidas en esta tarea'] },
    { state: 'approved', scope: 'session' },
  ],
  [
    'a vote for no',
    { kind: 'vote', target: POLL, choices: ['❌ No lo hagas'] },
    { state: 'rejected', scope: undefined },
  ],
  [
    'a thumb on the question',
    { kind: 'reaction', target: QUESTION, emoji: '👍' },
    { state: 'approved', scope: 'once' },
  ],
  [
    'a dark thumb on the poll',
    { kind: 'reaction', target: POLL, emoji: '👎🏿' },
    { state: 'rejected', scope: undefined },
  ],
])('%s answers', async (_, made, expected) => {
  await asked();
  await gesture(made);
  expect(answer()).toEqual(expected);
});

test.each<[string, Gesture]>([
  ['a vote that was taken back', { kind: 'vote', target: POLL, choices: [] }],
  ['a vote for something that was never offered', { kind: 'vote', target: POLL, choices: ['Yes'] }],
  ['a heart', { kind: 'reaction', target: QUESTION, emoji: '❤️' }],
  ['a reaction that was taken back', { kind: 'reaction', target: QUESTION, emoji: '' }],
  ['a thumb on another message', { kind: 'reaction', target: 'ANOTHER', emoji: '👍' }],
])('%s answers nothing, and nothing is said about it', async (_, made) => {
  await asked();
  const before = rig.phone.sent.length;
  await gesture(made);
  expect([answer(), rig.phone.sent.length]).toEqual([{ state: 'pending', scope: undefined }, before]);
});

test('a vote for a choice that this question does not have leaves it open', async () => {
  await asked({ question: { offers: undefined } });
  await gesture({ kind: 'vote', target: POLL, choices: ['📌 Sí, siempre aquí'] });
  expect(answer()).toEqual({ state: 'pending', scope: undefined });
});

test('a second vote is told what was decided', async () => {
  await asked();
  await gesture({ kind: 'vote', target: POLL, choices: ['❌ No lo hagas'] });
  await gesture({ kind: 'vote', target: POLL, choices: ['✅ Sí, una vez'] });
  expect([answer()?.state, rig.phone.texts.at(-1)]).toEqual([
    'rejected',
    'Ya estaba rechazado: `curl https://example.com`',
  ]);
});

test('forwarded words answer and command nothing', async () => {
  await asked();
  await rig.say('sí', { forwarded: true });
  await rig.say('/approve k7x', { forwarded: true });
  await rig.say('/cancel', { forwarded: true });
  expect([answer()?.state, rig.sessions()[0]?.state.status]).toEqual(['pending', 'waiting']);
});

test('a poll is known by its question, and an ordinary message is its own', () => {
  expect([questionIdOf(POLL), questionIdOf(QUESTION), questionIdOf('AB01')]).toEqual([
    QUESTION,
    QUESTION,
    'AB01',
  ]);
});
