import { expect, test } from 'vitest';
import { NOT_FORMATTED } from '../../../src/tools/checks/check-output.ts';
import { findingsText } from '../../../src/tools/checks/findings-text.ts';

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
