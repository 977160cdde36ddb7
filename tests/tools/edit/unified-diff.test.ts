import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../../src/tools/edit/unified-diff.ts';
import { atLevel } from '../../support/level.ts';

const SCALE = atLevel({ quick: 0.03, full: 0.1, soak: 1 });

test('a change is shown with three lines around it and its place in the file', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('');
  expect(unifiedDiff('src/a.ts', before, before.replace('line 10\n', 'line ten\n'))).toEqual({
    diff: [
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -7,7 +7,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+line ten',
      ' line 11',
      ' line 12',
      ' line 13',
      '',
    ].join('\n'),
    added: 1,
    removed: 1,
  });
});

test('a new file comes from /dev/null', () => {
  expect(unifiedDiff('a.ts', undefined, 'a\nb\n')).toEqual({
    diff: '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n',
    added: 2,
    removed: 0,
  });
});

test.each([
  ['docs/año nuevo.md', '--- a/docs/año nuevo.md\n+++ b/docs/año nuevo.md\n'],
  ['a\n+++ b/x', '--- "a/a\\n+++ b/x"\n+++ "b/a\\n+++ b/x"\n'],
])('the name %j is told as it is, unless it would break its line', (name, headers) => {
  const { diff } = unifiedDiff(name, 'x\n', 'y\n');
  expect(diff.slice(0, diff.indexOf('@@'))).toBe(headers);
});

test('a missing last line ending is said', () => {
  expect(unifiedDiff('a.ts', 'a', 'a\n').diff).toBe(
    '--- a/a.ts\n+++ b/a.ts\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n',
  );
});

test('equal texts have no diff', () => {
  expect(unifiedDiff('a.ts', 'a\n', 'a\n')).toEqual({ diff: '', added: 0, removed: 0 });
});

test('a rewritten file too different for a minimal diff is shown as replaced', () => {
  const before = Array.from({ length: 1_500 }, (_, index) => `old ${index}`).join('\n');
  const after = Array.from({ length: 1_500 }, (_, index) => `new ${index}\n`).join('');
  const { diff, added, removed } = unifiedDiff('a.ts', before, after);
  expect({ added, removed, applied: applyPatch(before, diff) }).toEqual({
    added: 1_500,
    removed: 1_500,
    applied: after,
  });
});

test('the diff, applied to the old text, gives the new one', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd\n', 'e'), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      // The library's own `applyPatch` does not know files without a line.
      fc.pre(before !== after && before !== '' && after !== '');
      expect(
        applyPatch(before, unifiedDiff('a', before, after).diff, { autoConvertLineEndings: false }),
      ).toBe(after);
    }),
    { numRuns: 5_000 * SCALE },
  );
});
