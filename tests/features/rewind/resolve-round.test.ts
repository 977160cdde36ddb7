import { expect, test } from 'vitest';
import { readRoundRequest, resolveRound } from '../../../src/features/rewind/resolve-round.ts';
import type { RewindRound } from '../../../src/features/rewind/rounds.ts';

test.each([
  ['', undefined, ''],
  ['5', 5, ''],
  ['5 use a map', 5, 'use a map'],
  ['round 5: use a map', 5, 'use a map'],
  ['a la ronda 5, usa un mapa', 5, 'usa un mapa'],
  ['to #12', 12, ''],
  ['"before the refactor" keep the names', 'before the refactor', 'keep the names'],
  ['“antes del refactor”: deja los nombres', 'antes del refactor', 'deja los nombres'],
  ['«antes del refactor»', 'antes del refactor', ''],
  ['before the refactor: keep the names', 'before the refactor', 'keep the names'],
  ['before the refactor, keep the names', 'before the refactor', 'keep the names'],
  ['before the refactor', 'before the refactor', ''],
  ['3rd party code', '3rd party code', ''],
  ['2/3 of it', '2/3 of it', ''],
])('%j asks for %j and goes on with %j', (text, target, words) => {
  expect(readRoundRequest(text)).toEqual({ target, words });
});

function rounds(...said: readonly string[]): readonly RewindRound[] {
  return ['', ...said].map((words, number) => ({ number, end: number, what: words, words }));
}

const TASK = rounds(
  'I look at the login code. src/login.ts',
  'Refactoring the login into a module of its own. src/login.ts src/auth.ts',
  'Refactored the callers as well. src/app.ts',
  'Now the tests. test/login.test.ts',
  'Renaming the helpers. src/helpers.ts',
  'The tests again, for the renamed helpers. test/helpers.test.ts',
);

test.each([
  ['before the refactor', [1]],
  ['antes del refactor', [1]],
  ['after the refactor', [3]],
  ['después del refactor', [3]],
  ['the refactor', [2, 3]],
  ['the refactor of the callers', [3]],
  ['before renaming the helpers', [4]],
  ['before the tests', [3, 5]],
  ['after the tests', [4, 6]],
  ['src/auth.ts', [2]],
  ['before auth.ts', [1]],
  ['the beginning', [0]],
  ['el principio', [0]],
  ['before I looked at the login code', [0]],
  ['before the database', []],
  ['before it', []],
  ['', []],
])('%j means the rounds %j', (phrase, expected) => {
  const meant = resolveRound(phrase, TASK);
  const found = meant.kind === 'one' ? [meant.round] : meant.kind === 'several' ? meant.rounds : [];
  expect(found.map(({ number }) => number)).toEqual(expected);
});
