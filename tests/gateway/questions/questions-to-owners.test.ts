import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccessList } from '../../../src/contracts/access.ts';
import { type ApprovalId, type CallId, conversationId } from '../../../src/core/ids.ts';
import { ANA, approvalRecord, type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

const EVA = '34600777888';
const BEA = '34600333444';
const ACCESS: AccessList = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: EVA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: undefined },
  ],
  groups: [],
};
const ANAS = conversationId('phone', 'ana');
const EVAS = conversationId('phone', 'eva');
const MINUTE = 60_000;

/** A question about the task of a member, asked of both owners. */
const asking: FakeRun = async (session, agent) => {
  if (rig.store.approvals.listOfSession(session.id).length > 0)
    return agent.end({ kind: 'done', text: 'Went on.' });
  const approval = approvalRecord({
    session: session.id,
    call: 'call-1' as CallId,
    conversation: ANAS,
    messageId: 'Q-ana',
    askedAtMs: rig.clock.nowMs(),
  });
  const copies = [{ conversation: EVAS, requester: EVA, messageId: 'Q-eva' }];
  rig.store.approvals.create(approval, copies);
  agent.change({ state: { status: 'waiting' } });
  rig.outgoing.announcer.ask({ approval, copies, session });
  rig.outgoing.nudge();
  return { kind: 'waiting', approvalId: approval.id };
};

const fromAna = { chat: 'ana', sender: ANA };
const fromEva = { chat: 'eva', sender: EVA };
let rig: GatewayRig;
beforeEach(async () => {
  rig = await gatewayRig({ locale: 'en', access: ACCESS, run: asking });
  await rig.say('/agent fetch it', { chat: 'bea', sender: BEA });
});
afterEach(() => rig.remove());

const to = (chat: string) =>
  rig.phone.sent.flatMap((sent) => (sent.chat === chat && sent.body.kind === 'text' ? [sent.body.text] : []));
const approval = () => rig.store.approvals.get('k7x' as ApprovalId);

test('a question about the task of a member reaches every owner, in their own chat', () => {
  const asked = [to('ana'), to('eva')].map((texts) =>
    texts.filter((text) => text.includes('curl https://example.com')),
  );
  expect(asked.map((texts) => texts.length)).toEqual([1, 1]);
  expect(to('bea').at(-1)).toMatch(/I asked: k7x/);
});

test.each([
  ['Ana', 'eva', fromAna, fromEva, ANA, 'Q-eva'],
  ['Eva', 'ana', fromEva, fromAna, EVA, 'Q-ana'],
] as const)(
  '%s answers first: the other is told, and an answer of theirs is told so',
  async (_who, other, first, second, by, question) => {
    await rig.say('yes', first);
    expect({ state: approval()?.state, by: approval()?.answer?.by, told: to(other).at(-1) }).toEqual({
      state: 'approved',
      by,
      told: `✅ +${by} allowed k7x: \`curl https://example.com\``,
    });
    const late = `Already allowed by +${by}: \`curl https://example.com\``;
    for (const [text, change] of [
      ['no', { quotedId: question }],
      ['/reject k7x', {}],
      ['no k7x', {}],
    ] as const) {
      await rig.say(text, { ...second, ...change });
      expect([text, to(other).at(-1), approval()?.state]).toEqual([text, late, 'approved']);
    }
    expect(rig.started).toEqual(['fetch it', 'fetch it']);
  },
);

test('nobody but those who were asked answers, the member neither', async () => {
  await rig.say('/approve k7x', { chat: 'bea', sender: BEA });
  await rig.say('/approve k7x', { chat: 'eva', sender: ANA });
  expect([approval()?.state, to('bea').at(-1), to('eva').at(-1)]).toEqual([
    'pending',
    "There's no question k7x in this chat.",
    'Only the person who started this task can answer.',
  ]);
});

test('every owner is reminded, and answers after a restart', async () => {
  await rig.clock.advance(30 * MINUTE);
  expect([to('ana').at(-1), to('eva').at(-1)]).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^⏳ I'm still waiting for your answer to k7x/)),
  );
  rig = await rig.restart();
  await rig.say('no', fromEva);
  expect([approval()?.state, to('ana').at(-1)]).toEqual([
    'rejected',
    `❌ +${EVA} denied k7x: \`curl https://example.com\``,
  ]);
});

test('an owner who asks back is told what it is for, and nothing that was said in the chat of the member', async () => {
  const [{ id } = { id: undefined }] = rig.sessions();
  const content = [{ type: 'text', text: 'Said to Bea alone.' }];
  if (id !== undefined) rig.store.history.append(id, 0, { role: 'assistant', content });
  await rig.say('what for?', fromAna);
  expect([to('ana').at(-1)?.split('\n').slice(0, 3), approval()?.state]).toEqual([
    [`(a task of +${BEA})`, '❓ May I run this command?', '`curl https://example.com`'],
    'pending',
  ]);
});
