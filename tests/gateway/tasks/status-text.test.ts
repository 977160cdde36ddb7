import { expect, test } from 'vitest';
import { texts } from '../../../src/core/texts/texts.ts';
import { isOnlyUntested } from '../../../src/gateway/report/verify-outcome.ts';
import { statusText } from '../../../src/gateway/tasks/session-text.ts';

test.each([
  ['done', undefined, '✅ done', '✅ lista'],
  ['done', 'untested', '⚠️ done, not tested', '⚠️ lista, sin probar'],
  ['done', 'unproven', '⚠️ not done', '⚠️ falta algo'],
  ['running', 'untested', '🔧 running', '🔧 en marcha'],
] as const)('a task that is %s (%s) is listed as its report said', (status, reason, english, spanish) => {
  const listed = (['en', 'es'] as const).map((locale) => statusText({ status, reason }, texts(locale)));
  expect(listed).toEqual([english, spanish]);
});

test.each([
  [[], false],
  [[{ kind: 'not-tested' }], true],
  [[{ kind: 'not-tested' }, { kind: 'stale-base', ref: 'origin/main' }], false],
  [[{ kind: 'tests-failed' }], false],
] as const)('%j: only a test is missing: %s', (doubts, expected) => {
  expect(isOnlyUntested(doubts)).toBe(expected);
});
