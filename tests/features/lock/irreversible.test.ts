import { expect, test } from 'vitest';
import type { Action } from '../../../src/contracts/commands.ts';
import type { ApprovalRecord, QuestionFacts } from '../../../src/contracts/store.ts';
import type { ApprovalId } from '../../../src/core/ids.ts';
import { isIrreversible, isIrreversibleCall } from '../../../src/features/lock/irreversible.ts';

const ID = 'k7x' as ApprovalId;
const TAME = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' } as const;
const SEEN = { writesOutsideGit: 'unknown', network: 'yes', undoable: 'no' } as const;
const UNKNOWN = { writesOutsideGit: 'unknown', network: 'unknown', undoable: 'unknown' } as const;

function asked(tool: string, details: string, facts: Partial<QuestionFacts> | undefined) {
  const all = facts && { reason: '', rule: 'unknown-command', risk: TAME, ...facts };
  return { tool, details, facts: all };
}

test.each([
  ['a push to the default branch', asked('git_push', '', { rule: 'push-default-branch' }), true],
  ['a push with force', asked('git_push', '', { rule: 'push-force' }), true],
  ['a push of files that decide what others run', asked('git_push', '', { rule: 'push-content' }), true],
  ['a push of which nothing is known', asked('git_push', '', undefined), true],
  ['a push of its own branch', asked('git_push', '', { rule: 'push-own-branch' }), false],
  ['a push of another branch', asked('git_push', '', { rule: 'push-foreign-branch' }), false],
  ['git push by command', asked('run_command', 'git push origin main', { risk: SEEN }), true],
  ['kubectl', asked('run_command', 'kubectl apply -f x.yaml', { risk: SEEN }), true],
  ['a deploy script', asked('run_command', 'npm run deploy', { risk: UNKNOWN }), true],
  [
    'a deploy script behind another command',
    asked('run_command', 'cd a && ./deploy.sh', { risk: UNKNOWN }),
    true,
  ],
  ['a publishing target', asked('run_command', 'make publish', { risk: UNKNOWN }), true],
  ['this program', asked('run_command', 'wasap people invite --role owner', { risk: UNKNOWN }), true],
  ['this program by its path', asked('run_command', '/usr/bin/wasap lock off', { risk: UNKNOWN }), true],
  ['the tests', asked('run_command', 'npm test', { risk: UNKNOWN }), false],
  ['a folder', asked('run_command', 'mkdir out', {}), false],
  ['an edit', asked('apply_patch', 'deploy.md\n+ deploy', {}), false],
  [
    "a server's deploy",
    asked('mcp__cloud__deploy', 'cloud.deploy_site\n{}', { rule: 'mcp-tool', risk: UNKNOWN }),
    true,
  ],
  [
    "a server's search",
    asked('use_tool', 'cloud.search\n{"q":"deploy"}', { rule: 'mcp-tool', risk: UNKNOWN }),
    false,
  ],
  ['a question in its own words', asked('request_user_approval', 'deploy it?', undefined), false],
])('%s', (_what, approval, expected) => {
  expect(isIrreversibleCall(approval)).toBe(expected);
});

const TESTS = asked('run_command', 'npm test', {}) as ApprovalRecord;
const known = { approvals: { get: (id: ApprovalId) => (id === ID ? TESTS : undefined) } } as never;
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
  ['an MCP server is shown', { kind: 'mcp.review', name: 'a', isYes: false } as Action, false],
  ['an MCP server is allowed', { kind: 'mcp.review', name: 'a', isYes: true } as Action, true],
  ['hooks are accepted', { kind: 'hooks.trust', change: 'accept' } as Action, true],
  ['hooks are revoked', { kind: 'hooks.trust', change: 'revoke' } as Action, false],
  ['a skill is trusted', { kind: 'skills.review', name: 'a', isYes: true } as Action, true],
  ['a command file is trusted', { kind: 'command-files.review', name: 'a', isYes: true } as Action, true],
  ['a specialist is trusted', { kind: 'secretary.trust', answer: 'yes' } as Action, true],
  ['a specialist is asked about', { kind: 'secretary.trust', answer: 'ask' } as Action, false],
  ['a permission is taken back', { kind: 'revoke', grants: 'all' }, false],
])('%s', (_what, action, expected) => {
  expect(isIrreversible(action, known)).toBe(expected);
});
