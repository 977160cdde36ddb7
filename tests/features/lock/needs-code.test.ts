import { expect, test } from 'vitest';
import type { Action, FeatureAction } from '../../../src/contracts/commands.ts';
import type { ApprovalRecord } from '../../../src/contracts/store.ts';
import type { ApprovalId } from '../../../src/core/ids.ts';
import { needsCode } from '../../../src/features/lock/code-needed.ts';

const ID = 'k7x' as ApprovalId;
const RISK = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' } as const;
const TESTS = {
  question: {
    tool: 'run_command',
    details: 'npm test',
    facts: { reason: '', rule: 'unknown-command', risk: RISK },
  },
} as ApprovalRecord;
const known = {
  store: { approvals: { get: (id: ApprovalId) => (id === ID ? TESTS : undefined) } },
  grants: ({ kind }: FeatureAction) => kind === 'a.grant',
};
const answer = (scope: 'once' | 'session' | 'always' | 'prefix' | undefined, approval = ID): Action => ({
  kind: 'answer',
  approval,
  scope,
  words: '',
});

test.each<[string, Action, boolean]>([
  ['a yes to the tests', answer('once'), false],
  ['for this task', answer('session'), false],
  ['always', answer('always'), true],
  ['always, with any arguments', answer('prefix'), true],
  ['a no', answer(undefined), false],
  ['a yes to nobody knows what', answer('once', 'zzz' as ApprovalId), true],
  ['a no to nobody knows what', answer(undefined, 'zzz' as ApprovalId), false],
  ['words', { kind: 'reply', text: 'hi' }, false],
  ['what its handler says gives something that lasts', { kind: 'a.grant' }, true],
  ['what its handler says gives nothing', { kind: 'a.look' }, false],
  ['a permission is taken back', { kind: 'revoke', grants: 'all' }, false],
])('%s', (_what, action, expected) => {
  expect(needsCode(action, known)).toBe(expected);
});
