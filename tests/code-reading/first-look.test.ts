import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createQuickSyntaxCheck, isFewLines } from '../../src/code-reading/code-reader.ts';
import type { GrammarName } from '../../src/code-reading/languages.ts';

const folder = path.resolve(import.meta.dirname, '../../dist/code-reading');

const PIECES: readonly (readonly [GrammarName, string, string])[] = [
  ['cpp', 'int a = 1;\n', 'int a = (1;\n'],
  ['go', 'func a() { b() }\n', 'func a() { b( }\n'],
  ['javascript', 'const a = <b>1</b>;\n', 'const a = <b>1</c;\n'],
  ['python', 'def a():\n    return 1\n', 'def a():\n    return (1\n'],
  ['rust', 'fn a() { b(); }\n', 'fn a() { b(; }\n'],
  ['tsx', 'const a: b = <c />;\n', 'const a: = <c />;\n'],
  ['typescript', 'const a: b = 1;\n', 'const a: b = (1;\n'],
];

test('of pieces it is told whether the grammar follows each of them', async () => {
  const { areSound } = createQuickSyntaxCheck({ folder, limitMs: 10_000 });
  const found = await Promise.all(
    PIECES.map(async ([name, good, bad]) => [
      name,
      await areSound(name, [good, good]),
      await areSound(name, [good, bad]),
    ]),
  );
  expect(found).toEqual(PIECES.map(([name]) => [name, true, false]));
});

/** It takes so long that a millisecond is over before, however late a busy machine notices it. */
const NESTED = `const a = ${'['.repeat(60_000)}1${']'.repeat(60_000)};\n`;

test('what takes too long is not said to be sound', { tags: 'full' }, async () => {
  // First in full: what is broken off leaves the one parser of the process half done.
  expect(await createQuickSyntaxCheck({ folder, limitMs: 30_000 }).areSound('typescript', [NESTED])).toBe(
    true,
  );
  expect(await createQuickSyntaxCheck({ folder, limitMs: 1 }).areSound('typescript', [NESTED])).toBe(false);
});

test('without its grammars it says of nothing that it is sound', async () => {
  const look = createQuickSyntaxCheck({ folder: '/nowhere' });
  look.begin('go');
  expect(await look.areSound('go', ['func a() {}\n'])).toBe(false);
});

test('after what took too long nothing is read here again, not even something short', async () => {
  const look = createQuickSyntaxCheck({ folder, limitMs: 1 });
  expect(await look.areSound('typescript', [NESTED])).toBe(false);
  expect(await look.areSound('typescript', [';'])).toBe(false);
});

test('what was read stays loaded: it is not read from the disk again', async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'first-look-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const file of ['tree-sitter.wasm.gz', 'go.wasm.gz']) {
    copyFileSync(path.join(folder, file), path.join(copy, file));
  }
  const look = createQuickSyntaxCheck({ folder: copy, limitMs: 10_000 });
  expect(await look.areSound('go', ['func a() {}\n'])).toBe(true);
  rmSync(path.join(copy, 'go.wasm.gz'));
  expect(await look.areSound('go', ['func a() {}\n'])).toBe(true);
});

test.each([
  [['a'.repeat(8_000)], true],
  [['a'.repeat(4_000), 'b'.repeat(4_001)], false],
])('few lines are 8,000 characters in all', (pieces, are) => {
  expect(isFewLines(pieces)).toBe(are);
});
