import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import { listed, markedFile } from './marked-file.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/code-reading');
const SOURCE = 'class A:\n    def b(self):\n        pass\n';
const BY_INDENTATION = ['1-3 block class A:', '2-3 block def b(self):'];

/** A reader whose thread runs these words. */
function readerOf(program: string, limits: { readonly limitMs?: number; readonly idleMs?: number } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'code-reader-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'worker.cjs'), program);
  return createCodeReader({ folder, ...limits });
}

test('questions that are asked together are all answered', async () => {
  const reader = createCodeReader({ folder: FOLDER });
  const files = ['sample.py', 'sample.go', 'sample.ts', 'sample.rb'].map(markedFile);
  const outlines = await Promise.all(files.map(({ path: name, text }) => reader.outline(name, text)));
  expect(outlines.map(({ items }) => listed(items))).toEqual(files.map(({ declared }) => declared));
});

test('a file that takes too long is read by its indentation, and the next one is read again', {
  tags: 'full',
}, async () => {
  const reader = readerOf(
    `let asked = 0; const { parentPort } = require('node:worker_threads'); const { writeFileSync, existsSync } = require('node:fs');
     parentPort.on('message', () => {
       const mark = __dirname + '/asked';
       if (!existsSync(mark)) { writeFileSync(mark, ''); for (;;); }
       parentPort.postMessage({ value: { language: 'Python', items: [] } });
     });`,
    { limitMs: 2_000 },
  );
  const first = await reader.outline('a.py', SOURCE);
  expect({ ...first, items: listed(first.items) }).toEqual({
    language: undefined,
    items: BY_INDENTATION,
    problem: 'it took longer than 2000 ms',
  });
  expect(await reader.outline('a.py', SOURCE)).toEqual({ language: 'Python', items: [] });
});

test.each([
  ['is not there', undefined, 'Cannot find module'],
  ['breaks', `throw new Error('broken grammar')`, 'broken grammar'],
  [
    'ends',
    `require('node:worker_threads').parentPort.once('message', () => process.exit(3))`,
    'the parser ended',
  ],
])('a parser that %s leaves the indentation, and no syntax errors', async (_what, program, problem) => {
  const reader = program === undefined ? createCodeReader({ folder: '/nowhere' }) : readerOf(program);
  const outline = await reader.outline('a.py', SOURCE);
  expect({ ...outline, items: listed(outline.items) }).toEqual({
    language: undefined,
    items: BY_INDENTATION,
    problem: expect.stringContaining(problem),
  });
  expect(await reader.newFaults('a.py', undefined, 'def (')).toEqual([]);
});

test('a thread that nobody asks ends, and comes back for the next question', { tags: 'full' }, async () => {
  const reader = createCodeReader({ folder: FOLDER, idleMs: 1 });
  for (const _round of [1, 2]) {
    const { items } = await reader.outline('a.py', SOURCE);
    expect(listed(items)).toEqual(['1-3 class A', '2-3 method b']);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});

/** A reader whose thread writes down what it is asked. */
function listeningReader(...grammars: readonly string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'code-reader-'));
  for (const name of grammars)
    symlinkSync(path.join(FOLDER, `${name}.wasm.gz`), path.join(folder, `${name}.wasm.gz`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    path.join(folder, 'worker.cjs'),
    `const { parentPort } = require('node:worker_threads'); const { appendFileSync } = require('node:fs');
     parentPort.on('message', ({ kind }) => {
       appendFileSync(__dirname + '/orders', kind + ' ');
       parentPort.postMessage({ value: kind === 'pieces' ? true : { language: 'Python', items: [] } });
     });`,
  );
  return {
    ...createCodeReader({ folder }),
    orders: () => readFileSync(path.join(folder, 'orders'), 'utf8').trim().split(' '),
  };
}

test.each([
  ['a file of a known grammar', 'a.py', ['pieces']],
  ['no other one', 'notes.md', []],
])('what reads %s can be made ready before it is asked', async (_, file, told) => {
  const reader = listeningReader();
  reader.prepare(file);
  await reader.outline('a.py', SOURCE);
  // It is ready now: the thread is not asked again.
  reader.prepare(file);
  await reader.outline('a.py', SOURCE);
  expect(reader.orders()).toEqual([...told, 'outline', 'outline']);
});

/** Too much for a look without the thread. */
const MANY_LINES = 'x()\n'.repeat(3_000);

test.each([
  ['keeps the shape of the code', 'def a', 'def b', []],
  ['is a few lines', 'def a', 'def a(', []],
  ['is many lines', 'def a', `${MANY_LINES}def (`, ['pieces']],
])(
  'for a change that %s the thread is made ready only when it will be asked',
  async (_, search, replace, told) => {
    const reader = listeningReader();
    reader.prepare('a.py', { search, replace });
    await reader.outline('a.py', SOURCE);
    expect(reader.orders()).toEqual([...told, 'outline']);
  },
);

test('of a change that keeps the shape of the code no parser hears', async () => {
  const reader = listeningReader();
  expect(await reader.newFaults('a.py', SOURCE, SOURCE.replace('b(self):', 'c(self):  # new'))).toEqual([]);
  await reader.outline('a.py', SOURCE);
  expect(reader.orders()).toEqual(['outline']);
});

test('of a few sound lines the thread does not hear', async () => {
  const [able, unable] = [listeningReader('tree-sitter', 'python'), listeningReader()];
  const rest = 'y = 1\n'.repeat(50);
  const change = ['a.py', `${rest}a = 1\n${rest}`, `${rest}a = [1]\n${rest}`] as const;
  expect(await able.newFaults(...change)).toEqual([]);
  await able.outline('a.py', SOURCE);
  expect(able.orders()).toEqual(['outline']);
  // Without a grammar of its own the first look leaves it to the thread.
  await unable.newFaults(...change);
  expect(unable.orders()).toEqual(['faults']);
});
