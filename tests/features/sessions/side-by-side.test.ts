import { expect, test } from 'vitest';
import { sideBySide } from '../../../src/features/sessions/pages/diff-table.tsx';
import { changedFiles } from '../../../src/pictures/changed-files.ts';

/** `3 old | 3 new` for each row of the only hunk. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const before = lines.filter((line) => !line.startsWith('+')).length;
  const after = lines.filter((line) => !line.startsWith('-')).length;
  const diff = `diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -3,${before} +5,${after} @@\n${lines.join('\n')}\n`;
  const [hunk] = changedFiles(diff)[0]?.hunks ?? [];
  if (hunk === undefined) throw new Error('no hunk');
  return sideBySide(hunk).map(({ before: left, after: right }) =>
    [left, right].map((cell) => (cell === undefined ? '' : `${cell.line} ${cell.text}`)).join(' | '),
  );
}

test.each<[string, readonly string[], readonly string[]]>([
  ['the same', [' a', ' b'], ['3 a | 5 a', '4 b | 6 b']],
  ['one for one', [' a', '-b', '+c', ' d'], ['3 a | 5 a', '4 b | 6 c', '5 d | 7 d']],
  ['more come than go', [' a', '-b', '+c', '+d', ' e'], ['3 a | 5 a', '4 b | 6 c', ' | 7 d', '5 e | 8 e']],
  ['more go than come', [' a', '-b', '-c', '+d', ' e'], ['3 a | 5 a', '4 b | 6 d', '5 c | ', '6 e | 7 e']],
  ['only come', [' a', '+b', ' c'], ['3 a | 5 a', ' | 6 b', '4 c | 7 c']],
  ['at the end', [' a', '-b'], ['3 a | 5 a', '4 b | ']],
])('%s', (_what, lines, rows) => {
  expect(rowsOf(lines)).toEqual(rows);
});
