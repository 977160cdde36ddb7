import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createQuickSyntaxCheck } from '../../src/code-reading/code-reader.ts';

const folder = path.resolve(import.meta.dirname, '../../dist/code-reading');
const FILES = ['tree-sitter.wasm.gz', 'go.wasm.gz'] as const;

const DAMAGES: readonly (readonly [string, (wasm: Buffer) => Buffer])[] = [
  ['is not packed', (wasm) => wasm],
  ['is cut off', (wasm) => gzipSync(wasm.subarray(0, wasm.length / 2))],
  ['is something else', () => gzipSync(Buffer.alloc(100, 'a'))],
  ['is empty', () => Buffer.alloc(0)],
];

// In this order: the parser is loaded once in a process, and then it does not matter any more what its file holds.
const CASES = FILES.flatMap((file) => DAMAGES.map(([how, damage]) => [file, how, damage] as const));

// That nothing is rejected behind its back either, which would end the program, is looked after by the test runner.
test.each(CASES)(
  'with a %s that %s nothing is said to be sound, until it is mended',
  async (file, _how, damage) => {
    const copy = mkdtempSync(path.join(tmpdir(), 'first-look-'));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    for (const each of FILES) copyFileSync(path.join(folder, each), path.join(copy, each));
    writeFileSync(path.join(copy, file), damage(gunzipSync(readFileSync(path.join(copy, file)))));
    const look = createQuickSyntaxCheck({ folder: copy, limitMs: 10_000 });
    look.begin('go');
    expect(await look.areSound('go', ['func a() {}\n'])).toBe(false);
    if (file === 'tree-sitter.wasm.gz') return;
    copyFileSync(path.join(folder, file), path.join(copy, file));
    expect(await look.areSound('go', ['func a() {}\n'])).toBe(true);
  },
);
