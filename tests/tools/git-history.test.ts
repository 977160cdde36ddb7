import { expect, test } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { type Bench, gitBench } from '../support/tools-context.ts';

/** Three commits; the second renames a file, the third changes its second line. */
function withHistory(): Bench {
  const bench = gitBench({ files: { 'a.txt': 'one\ntwo\nthree\n', '.env': 'KEY=x\n' } });
  bench.git('mv', 'a.txt', 'b.txt');
  bench.git('commit', '-q', '-m', 'refactor: renamed');
  bench.write('b.txt', 'one\nchanged\nthree\n');
  bench.git('commit', '-q', '-a', '-m', 'fix: second line');
  return bench;
}

const subjects = (text: string) => text.split('\n').map((line) => line.replace(/^.* {2}/, ''));

const HISTORIES: readonly (readonly [what: string, input: Json, expected: readonly string[]])[] = [
  ['all', {}, ['fix: second line', 'refactor: renamed', 'feat: first']],
  [
    'a file, under its former name too',
    { path: 'b.txt' },
    ['fix: second line', 'refactor: renamed', 'feat: first'],
  ],
  ['a range', { revision: 'HEAD~1..HEAD' }, ['fix: second line']],
  ['an open range', { revision: 'HEAD~1..' }, ['fix: second line']],
  ['an older commit', { revision: 'HEAD~2' }, ['feat: first']],
];

test('the history is that of all, of a file or of a range', async () => {
  const bench = withHistory();
  for (const [what, input, expected] of HISTORIES)
    expect(subjects((await bench.call('git_history', input)).text), what).toEqual(expected);
});

test('each commit has its hash, day and author', { tags: 'full' }, async () => {
  const bench = withHistory();
  const [line] = (await bench.call('git_history', {})).text.split('\n');
  expect(line).toMatch(/^[0-9a-f]{7,} \d{4}-\d\d-\d\d \S.* {2}fix: second line$/);
});

test('lines are told with who changed them last', async () => {
  const bench = withHistory();
  const [first, second] = [bench.git('rev-parse', 'HEAD~2'), bench.git('rev-parse', 'HEAD')];
  const { text } = await bench.call('git_history', { path: 'b.txt', start: 1, end: 2 });
  const lines = text.split('\n');
  expect([
    lines.length,
    first.startsWith(lines[0]?.replace(/^\^/, '').slice(0, 7) ?? '-'),
    second.startsWith(lines[1]?.slice(0, 7) ?? '-'),
    lines[1]?.endsWith('2) changed'),
  ]).toEqual([2, true, true, true]);
});

const REFUSED: readonly (readonly [input: Json, kind: string])[] = [
  [{ path: '../x' }, 'denied'],
  [{ path: '.env', start: 1 }, 'denied'],
  [{ revision: '--output=x' }, 'invalid'],
  [{ revision: 'HEAD:.env' }, 'invalid'],
  [{ revision: 'nothing' }, 'not-found'],
  [{ start: 1 }, 'invalid'],
  [{ path: 'b.txt', start: 9, end: 3 }, 'invalid'],
  [{ path: 'b.txt', start: 1, end: 900 }, 'invalid'],
  [{ path: 'gone.txt', start: 1, end: 2 }, 'conflict'],
];

test('what is secret, outside, an option or not there is refused', async () => {
  const bench = withHistory();
  for (const [input, kind] of REFUSED)
    await expect(bench.call('git_history', input), JSON.stringify(input)).rejects.toMatchObject({ kind });
});
