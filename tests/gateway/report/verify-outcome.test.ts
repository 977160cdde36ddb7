import { describe, expect, test } from 'vitest';
import { type Doubt, doubtsIn, type ReportEvidence } from '../../../src/gateway/report/verify-outcome.ts';
import type { WorkDone } from '../../../src/gateway/report/work-done.ts';
import { NO_WORK } from '../../support/no-work.ts';
import { sessionRecord } from '../../support/session-record.ts';

const COMMITTED = { commits: [{ hash: 'a1b2c3d4e5f6', subject: 'fix' }], didSomething: true };
const TESTED: Partial<WorkDone> = {
  tests: {
    last: { counts: { passed: 12, failed: 0, skipped: 0 }, exitCode: 0 },
    proof: 'passed',
    passedCounts: [3, 12],
  },
  didSomething: true,
};

const MERGED = { kind: 'merge', from: 'origin/main', branch: 'fix', open: undefined, isFresh: true } as const;

interface Case {
  readonly task?: string;
  readonly text: string;
  readonly work?: Partial<WorkDone>;
  readonly mentions?: readonly string[];
  readonly mode?: 'agent' | 'talk';
}

function doubts({
  task = 'fix the login bug',
  text,
  work,
  mentions = [],
  mode = 'agent',
}: Case): readonly Doubt[] {
  const judged: ReportEvidence = {
    session: sessionRecord({ task, mode }),
    outcome: { kind: 'done', text },
    work: { ...NO_WORK, ...work },
    plan: undefined,
    mentions: (word) => mentions.includes(word),
  };
  return doubtsIn(judged);
}

const DEADBEE = 'I fixed the bug, all tests pass, committed as deadbee.';
const failed = (tool: string, why: string): Partial<WorkDone> => ({
  failures: [{ tool, why }],
  didSomething: true,
});

describe('what the first line of a report may not call done', () => {
  test.each<[string, Case, readonly Doubt[]]>([
    [
      'a claim of everything with no call at all',
      { text: DEADBEE },
      [{ kind: 'claimed-change' }, { kind: 'claimed-commit' }, { kind: 'claimed-tests' }],
    ],
    [
      'an edit and a commit that does not exist',
      { text: 'Fixed and committed as deadbee.', work: { didSomething: true } },
      [{ kind: 'claimed-commit' }],
    ],
    [
      'a commit that leaves out what lies in a submodule',
      { text: 'All is committed.', work: { ...COMMITTED, uncommittedIn: ['lib/sub'] } },
      [{ kind: 'uncommitted-in', folders: ['lib/sub'] }],
    ],
    [
      'another commit than the one that was made',
      { text: 'Committed as deadbee.', work: COMMITTED },
      [{ kind: 'claimed-commit' }],
    ],
    [
      'a push that was not made',
      { text: 'Committed and pushed.', work: COMMITTED },
      [{ kind: 'claimed-push' }],
    ],
    [
      'a pull request that was not opened',
      { text: 'I opened PR #12.', work: COMMITTED },
      [{ kind: 'claimed-pull' }],
    ],
    [
      'another pull request than the one that was opened',
      { text: 'Opened PR #12.', work: { ...COMMITTED, pullRequest: { url: 'https://x/pull/7', number: 7 } } },
      [{ kind: 'claimed-pull' }],
    ],
    ['more tests than ran', { text: 'All 40 tests pass.', work: TESTED }, [{ kind: 'claimed-tests' }]],
    [
      'a change that is only said to be there',
      { text: 'The login bug is fixed.' },
      [{ kind: 'claimed-change' }],
    ],
    [
      'the same in Spanish',
      { task: 'por favor, arregla el login', text: 'El login quedó arreglado.' },
      [{ kind: 'claimed-change' }],
    ],
    ['tests that never ran', { text: 'All tests pass.', work: COMMITTED }, [{ kind: 'claimed-tests' }]],
    [
      'a commit that was ordered',
      { task: 'fix it and commit', text: 'All good.' },
      [{ kind: 'missing', what: 'commit' }],
    ],
    [
      'a push and a pull request that were ordered',
      { task: 'fix it, commit, push and open a PR', text: 'The fix is in.', work: COMMITTED },
      [
        { kind: 'missing', what: 'push' },
        { kind: 'missing', what: 'pull-request' },
      ],
    ],
    [
      'a commit that failed on a lock',
      { text: 'All good.', work: failed('git_commit', 'git: Unable to create index.lock.') },
      [{ kind: 'failed', tool: 'git_commit', why: 'git: Unable to create index.lock.' }],
    ],
    [
      'files that a parser cannot read',
      { text: 'All good.', work: { brokenFiles: [{ path: 'a.ts', line: 12 }] } },
      [{ kind: 'broken-files', files: [{ path: 'a.ts', line: 12 }] }],
    ],
    [
      'a base that was not fetched',
      {
        text: 'Merged main.',
        work: { commands: [{ line: 'git merge origin/main', ends: [0] }], didSomething: true },
      },
      [{ kind: 'stale-base', ref: 'origin/main' }],
    ],
    [
      'a base that was not fetched, by the tool',
      { text: 'Merged main.', work: { integrated: { ...MERGED, isFresh: false }, didSomething: true } },
      [{ kind: 'stale-base', ref: 'origin/main' }],
    ],
    [
      'a merge that waits',
      { text: 'Merged main.', work: { integrated: { ...MERGED, open: ['a.ts'] }, didSomething: true } },
      [{ kind: 'unfinished-merge', branch: { ...MERGED, open: ['a.ts'] } }],
    ],
  ])('%s', (_, given, expected) => {
    expect(doubts(given)).toEqual(expected);
  });
});

