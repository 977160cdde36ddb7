import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/json.ts';
import { toolBench } from '../support/tools-context.ts';

const FIVE = 'one\ntwo\r\nthree\nfour\nfive';

test('read_source_file shows the text as it is below a line that counts', async () => {
  const bench = toolBench({ files: { 'src/a.ts': FIVE } });
  expect(await bench.call('read_source_file', { path: 'src/a.ts' })).toEqual({
    text: 'src/a.ts: lines 1-5 of 5.\none\ntwo\nthree\nfour\nfive',
    data: { path: 'src/a.ts', total: 5, first: 1, last: 5, next: null },
  });
});

test('read_source_file tells where to go on', async () => {
  const bench = toolBench({ files: { 'a.ts': FIVE } });
  const answer = await bench.call('read_source_file', { path: 'a.ts', offset: 2, limit: 2 });
  expect(answer.text).toBe('a.ts: lines 2-3 of 5. Next: offset 4.\ntwo\nthree');
});

test('read_source_file stops after 2,000 lines', async () => {
  const bench = toolBench({ files: { 'a.ts': 'x\n'.repeat(2_500) } });
  expect((await bench.call('read_source_file', { path: 'a.ts' })).data).toMatchObject({
    last: 2_000,
    next: 2_001,
  });
});

test('read_source_file stops after 50 KB of whole lines', async () => {
  const bench = toolBench({ files: { 'a.ts': `${'x'.repeat(1_023)}\n`.repeat(100) } });
  expect((await bench.call('read_source_file', { path: 'a.ts' })).data).toMatchObject({ last: 50, next: 51 });
});

test('read_source_file shortens a long line and never splits a character', async () => {
  const bench = toolBench({ files: { 'a.ts': `${'x'.repeat(1_999)}\u{1f600}yz\n` } });
  const { text } = await bench.call('read_source_file', { path: 'a.ts' });
  expect(text).toBe(`a.ts: lines 1-1 of 1.\n${'x'.repeat(1_999)} [4 more characters in this line]`);
});

test('read_source_file knows an empty file', async () => {
  const bench = toolBench({ files: { 'a.ts': '' } });
  expect((await bench.call('read_source_file', { path: 'a.ts' })).text).toBe('a.ts: empty file');
});

test('read_lines numbers each line', async () => {
  const bench = toolBench({ files: { 'a.ts': FIVE } });
  expect(await bench.call('read_lines', { path: 'a.ts', start: 2, end: 3 })).toEqual({
    text: 'L2: two\nL3: three',
    data: { path: 'a.ts', total: 5, lines: ['two', 'three'] },
  });
});

test('read_lines ends where the file ends', async () => {
  const bench = toolBench({ files: { 'a.ts': FIVE } });
  expect((await bench.call('read_lines', { path: 'a.ts', start: 5, end: 90 })).text).toBe('L5: five');
});

test.each([
  ['more than it gives', 11, 230, 'L210: line\n(200 lines at a time. Go on at line 211 of 250.)'],
  ['the last of its lines', 51, 300, 'L250: line'],
  ['all that there is, and more', 1, 9_000, 'L200: line\n(200 lines at a time. Go on at line 201 of 250.)'],
  ['as many as it gives', 1, 200, 'L200: line'],
])('read_lines asked for %s shows at most 200 and says where to go on', async (_what, start, end, last) => {
  const bench = toolBench({ files: { 'a.ts': 'line\n'.repeat(250) } });
  const { text, data } = await bench.call('read_lines', { path: 'a.ts', start, end });
  expect(text.endsWith(`\n${last}`)).toBe(true);
  expect(data).toMatchObject({ total: 250, lines: Array.from({ length: 200 }, () => 'line') });
});

