import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFirstLook, isFewLines } from '../../src/code-reading/first-look.ts';
import { createInTime } from '../../src/code-reading/in-time.ts';
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
  const { areSound } = createFirstLook({ folder, limitMs: 10_000 });
  const found = await Promise.all(
    PIECES.map(async ([name, good, bad]) => [
      name,
      await areSound(name, [good, good]),
      await areSound(name, [good, bad]),
    ]),
  );
  expect(found).toEqual(PIECES.map(([name]) => [name, true, false]));
});

test('what takes too long is not said to be sound', async () => {
  const nested = `const a = ${'['.repeat(3_000)}1${']'.repeat(3_000)};\n`;
  expect(await createFirstLook({ folder, limitMs: 1 }).areSound('typescript', [nested])).toBe(false);
  expect(await createFirstLook({ folder, limitMs: 10_000 }).areSound('typescript', [nested])).toBe(true);
});

test('without its grammars it says of nothing that it is sound', async () => {
  const look = createFirstLook({ folder: '/nowhere' });
  look.begin('go');
  expect(await look.areSound('go', ['func a() {}\n'])).toBe(false);
});

test('after what took too long nothing is read here again, not even something short', async () => {
  const look = createFirstLook({ folder, limitMs: 1 });
  const nested = `const a = ${'['.repeat(3_000)}1${']'.repeat(3_000)};\n`;
  expect(await look.areSound('typescript', [nested])).toBe(false);
  expect(await look.areSound('typescript', [';'])).toBe(false);
});

test('what was read stays loaded: it is not read from the disk again', async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'first-look-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const file of ['tree-sitter.wasm.gz', 'go.wasm.gz']) {
    copyFileSync(path.join(folder, file), path.join(copy, file));
  }
  const look = createFirstLook({ folder: copy, limitMs: 10_000 });
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

/** A module whose only function, `loop`, never returns. */
const ENDLESS = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00], // one type: () -> ()
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x08, 0x01, 0x04, 0x6c, 0x6f, 0x6f, 0x70, 0x00, 0x00],
  ...[0x0a, 0x09, 0x01, 0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b], // loop, branch to it, end
]);

test('work is broken off in the middle of an endless loop, also one of compiled code', () => {
  const { loop } = new WebAssembly.Instance(new WebAssembly.Module(ENDLESS)).exports;
  const inTime = createInTime(20);
  const run = loop as () => void;
  expect(inTime(run)).toBe(undefined);
  expect(
    inTime(() => {
      for (;;);
    }),
  ).toBe(undefined);
  expect(inTime(() => 1)).toEqual({ result: 1 });
});

test('what work throws is thrown', () => {
  expect(() =>
    createInTime(1_000)(() => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
});