describe('what is done', () => {
  test.each<[string, Case]>([
    [
      'a question that was answered',
      { task: 'who wrote the parser?', text: 'Ana committed it in 2021, as deadbee.', mentions: ['deadbee'] },
    ],
    [
      'a commit that was made',
      { task: 'fix it and commit', text: 'Fixed, committed as a1b2c3d.', work: COMMITTED },
    ],
    [
      'a merge of what was fetched',
      { text: 'Merged main.', work: { integrated: MERGED, didSomething: true } },
    ],
    [
      'a commit by a command',
      {
        task: 'commit it',
        text: 'Committed.',
        work: { commands: [{ line: "git commit -m 'x'", ends: [0] }], didSomething: true },
      },
    ],
    ['as many tests as ran', { text: 'Fixed. 12 tests pass; the new file has 3 passed.', work: TESTED }],
    [
      'a run that told no counts',
      {
        text: 'All 40 tests pass.',
        work: {
          tests: { last: { counts: undefined, exitCode: 0 }, proof: 'none-needed', passedCounts: [] },
          didSomething: true,
        },
      },
    ],
    [
      'a pull request that somebody else opened',
      {
        task: 'review PR #12',
        text: 'PR #12 is open and looks fine.',
        work: { pullRequest: { url: 'https://x/pull/12', number: 12 } },
      },
    ],
    [
      'a base that was fetched',
      {
        text: 'Done.',
        work: {
          commands: [
            { line: 'git fetch origin', ends: [0] },
            { line: 'git merge origin/main', ends: [0] },
          ],
          didSomething: true,
        },
      },
    ],
    [
      'what was fixed at another time',
      { task: 'is the login bug fixed? look at the history', text: 'The login bug is fixed.' },
    ],
    ['a talk, which claims nothing', { text: DEADBEE, mode: 'talk' }],
  ])('%s', (_, given) => {
    expect(doubts(given)).toEqual([]);
  });
});

test('a command with many options takes no longer to read than others', () => {
  const line = `git ${'-a '.repeat(400)}status`;
  expect(
    doubts({ task: 'fix it and push', text: 'Done.', work: { commands: [{ line, ends: [0] }] } }),
  ).toEqual([{ kind: 'missing', what: 'push' }]);
});
