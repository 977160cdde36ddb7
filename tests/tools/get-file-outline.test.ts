import { expect, test } from 'vitest';
import { toolBench } from '../support/tools-context.ts';

test('get_file_outline lists declarations with their lines, each inside the one it stands in', async () => {
  const text = 'export class A {\n  run() {\n    return 1;\n  }\n}\n\nfunction b() {}\n';
  const bench = toolBench({ files: { 'src/a.ts': text } });
  expect(await bench.call('get_file_outline', { path: 'src/a.ts' })).toEqual({
    text: 'src/a.ts: TypeScript, 7 lines, 3 entries.\n1-5 class A\n  2-4 method run\n7-7 function b',
    data: { path: 'src/a.ts', language: 'TypeScript', lines: 7, entries: 3, leftOut: 0 },
  });
});

test('get_file_outline says how a file without a grammar was read', async () => {
  const bench = toolBench({ files: { 'a.yaml': 'jobs:\n  build: 1\n' } });
  expect((await bench.call('get_file_outline', { path: 'a.yaml' })).text).toBe(
    'a.yaml: lines with an indented block below them, 2 lines, 1 entries.\n1-2 block jobs:',
  );
});

test('get_file_outline reads a file above 2 MB by its indentation, and says so', {
  tags: 'full',
}, async () => {
  const bench = toolBench({ files: { 'a.py': `def a():\n  pass\n${'#\n'.repeat(1_000_000)}` } });
  expect((await bench.call('get_file_outline', { path: 'a.py' })).text).toBe(
    'a.py: it is larger than 2 MB, so lines with an indented block below them, 1000002 lines, 1 entries.\n1-2 block def a():',
  );
});

test('get_file_outline leaves out the deepest entries first, and counts them', async () => {
  const classes = Array.from({ length: 300 }, (_, index) => `class C${index} {\n  a() {}\n}\n`);
  const bench = toolBench({ files: { 'a.js': classes.join('') } });
  const { text, data } = await bench.call('get_file_outline', { path: 'a.js' });
  expect(text.split('\n').slice(0, 3)).toEqual([
    'a.js: JavaScript, 900 lines, 600 entries.',
    '1-3 class C0',
    '4-6 class C1',
  ]);
  expect(text).toMatch(/\n898-900 class C299\n\[300 more, of the deepest or last, left out\]$/);
  expect(data).toMatchObject({ entries: 600, leftOut: 300 });
});

test('get_file_outline of a file full of long names stays small', async () => {
  const functions = Array.from({ length: 2_000 }, (_, index) => `function ${'x'.repeat(150)}${index}() {}\n`);
  const bench = toolBench({ files: { 'a.js': functions.join('') } });
  const { text } = await bench.call('get_file_outline', { path: 'a.js' });
  expect(Buffer.byteLength(text)).toBeLessThan(21 * 1024);
});

test('get_file_outline names no file outside the workspace, and none that is not there', async () => {
  const bench = toolBench();
  await expect(bench.call('get_file_outline', { path: '../x.ts' })).rejects.toMatchObject({ kind: 'denied' });
  await expect(bench.call('get_file_outline', { path: 'x.ts' })).rejects.toMatchObject({ kind: 'not-found' });
});

test('apply_patch names the syntax errors that it makes, and makes them all the same', async () => {
  const bench = toolBench({ files: { 'a.ts': 'const a = 1;\nconst b = 2;\n' } });
  const { text } = await bench.call('apply_patch', { path: 'a.ts', search: '2;', replace: '(2;' });
  expect(text).toBe(
    'Edited a.ts (+1 -1).\nNew syntax errors, as far as a parser can tell: line 2: missing ")". Check and correct them; nothing was reverted.',
  );
  expect(bench.read('a.ts')).toBe('const a = 1;\nconst b = (2;\n');
});

test('write_source_file names the syntax errors of a new file', async () => {
  const bench = toolBench();
  const { text } = await bench.call('write_source_file', { path: 'a.py', content: 'def a(:\n  pass\n' });
  expect(text).toMatch(/^Created a\.py \(\+2 -0\)\.\nNew syntax errors, .*line 1: /);
});

test('an edit that breaks nothing says nothing of syntax', async () => {
  const bench = toolBench({ files: { 'a.ts': 'const a = (1;\n' } });
  const { text } = await bench.call('apply_patch', { path: 'a.ts', search: '1', replace: '2' });
  expect(text).toBe('Edited a.ts (+1 -1).');
});
