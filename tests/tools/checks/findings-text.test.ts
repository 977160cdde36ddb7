import { expect, test } from 'vitest';
import { NOT_FORMATTED } from '../../../src/tools/checks/check-output.ts';
import { findingsText } from '../../../src/tools/checks/project-checks.ts';

const LINT = { tool: 'eslint' };
const FORMAT = { tool: 'prettier', fix: 'npx prettier --write a.ts' };

test('says nothing without findings', () => {
  expect(findingsText('a.ts', [{ check: LINT, findings: [] }])).toBe('');
});

test('names each finding, and all unformatted lines in one', () => {
  const text = findingsText('a.ts', [
    { check: LINT, findings: [{ line: 3, what: 'No \u2018x\u2019 \u4e00 here\u202e (no-x)' }] },
    {
      check: FORMAT,
      findings: [3, 7].map((line) => ({ line, what: NOT_FORMATTED })),
    },
  ]);
  expect(text).toBe(
    [
      "What the project's own checks say about a.ts since this edit:",
      "eslint, line 3: No 'x' ? here\\u{202e} (no-x)",
      'prettier: not formatted, lines 3, 7. To format it, run npx prettier --write a.ts',
    ].join('\n'),
  );
});

test.each([
  ['many', 'x', 30, 9 + 1],
  ['long ones', 'x'.repeat(5_000), 30, 6 + 1],
])('stays short: %s', (_what, what, count, rows) => {
  const findings = Array.from({ length: count }, (_none, index) => ({ line: index + 1, what }));
  const text = findingsText('a.ts', [{ check: LINT, findings }]);
  expect([text.length <= 1_500, text.split('\n').length]).toEqual([true, rows]);
});

test('a tool that finds much does not hide what the others say', () => {
  const many = Array.from({ length: 30 }, (_none, index) => ({ line: index + 1, what: 'x' }));
  const text = findingsText('a.py', [
    { check: { tool: 'ruff' }, findings: many },
    { check: { tool: 'mypy' }, findings: many.slice(0, 3) },
    { check: { tool: 'pyright' }, findings: many.slice(0, 1) },
  ]);
  expect(text.split('\n').slice(1)).toEqual([
    ...[1, 2, 3, 4].map((line) => `ruff, line ${line}: x`),
    ...[1, 2, 3].map((line) => `mypy, line ${line}: x`),
    'pyright, line 1: x',
    'and 26 more',
  ]);
});

test('words in several lines are told in one', () => {
  const what = 'Type "str" is not assignable to "int"\n\u00a0\u00a0"str" is not "int"';
  expect(
    findingsText('a.py', [{ check: LINT, findings: [{ line: 1, what }] }])
      .split('\n')
      .slice(1),
  ).toEqual(['eslint, line 1: Type "str" is not assignable to "int" "str" is not "int"']);
});