test.each([
  ['read_lines', { path: 'a.ts', start: 3, end: 2 }, 'Name the first line, then the last; got 3 to 2.'],
  ['read_lines', { path: 'a.ts', start: 6, end: 7 }, 'a.ts has 5 lines; line 6 does not exist.'],
  ['read_source_file', { path: 'a.ts', offset: 6 }, 'a.ts has 5 lines; offset 6 is behind its end.'],
])('%s %j is refused', async (name, input, message) => {
  const bench = toolBench({ files: { 'a.ts': FIVE } });
  await expect(bench.call(name, input)).rejects.toMatchObject({ kind: 'invalid', message });
});

test.each([
  ['read_source_file', { path: './src/../a.ts' }],
  ['read_lines', { path: 'a.ts', start: 1, end: 1 }],
])('%s notes what was seen under its plain path', async (name, input) => {
  const bench = toolBench({ files: { 'a.ts': FIVE, 'src/b.ts': '' } });
  await bench.call(name, input);
  expect(bench.ledger.lastSeen('a.ts')).toBe(sha256(FIVE));
});

test.each(['read_source_file', 'apply_patch'])('%s refuses a binary file', async (name) => {
  const bench = toolBench({ files: { 'a.bin': new Uint8Array([0, 255, 1, 2]) } });
  const input = { path: 'a.bin', search: 'a', replace: 'b' };
  await expect(bench.call(name, input)).rejects.toMatchObject({ kind: 'invalid' });
});

test('list_source_files leaves out ignored files', async () => {
  const bench = toolBench({
    files: { '.gitignore': 'out/\n', 'src/a.ts': '', 'src/b.js': '', 'out/c.ts': '' },
  });
  expect(await bench.call('list_source_files', { glob: '**/*.ts' })).toEqual({
    text: 'src/a.ts',
    data: { paths: ['src/a.ts'], left_out: 0 },
  });
});

test('list_source_files counts what it leaves out', async () => {
  const files = Object.fromEntries(Array.from({ length: 503 }, (_, index) => [`f${index}`, '']));
  const { text } = await toolBench({ files }).call('list_source_files', {});
  expect(text.split('\n').at(-1)).toBe('3 more: name a folder or a glob.');
});

test('list_source_files of an empty workspace says so', async () => {
  expect((await toolBench().call('list_source_files', {})).text).toBe('No files.');
});

test('search_source_code groups matches by file', async () => {
  const bench = toolBench({ files: { 'a.ts': 'x = 1\ny\nX = 2\n', 'b.ts': 'x\n' } });
  expect(await bench.call('search_source_code', { pattern: 'x', ignore_case: true })).toEqual({
    text: 'a.ts\n  L1: x = 1\n  L3: X = 2\nb.ts\n  L1: x',
    data: {
      matches: [
        { path: 'a.ts', line: 1, text: 'x = 1' },
        { path: 'a.ts', line: 3, text: 'X = 2' },
        { path: 'b.ts', line: 1, text: 'x' },
      ],
      left_out: 0,
      incomplete: false,
    },
  });
});

test('search_source_code takes a text as it is and a regular expression when told', async () => {
  const bench = toolBench({ files: { 'a.ts': 'f(x)\nf.x\n' } });
  const plain = await bench.call('search_source_code', { pattern: 'f(x)' });
  const regex = await bench.call('search_source_code', { pattern: 'f.x$', regex: true });
  expect([plain.text, regex.text]).toEqual(['a.ts\n  L1: f(x)', 'a.ts\n  L2: f.x']);
});

test('search_source_code shows 100 matches and counts the rest', async () => {
  const bench = toolBench({ files: { 'a.ts': 'x\n'.repeat(130) } });
  const { text } = await bench.call('search_source_code', { pattern: 'x' });
  expect(text.split('\n').at(-1)).toBe('30 more matches: narrow the pattern, the folder or the glob.');
});

test('search_source_code never shows a secret file', async () => {
  const bench = toolBench({ files: { '.env': 'KEY=1\n', 'a.ts': 'none\n' } });
  expect((await bench.call('search_source_code', { pattern: 'KEY' })).text).toBe('No matches.');
});
