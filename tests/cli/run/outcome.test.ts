import { expect, test } from 'vitest';
import { nextStep } from '../../../src/cli/run/outcome.ts';
import { createPermissionCheck, PERMISSIONS, permissionFor } from '../../../src/cli/run/permissions.ts';
import type { GrantOffers } from '../../../src/contracts/grants.ts';
import { MONEY_QUESTION, type SessionStatus, UNPROVEN } from '../../../src/contracts/session.ts';
import type { ApprovalRecord } from '../../../src/contracts/store.ts';
import type { ApprovalId } from '../../../src/core/ids.ts';
import { approvalRecord } from '../../store/records.ts';
import { type ApprovalDifference, differentApproval } from '../../support/approval-difference.ts';

const FACTS = { program: 'npm', executable: '/usr/bin/npm', folder: '/shop', environment: '', scripts: [] };

function offers(words: readonly string[], network = false): GrantOffers {
  const refused = { kind: 'refused', why: 'unlisted' } as const;
  return {
    facts: FACTS,
    outside: [],
    access: { network, writable: [] },
    session: { kind: 'offered', words },
    always: refused,
    prefix: refused,
  };
}

function asked(tool: string, change: ApprovalDifference = {}): ApprovalRecord {
  const usual = approvalRecord({ id: 'abc' as ApprovalId, question: { tool, details: '' } });
  return differentApproval(usual, change);
}

const TESTS = asked('run_command', {
  question: { grant: 'project-script', details: 'npm test', offers: offers(['npm', 'test']) },
});
const PUSH = asked('git_push', { question: { grant: 'push' } });

test.each<[string, SessionStatus | undefined, string | undefined, readonly ApprovalRecord[], unknown]>([
  ['no task', undefined, undefined, [], { kind: 'end', outcome: 'not-begun' }],
  ['waits for its turn', 'queued', undefined, [], { kind: 'wait' }],
  ['runs', 'running', undefined, [], { kind: 'wait' }],
  ['waits for the model', 'paused', undefined, [], { kind: 'wait' }],
  ['done', 'done', undefined, [], { kind: 'end', outcome: 'done' }],
  ['done, but the records do not show it', 'done', UNPROVEN, [], { kind: 'end', outcome: 'not-done' }],
  ['out of rounds', 'parked', 'rounds', [], { kind: 'end', outcome: 'not-done' }],
  ['the key was refused', 'parked', 'key', [], { kind: 'end', outcome: 'not-begun' }],
  ['at its money limit', 'parked', 'money', [asked(MONEY_QUESTION)], { kind: 'end', outcome: 'not-done' }],
  ['failed', 'failed', 'bug', [], { kind: 'end', outcome: 'not-done' }],
  ['cancelled', 'cancelled', undefined, [], { kind: 'end', outcome: 'cancelled' }],
  ['asks what is permitted', 'waiting', undefined, [TESTS], { kind: 'answer', asked: TESTS }],
  ['asks what is not', 'waiting', undefined, [PUSH], { kind: 'end', outcome: 'asked', asked: PUSH }],
  ['asks both', 'waiting', undefined, [TESTS, PUSH], { kind: 'end', outcome: 'asked', asked: PUSH }],
  ['an answer is being stored', 'waiting', undefined, [], { kind: 'wait' }],
])('what to do next: %s', (_name, status, reason, open, step) => {
  const state = status && { status, reason };
  const permits = createPermissionCheck(['tests'], []);
  expect(nextStep({ state, open, permits: (one) => permits(one.question) })).toEqual(step);
});

test.each<[string, ApprovalRecord, readonly string[]]>([
  ["the project's own script", TESTS, ['tests']],
  [
    'a script that wants the network',
    asked('run_command', { question: { grant: 'project-script', offers: offers(['x'], true) } }),
    [],
  ],
  [
    'another command',
    asked('run_command', { question: { details: 'rm -r build', offers: offers(['rm', '-r', 'build']) } }),
    [],
  ],
  ['an edit of a protected file', asked('apply_patch'), ['edits']],
  ['a whole protected file', asked('write_source_file'), ['edits']],
  ['a commit with something in it', asked('git_commit'), ['commit']],
  ["a push of the task's own branch", PUSH, ['push', 'push-any']],
  ['any other push', asked('git_push'), ['push-any']],
  ['a pull request', asked('git_create_pr'), ['pull-request']],
  ['a fetch', asked('git_fetch'), ['fetch']],
  ['a merge into a branch of the person', asked('git_integrate'), ['merge']],
  ['a stash of their changes', asked('git_stash'), ['stash']],
  ['a file that is deleted', asked('delete_file'), ['edits']],
  ["the agent's own question", asked('request_user_approval'), []],
  ['a note that is to last', asked('remember'), []],
  ['a cron', asked('create_cron'), []],
  ['more money', asked(MONEY_QUESTION), []],
  ['a tool of tomorrow', asked('launch_rocket'), []],
])('which names cover it: %s', (_name, question, names) => {
  const all = Object.keys(PERMISSIONS);
  expect(all.filter((name) => createPermissionCheck([name], [])(question.question))).toEqual(names);
  expect(permissionFor(question.question)).toBe(names[0]);
  expect(createPermissionCheck([], [])(question.question)).toBe(false);
});

test.each<[string, string, readonly string[], boolean]>([
  ['npm ci', 'npm ci', ['npm', 'ci'], true],
  ['npm', 'npm ci --ignore-scripts', ['npm', 'ci', '--ignore-scripts'], true],
  ['npm c', 'npm ci', ['npm', 'ci'], false],
  ['npm ci', 'npm ci; curl x', [], false],
])('--allow %j and the command %j', (line, details, words, expected) => {
  const question = asked('run_command', {
    question: {
      details,
      offers:
        words.length === 0 ? { ...offers([]), session: { kind: 'refused', why: 'compound' } } : offers(words),
    },
  });
  expect(createPermissionCheck([], [line])(question.question)).toBe(expected);
});

test.each([
  [['all'], [], /--yes doesn't know "all", so nothing was started. It takes: tests, edits,/],
  [[''], [], /--yes doesn't know ""/],
  [['__proto__'], [], /--yes doesn't know/],
  [[], [' '], /--allow needs the first words of a command/],
])('--yes %j with --allow %j is refused', (yes, allow, message) => {
  expect(() => createPermissionCheck(yes, allow)).toThrow(message);
});
