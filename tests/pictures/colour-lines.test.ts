import path from 'node:path';
import { expect, test } from 'vitest';
import { createColourLines } from '../../src/pictures/colour-lines.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/pictures');
const TS = { path: 'a.ts', lines: ['const a = 1;', '// b'] };

const kindsOf = (colours: Awaited<ReturnType<ReturnType<typeof createColourLines>>>) =>
  colours.map((piece) => piece.map((line) => line.flatMap(({ kind }) => kind ?? [])));

test('each piece has the colours of its own lines', async () => {
  const colours = await createColourLines(FOLDER)([TS, { path: 'b.py', lines: ['def f(): pass'] }]);
  expect(kindsOf(colours)).toEqual([[['keyword', 'number'], ['comment']], [['keyword', 'title', 'keyword']]]);
});

test('what is beyond the limit of all pieces is plain', async () => {
  const long = { path: 'c.ts', lines: Array.from({ length: 4000 }, () => 'const text = "x";') };
  const colours = await createColourLines(FOLDER)([TS, long, TS]);
  expect(kindsOf(colours)).toEqual([[['keyword', 'number'], ['comment']]]);
});

test.each([
  ['nothing', []],
  ['pieces without lines', [{ path: 'a.ts', lines: [] }]],
])('%s has no colours', async (_what, pieces) => {
  expect((await createColourLines(FOLDER)(pieces)).flat()).toEqual([]);
});

test('without the program that colours, code is plain', async () => {
  expect(await createColourLines('/nowhere')([TS])).toEqual([]);
});

test('orders wait for each other, and too many of them are plain', { tags: 'full' }, async () => {
  const colourLines = createColourLines(FOLDER);
  const all = await Promise.all(Array.from({ length: 6 }, () => colourLines([TS])));
  expect(all.map((colours) => colours.length)).toEqual([1, 1, 1, 1, 0, 0]);
});
