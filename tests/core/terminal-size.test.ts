import { expect, test } from 'vitest';
import { columnsOf, isRoomFor } from '../../src/core/terminal-output.ts';

test.each([
  [{}, 80],
  [{ columns: undefined }, 80],
  [{ columns: 0 }, 80],
  [{ columns: 1 }, 1],
  [{ columns: 132 }, 132],
])('%j counts as %i columns', (terminal, columns) => {
  expect(columnsOf(terminal)).toBe(columns);
});

test.each([
  [{ columns: 60, rows: 30 }, true],
  [{ columns: 59, rows: 30 }, false],
  [{ columns: 60, rows: 29 }, false],
  [{ columns: 0, rows: 0 }, true],
  [{}, true],
])('in %j there is room for 60 by 30: %s', (terminal, expected) => {
  expect(isRoomFor({ columns: 60, rows: 30 }, terminal)).toBe(expected);
});
