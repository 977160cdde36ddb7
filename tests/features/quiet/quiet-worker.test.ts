import { expect, test } from 'vitest';
import type { OutboundBody } from '../../../src/contracts/channel.ts';
import type { OutboxRow } from '../../../src/contracts/store.ts';
import { pollIdOf } from '../../../src/core/ids.ts';
import { planMorning } from '../../../src/features/quiet/quiet-worker.ts';
import { english } from '../../../src/features/quiet/texts/en.ts';

const QUESTION = '3EB0AAAAAAAAAAAAAAAAAA';

function row(key: string, body: OutboundBody | string, change: Partial<OutboxRow> = {}): OutboxRow {
  return {
    seq: 1,
    id: key,
    conversation: 'phone:ana' as OutboxRow['conversation'],
    chat: 'ana',
    channel: 'phone',
    body: typeof body === 'string' ? { kind: 'text', text: body } : body,
    state: 'queued',
    ephemeral: false,
    key,
    attempts: 0,
    nextAtMs: 0,
    ...change,
  };
}

/** Of the one question there is. */
function plan(held: readonly OutboxRow[], state: 'pending' | 'approved' = 'pending') {
  const findByMessage = (_chat: string, id: string) => (id === QUESTION ? { state } : undefined);
  const { release, replace, summary } = planMorning(
    held,
    { approvals: { findByMessage } } as never,
    english.morning,
  );
  return { release: release.map(({ key }) => key), replace: replace.map(({ key }) => key), summary };
}

const POLL: OutboundBody = { kind: 'poll', question: '?', choices: [] };
const ASKED = [
  row(`diff:${QUESTION}`, { kind: 'diff', diff: '', name: 'a', locale: 'en' }),
  row(`ask:${QUESTION}:1`, '(1/2)\n❓ May I push?'),
  row(`ask:${QUESTION}`, '(2/2)\n1 yes · 2 no', { id: QUESTION }),
  row(`poll:${QUESTION}`, POLL, { id: pollIdOf(QUESTION) }),
];
const ALL_ASKED = ASKED.map(({ key }) => key);

test.each<[string, readonly OutboxRow[], ReturnType<typeof plan>]>([
  ['nothing', [], { release: [], replace: [], summary: undefined }],
  [
    'one report, which says all of itself',
    [row('ended:a', '✅ Done\nmore')],
    { release: ['ended:a'], replace: [], summary: undefined },
  ],
  [
    'reports',
    [row('ended:a', '\n✅ Done\nmore'), row('ended:b', 'x'.repeat(200))],
    {
      release: [],
      replace: ['ended:a', 'ended:b'],
      summary: `🌙 While it was quiet:\n• ✅ Done\n• ${'x'.repeat(97)}...\nMore about them: /status`,
    },
  ],
  ['a question alone', ASKED, { release: ALL_ASKED, replace: [], summary: undefined }],
  [
    'a report, a question of two parts with its diff and poll, a reminder, progress, a picture, a start',
    [
      row('ended:a', '✅ Done'),
      ...ASKED,
      row(`remind:${QUESTION}`, 'still open'),
      row('progress:1', 'step 2', { ephemeral: true }),
      row('ended:a:after:0', { kind: 'image', path: 'a', caption: '' }),
      row('reply:7:0', '⏰ cron ab'),
    ],
    {
      release: ALL_ASKED,
      replace: ['ended:a', `remind:${QUESTION}`, 'progress:1', 'ended:a:after:0', 'reply:7:0'],
      summary: '🌙 While it was quiet:\n• ✅ Done\n• ❓ May I push?\n1 question is waiting. It comes next.',
    },
  ],
  [
    'a choice about a branch, known by its poll',
    [
      row('ended:s:1', '🌿 Task 2 is ready', { id: QUESTION }),
      row('ended:s:1:poll', POLL, { id: pollIdOf(QUESTION) }),
    ],
    { release: ['ended:s:1', 'ended:s:1:poll'], replace: [], summary: undefined },
  ],
])('%s', (_what, held, expected) => {
  expect(plan(held)).toEqual(expected);
});

test('a question that was answered meanwhile is gone with all of its parts', () => {
  expect(plan(ASKED, 'approved')).toEqual({ release: [], replace: ALL_ASKED, summary: undefined });
});

test('more than twenty lines are counted', () => {
  const { summary = '' } = plan(Array.from({ length: 25 }, (_, at) => row(`ended:${at}`, `report ${at}`)));
  expect(summary.split('\n').slice(-3)).toEqual(['• report 19', 'and 5 more', 'More about them: /status']);
});
