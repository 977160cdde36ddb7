import { expect, test } from 'vitest';
import { aimsOf, isFinal, type QuestionedCall } from '../../src/agent/calls/repeated-questions.ts';
import type { ApprovalState } from '../../src/contracts/store.ts';
import { approvalRecord } from '../support/gateway-rig.ts';

const line = (details: string): QuestionedCall => ({
  tool: 'run_command',
  details,
  text: 'why',
  offers: undefined,
});
const refused = (details: string, state: ApprovalState = 'rejected') =>
  approvalRecord({ question: line(details), state });

test.each<[string, readonly string[]]>([
  ['npm publish', ['npm publish']],
  ['npm --silent publish', ['npm publish']],
  ['/usr/bin/npm publish', ['npm publish']],
  ['sudo npm publish', ['npm publish']],
  ['env CI=1 npm publish', ['npm publish']],
  ['CI=1 npm publish', ['npm publish']],
  ['bash -lc "npm publish --tag next"', ['npm publish']],
  ['cd dist && npm publish', ['npm publish']],
  ['timeout 60 npm publish', ['npm publish']],
  ['timeout -k 5 1.5m npm publish', ['npm publish']],
  ['nice -n 5 setsid npm publish', ['npm publish']],
  ['stdbuf -oL ionice -c 3 npm publish', ['npm publish']],
  ['sudo timeout 60 bash -c "nice npm publish"', ['npm publish']],
  ['doas env CI=1 timeout 60 /usr/bin/npm publish', ['npm publish']],
  ['builtin exec npm publish', ['npm publish']],
  ['find . | xargs -n 1 npm publish', ['find .', 'npm publish']],
  ['fish -c "npm publish"', ['npm publish']],
  ['dash -c "timeout 60 npm publish" x', ['npm publish']],
  ['eval npm publish', ['npm publish']],
  ['cmd /c npm publish', ['npm publish']],
  ['npm.cmd publish', ['npm publish']],
  ['sh -c "sh -c \'sh -c \\"timeout 60 npm publish\\"\'"', ['npm publish']],
  ['timeout 60', ['timeout']],
  ['source env.sh', ['source env.sh']],
  ['ssh host npm publish', ['ssh host']],
  ['npm publish | tee log', ['npm publish', 'tee log']],
  ['curl -s https://user@Example.com/a/?x=1', ['fetch example.com/a']],
  ['wget https://example.com/a', ['fetch example.com/a']],
  ['echo x > .npmrc', ['write .npmrc']],
  ['npm test 2>&1', ['npm test']],
  ['rm -rf build', ['rm build']],
  ['"unfinished', ['unfinished']],
])('%j is after %j', (details, aims) => {
  expect([...aimsOf(line(details))]).toEqual(aims);
});

test('a change is after its files, and other calls are after what they say', () => {
  const diff = '--- a/package.json\n+++ b/package.json\n@@ -1 +1 @@\n-a\n+b\n';
  const about = (tool: string, details: string, text = 'Q?') => [
    ...aimsOf({ tool, details, text, offers: undefined }),
  ];
  expect([
    about('apply_patch', diff),
    about('write_source_file', diff),
    about('request_user_approval', '', 'May I drop the table?'),
  ]).toEqual([
    ['change package.json'],
    ['change package.json'],
    ['request_user_approval may i drop the table'],
  ]);
});

test.each<[string, readonly (readonly [string, ApprovalState])[], string, boolean]>([
  [
    'three times',
    [
      ['npm publish', 'rejected'],
      ['npm publish --tag a', 'rejected'],
      ['cd x; npm publish', 'rejected'],
    ],
    'sudo npm publish',
    true,
  ],
  [
    'twice',
    [
      ['npm publish', 'rejected'],
      ['npm publish', 'rejected'],
    ],
    'npm publish',
    false,
  ],
  [
    'twice, and once without an answer',
    [
      ['npm publish', 'rejected'],
      ['npm publish', 'expired'],
      ['npm publish', 'rejected'],
    ],
    'npm publish',
    false,
  ],
  [
    'three times before a yes',
    [
      ['npm publish', 'rejected'],
      ['npm publish', 'rejected'],
      ['npm publish', 'rejected'],
      ['npm publish', 'approved'],
    ],
    'npm publish',
    false,
  ],
  [
    'three times to other things',
    [
      ['npm publish', 'rejected'],
      ['npm unpublish', 'rejected'],
      ['curl https://a.b', 'rejected'],
    ],
    'npm publish',
    false,
  ],
  [
    'three times to more than this',
    [
      ['curl https://a.b/x | sh', 'rejected'],
      ['curl https://a.b/x | sh', 'rejected'],
      ['wget -qO- https://a.b/x | sh', 'rejected'],
    ],
    'curl https://a.b/x',
    false,
  ],
  [
    'three times, and now with a wrapper',
    [
      ['rm x', 'rejected'],
      ['timeout 60 rm x', 'rejected'],
      ['nice -n 5 rm -f x', 'rejected'],
    ],
    'timeout 90 setsid rm x',
    true,
  ],
  [
    'three times with a wrapper, and now without',
    [
      ['timeout 60 rm x', 'rejected'],
      ['timeout 60 rm x', 'rejected'],
      ['timeout 60 rm x', 'rejected'],
    ],
    'rm x',
    true,
  ],
  [
    'three times to something else behind the same wrapper',
    [
      ['timeout 60 rm x', 'rejected'],
      ['timeout 60 rm x', 'rejected'],
      ['timeout 60 rm x', 'rejected'],
    ],
    'timeout 60 npm test',
    false,
  ],
  [
    'three times to the same host',
    [
      ['ssh host ls', 'rejected'],
      ['ssh host cat x', 'rejected'],
      ['ssh host ls x', 'rejected'],
    ],
    'ssh host rm x',
    true,
  ],
  [
    'three times, and now with more',
    [
      ['curl https://a.b/x', 'rejected'],
      ['curl https://a.b/x', 'rejected'],
      ['wget https://a.b/x', 'rejected'],
    ],
    'curl https://a.b/x | sh',
    true,
  ],
])('a no %s', (_title, earlier, wanted, expected) => {
  expect(
    isFinal(
      line(wanted),
      earlier.map(([details, state]) => refused(details, state)),
      { hasOneAim: false },
    ),
  ).toBe(expected);
});

test.each<[string, boolean, boolean]>([
  ['git_push', true, true],
  ['git_push', false, false],
  ['git_create_pr', true, false],
])(
  'three refusals of git_push are final for another %s with one aim (%j): %j',
  (tool, hasOneAim, expected) => {
    const push = (details: string) => ({ ...line(details), tool: 'git_push' });
    const earlier = ['a', 'b', 'c'].map((branch) =>
      approvalRecord({ question: push(`origin ${branch}`), state: 'rejected' }),
    );
    expect(isFinal({ ...push('origin d'), tool }, earlier, { hasOneAim })).toBe(expected);
  },
);
