import { expect, test } from 'vitest';
import { mostUseful, symbolsIn } from '../../../src/code-reading/map/draw-map.ts';
import type { Outline, OutlineItem } from '../../../src/contracts/code.ts';

const item = (
  name: string,
  kind: OutlineItem['kind'],
  place: readonly [number, number, number],
): OutlineItem => ({
  name,
  kind,
  start: place[0],
  end: place[1],
  depth: place[2],
});
const outline = (...items: readonly OutlineItem[]): Outline => ({ language: 'X', items });

test('an outline gives ends and methods, private ones and constructors aside; what it lacks keeps its line', () => {
  const read = outline(
    item('Queue', 'class', [3, 20, 0]),
    item('constructor', 'method', [4, 6, 1]),
    item('push', 'method', [7, 9, 1]),
    item('#grow', 'method', [10, 12, 1]),
    item('inner', 'function', [8, 8, 2]),
    item('later', 'function', [22, 30, 0]),
  );
  const declared = [
    { name: 'Queue', line: 2 },
    { name: 'LIMIT', line: 21 },
    { name: 'later', line: 22 },
  ];
  expect(symbolsIn(declared, read)).toEqual([
    { name: 'Queue', start: 3, end: 20, members: ['push'] },
    { name: 'LIMIT', start: 21, end: undefined, members: [] },
    { name: 'later', start: 22, end: 30, members: [] },
  ]);
});

test('methods of a Rust type stand in its impl', () => {
  const read = outline(
    item('Queue', 'struct', [1, 3, 0]),
    item('Queue', 'impl', [5, 9, 0]),
    item('push', 'method', [6, 8, 1]),
    item('Drop for Queue', 'impl', [11, 13, 0]),
    item('drop', 'method', [12, 12, 1]),
  );
  expect(symbolsIn([{ name: 'Queue', line: 1 }], read)).toEqual([
    { name: 'Queue', start: 1, end: 3, members: ['push'] },
  ]);
});

test('without patterns the top of the outline counts, through namespaces', () => {
  const read = outline(
    item('App', 'namespace', [1, 9, 0]),
    item('Start', 'class', [2, 8, 1]),
    item('Go', 'method', [3, 4, 2]),
  );
  expect(symbolsIn([], read)).toEqual([{ name: 'Start', start: 2, end: 8, members: ['Go'] }]);
});

test('the symbols that are worth most are told in the order of the file, the others counted', () => {
  const all = ['a', 'b', 'c', 'd'].map((name, at) => ({ name, start: at, end: at, members: [] }));
  const { symbols, more } = mostUseful(all, [1, 0.1, 2, 0.9]);
  expect([symbols.map(({ name }) => name), more]).toEqual([['a', 'c', 'd'], 1]);
});
