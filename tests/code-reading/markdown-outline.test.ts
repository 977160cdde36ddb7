import { expect, test } from 'vitest';
import { markdownOutline } from '../../src/code-reading/markdown-outline.ts';
import { listed } from './marked-file.ts';

const outline = (...lines: readonly string[]) => listed(markdownOutline(`${lines.join('\n')}\n`));

test('a section ends before the next heading of its own or a higher level', () => {
  expect(outline('# A', 'text', '## B', 'text', '', '### C', '## D', '', '# E', 'end')).toEqual([
    '1-8 heading A',
    '3-6 heading B',
    '6-6 heading C',
    '7-8 heading D',
    '9-10 heading E',
  ]);
});

test('headings know how many others they stand in, also where a level is left out', () => {
  const items = markdownOutline('# A\n### B\n## C\n#### D\n# E\n');
  expect(items.map(({ name, depth }) => `${name} ${depth}`)).toEqual(['A 0', 'B 1', 'C 1', 'D 2', 'E 0']);
});

test('headings are taken with underlines, closing signs, spaces before them and marks in them', () => {
  expect(
    outline(
      'Title',
      'of two lines',
      '===',
      '',
      'Sub',
      '---',
      '',
      '   ## Three ##',
      '####### no',
      '#no',
      '## `code` *x*',
    ),
  ).toEqual([
    '1-11 heading Title of two lines',
    '5-7 heading Sub',
    '8-10 heading Three',
    '11-11 heading `code` *x*',
  ]);
});

test.each([
  ['a fence', ['```sh', '# no', '```']],
  ['a fence of tildes that holds another', ['~~~~', '```', '# no', '~~~', '~~~~']],
  ['a fence that is never closed', ['```', '# no']],
  ['indented code', ['    # no']],
  ['a comment', ['<!--', '# no', '-->']],
  ['an element', ['<div>', '# no', '</div>']],
  ['a quotation', ['> # no']],
  ['a list', ['- # no', '- item', '  # no']],
  ['a rule', ['', '---', '***']],
])('what looks like a heading in %s is none', (_where, lines) => {
  expect(outline('# A', ...lines)).toEqual([`1-${lines.length + 1} heading A`]);
});

test('front matter is no heading, and lines are counted with it', () => {
  expect(outline('---', 'title: x', '# no', '---', '# A', 'text')).toEqual(['5-6 heading A']);
  expect(outline('\uFEFF---', '# no', '---', '# A')).toEqual(['4-4 heading A']);
});

test('lines may end as on Windows, and the last one need not end', () => {
  expect(listed(markdownOutline('---\r\na: 1\r\n---\r\n# A\r\n\r\nB\r\n--\r\nx'))).toEqual([
    '4-8 heading A',
    '6-8 heading B',
  ]);
});
