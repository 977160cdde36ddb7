import { afterEach, expect, test } from 'vitest';
import type { ApprovalRecord } from '../../../src/contracts/store.ts';
import { subjectOfGrant } from '../../../src/policy/standing-grants.ts';
import type { ApprovalDifference } from '../../support/approval-difference.ts';
import { ANA, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
afterEach(() => rig?.remove());

const PAGE: ApprovalDifference = {
  question: {
    tool: 'web_fetch',
    details: 'https://example.org/guide',
    grant: 'web:example.org',
    offers: undefined,
  },
};

/** A task that asks once, and goes on after the answer. */
async function asking(change: ApprovalDifference = PAGE): Promise<void> {
  let hasAsked = false;
  rig = await gatewayRig({
    locale: 'en',
    allowed: [ANA],
    run: async (_session, agent) => {
      if (hasAsked) return agent.end({ kind: 'done', text: '' });
      hasAsked = true;
      return agent.ask(change);
    },
  });
  await rig.say('/agent read the guide');
}

const inForce = () =>
  rig
    .sessions()
    .flatMap((session) => rig.store.grants.listForSession(session))
    .map(({ scope, kind, words }) => ({ scope, kind, words }));

test('a question with a name that is about something offers this call, its task, and always here', async () => {
  await asking();
  expect(rig.phone.texts.at(-1)?.split('\n').slice(-3)).toEqual([
    '1 yes · 2 no',
    '3 for this task · 4 always here',
    '(or /approve k7x, /reject k7x why)',
  ]);
});

test.each([
  ['yes', [], '✅ Allowed. Continuing.'],
  ['no', [], undefined],
  [
    '3',
    [{ scope: 'session', kind: 'name', words: ['web:example.org'] }],
    '✅ Allowed for this task. Continuing.',
  ],
  ['for this task', [{ scope: 'session', kind: 'name', words: ['web:example.org'] }], undefined],
  [
    '4',
    [{ scope: 'always', kind: 'name', words: ['web:example.org'] }],
    '✅ Always allowed here. Continuing.',
  ],
  ['siempre aquí', [{ scope: 'always', kind: 'name', words: ['web:example.org'] }], undefined],
] as const)('%s grants what it says and nothing more', async (words, granted, firstLine) => {
  await asking();
  await rig.say(words);
  expect(inForce()).toEqual(granted);
  if (firstLine !== undefined) expect(rig.phone.texts.some((text) => text.startsWith(firstLine))).toBe(true);
});

test('any arguments are only for commands: the question stays open', async () => {
  await asking();
  await rig.say('5');
  expect(rig.store.approvals.get('k7x' as ApprovalRecord['id'])?.state).toBe('pending');
  expect(rig.phone.texts.at(-1)).toContain('only a command can be allowed with any arguments');
});

test('a yes to any other name holds for its task', async () => {
  await asking({ question: { ...PAGE.question, tool: 'git_push', grant: 'push' } });
  await rig.say('yes');
  expect(inForce()).toEqual([{ scope: 'session', kind: 'name', words: ['push'] }]);
});

test('/policy says what it is about', async () => {
  await asking();
  await rig.say('always here');
  await rig.say('/policy');
  expect(rig.phone.texts.at(-1)?.split('\n')).toContain('1. pages of `example.org`');
});

test.each([
  ['web:example.org', 'example.org'],
  ['mcp:github.create_issue#1f2e3d', 'github.create_issue'],
  ['push', ''],
])('%s is about %j', (name, subject) => {
  expect(subjectOfGrant(name)).toBe(subject);
});
