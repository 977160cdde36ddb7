import { describe, expect, test } from 'vitest';
import type { CallFacts } from '../../src/contracts/policy.ts';
import { callRules } from '../../src/policy/call-rules.ts';

type Case = readonly [CallFacts['effect'], CallFacts['mode'], boolean, string | undefined];

const cases: readonly Case[] = [
  ['reads', 'talk', false, undefined],
  ['reads', 'agent', false, undefined],
  ['reads', 'agent', true, undefined],
  ['asks', 'agent', false, undefined],
  ['asks', 'talk', true, 'talk-only-reads'],
  ['writes', 'talk', true, 'talk-only-reads'],
  ['executes', 'talk', false, 'talk-only-reads'],
  ['writes', 'agent', false, 'write-gate'],
  ['executes', 'agent', false, 'write-gate'],
  ['network', 'agent', false, 'write-gate'],
  ['writes', 'agent', true, undefined],
  ['executes', 'agent', true, undefined],
  ['network', 'agent', true, undefined],
];

test.each(cases)('%s in a session of mode %s, writing enabled: %s', (effect, mode, writeEnabled, rule) => {
  const verdict = callRules({ tool: 'some_tool', effect, input: {}, mode, writeEnabled });
  expect(verdict?.rule).toBe(rule);
});

test.each([
  ['git_push', 'network', 'dry-run', 'dry-run'],
  ['run_command', 'executes', 'dry-run', undefined],
  ['git_commit', 'writes', 'dry-run', undefined],
  ['git_create_branch', 'writes', 'dry-run', 'own-branch'],
  ['git_create_branch', 'writes', 'branch', 'own-branch'],
  ['git_create_branch', 'writes', undefined, undefined],
  ['git_push', 'network', 'branch', undefined],
] as const)('%s (%s) apart as %s', (tool, effect, worktree, rule) => {
  expect(callRules({ tool, effect, input: {}, mode: 'agent', writeEnabled: true, worktree })?.rule).toBe(
    rule,
  );
});

test.each([
  [{ command: 'git commit -m "fix: a"' }, 'branch', 'commit-apart'],
  [{ command: 'git add -A && git commit -qm x' }, 'dry-run', 'commit-apart'],
  [{ command: 'CI=1 git -C . -c user.name=x commit' }, 'branch', 'commit-apart'],
  [{ command: '/usr/bin/git', args: ['commit', '-m', 'x'] }, 'branch', 'commit-apart'],
  [{ command: 'git fetch || git merge origin/main' }, 'branch', 'commit-apart'],
  [{ command: 'git', args: ['rebase', '--abort'] }, 'branch', 'commit-apart'],
  [{ command: 'git merge-base HEAD main' }, 'branch', undefined],
  [{ command: 'git log --grep commit' }, 'branch', undefined],
  [{ command: 'grep -rn "git commit" docs' }, 'branch', undefined],
  [{ command: 'git commit -m x' }, undefined, undefined],
] as const)('the command %j apart as %s', (input, worktree, rule) => {
  const facts = { tool: 'run_command', effect: 'executes', mode: 'agent', writeEnabled: true } as const;
  expect(
    callRules({
      ...facts,
      input: { ...input, ...('args' in input ? { args: [...input.args] } : {}) },
      worktree,
    })?.rule,
  ).toBe(rule);
});

describe('a refusal says what to do', () => {
  const facts: CallFacts = {
    tool: 'run_command',
    effect: 'executes',
    input: {},
    mode: 'agent',
    writeEnabled: false,
  };

  test('when writing is switched off', () => {
    expect(callRules(facts)).toEqual({
      kind: 'deny',
      rule: 'write-gate',
      reason:
        'run_command is switched off: this program is read-only. Its owner can set AGENT_WRITE_ENABLED=true and restart it.',
    });
  });

  test('when the session only talks', () => {
    expect(callRules({ ...facts, mode: 'talk' })).toEqual({
      kind: 'deny',
      rule: 'talk-only-reads',
      reason:
        'run_command is not available in this conversation, which only reads. "/agent <task>" starts one that may change things.',
    });
  });
});
