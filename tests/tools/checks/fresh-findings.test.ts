import { expect, test } from 'vitest';
import { freshFindings } from '../../../src/tools/checks/project-checks.ts';
import { touchedLines, unifiedDiff } from '../../../src/tools/edit/unified-diff.ts';

test.each([
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', [2], [2]],
  ['lines that were added', 'a\nd\n', 'a\nb\nc\nd\n', [1, 2], [2, 3]],
  ['lines that were taken away', 'a\nb\nc\nd\n', 'a\nd\n', [2, 3], [1, 2]],
  ['a new file', undefined, 'a\nb\n', [], [1, 2]],
  ['no line break at the end', 'a\nb', 'a\nc', [2], [2]],
  ['lines far apart', 'a\n1\n2\n3\n4\n5\n6\n7\n8\nb\n', 'A\n1\n2\n3\n4\n5\n6\n7\n8\nB\n', [1, 10], [1, 10]],
])('the lines that a diff touches: %s', (_what, before, after, old, young) => {
  const { diff } = unifiedDiff('a.ts', before, after);
  expect([[...touchedLines(diff, 'old')], [...touchedLines(diff, 'new')]]).toEqual([old, young]);
});

const BEFORE = 'import a;\nold(x);\nmiddle();\nuse(a);\n';
const AFTER = 'first();\nold(x);\nmiddle();\nuse(a);\n';
const OLD = { line: 2, what: 'x is undefined' };
const NEW = { line: 4, what: 'a is undefined' };
const OWN = { line: 1, what: 'first is undefined' };
const { diff } = unifiedDiff('a.ts', BEFORE, AFTER);

test('without knowledge of the file before, only what is on changed lines is said', () => {
  expect(freshFindings({ text: AFTER, diff }, [OLD, NEW, OWN], undefined)).toEqual([OWN]);
});

test('with that knowledge, what is new is said wherever it is, and nothing that was there', () => {
  const earlier = { text: `\n\n${BEFORE}`, findings: [{ ...OLD, line: 4 }] };
  expect(freshFindings({ text: AFTER, diff }, [OLD, NEW, OWN], earlier)).toEqual([NEW, OWN]);
});
