import { stripVTControlCharacters, styleText } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { markdownRows, type Paint } from '../../src/channels/console/markdown.ts';
import { createHighlight } from '../../src/pictures/syntax.ts';

const FENCE = '```';

/** A style is written as `<bold:…>`, so that it can be read. */
const named: Paint = (style, text) => `<${String(style)}:${text}>`;
const real: Paint = (style, text) => styleText(style, text, { validateStream: false });

function rows(markdown: string, columns = 80, paint: Paint = named): readonly string[] {
  return markdownRows(markdown, { columns, paint, highlight: createHighlight });
}

describe('a look in place of the signs', () => {
  test.each([
    ['bold', 'Hice **tres** cosas.', 'Hice <bold:tres> cosas.'],
    ['italics', '*uno* y _dos_', '<italic:uno> y <italic:dos>'],
    ['struck through', '~~no~~ sí', '<strikethrough:no> sí'],
    ['italics within bold', '**la _otra_**', '<bold:la ><italic:<bold:otra>>'],
    ['over two lines', '**dos\nlíneas**', '<bold:dos>\n<bold:líneas>'],
    ['a heading', '## Qué cambió ##\ntexto', '<bold:Qué cambió>\ntexto'],
    ['code', 'usa `npm **test**`', 'usa <cyan:npm **test**>'],
    ['a link', 'Ver [la guía](https://x.org/a_b_c).', 'Ver la guía (<blue:https://x.org/a_b_c>).'],
    ['a link named as its address', '[https://x.org](https://x.org)', '<blue:https://x.org>'],
    ['an address in brackets', '<https://x.org/_a_>', '<blue:https://x.org/_a_>'],
    ['lists', '1. a\n   - **b**', '<cyan:1. >a\n   <cyan:- ><bold:b>'],
    ['tasks', '- [x] hecha\n- [ ] no', '<cyan:☑> hecha\n<cyan:☐> no'],
    ['a quote', '> **Ana** dijo\n> que no', '<dim:│ ><bold:Ana> dijo\n<dim:│ >que no'],
    ['a block of code', `a\n${FENCE}\nx  = *1*\n\n  y\n${FENCE}\nb`, 'a\n  x  = *1*\n  \n    y\nb'],
    ['code in a list', `- a\n  ${FENCE}\n  x\n   y\n  ${FENCE}`, '<cyan:- >a\n    x\n     y'],
    ['a language', `${FENCE}js\nreturn 1\n${FENCE}`, '  <magenta:return> <yellow:1>'],
    ['a diff', `${FENCE}diff\n-*a*\n+b\n${FENCE}`, '  <red:-*a*>\n  <green:+b>'],
    [
      'a table',
      '| **A** | N |\n|---|--:|\n| `uno` | 1 |\n| 登录 | 20 |',
      '<bold:A>      <bold:N>\n<dim:────  ──>\n<cyan:uno>    1\n登录  20',
    ],
  ])('%s', (_what, markdown, shown) => {
    expect(rows(markdown).join('\n')).toBe(shown);
  });
});

test.each([
  ['names and patterns', 'src/**/*.ts, __init__.py, snake_case_name, 2 * 3 * 4, *.ts and *.js'],
  ['a call', 'handlers[name](event)'],
  ['HTML', '<div class="x">a</div> &lt; &#27;[31m'],
  ['two spaces and empty lines', 'a  b\n\n\nc'],
  ['a page of signs', '*a_[>'.repeat(400)],
])('what is no Markdown stays as typed: %s', (_what, text) => {
  expect(rows(text, 10_000).join('\n')).toBe(text);
});

test('a diff without a fence stays as typed, with its colours', () => {
  const diff = '--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-**old**\n+| new |';
  expect(stripVTControlCharacters(rows(diff, 80, real).join('\n'))).toBe(diff);
});

describe('a narrow screen', () => {
  test('words are wrapped below the text of their list or quote', () => {
    expect(rows('- one two three four\n\n> five six seven', 12)).toEqual([
      '<cyan:- >one two',
      '<cyan:  >three four',
      '',
      '<dim:│ >five six',
      '<dim:│ >seven',
    ]);
  });

  test('neither code nor an address gets a line end', () => {
    const address = 'https://example.org/a/very/long/address';
    const code = 'npm test -- --reporter=verbose';
    expect(rows(`See ${address} now\n${FENCE}\n${code}\n${FENCE}`, 12)).toEqual([
      'See',
      expect.stringContaining(address),
      'now',
      `  ${code}`,
    ]);
  });

  test('a table that is too wide says the same in lines', () => {
    const table = '| File | What changed |\n|---|---|\n| a.ts | **all** of it |\n| b.ts | |';
    expect(rows(table, 16, real).map(stripVTControlCharacters)).toEqual([
      'File: a.ts',
      '  What changed:',
      '  all of it',
      '',
      'File: b.ts',
    ]);
  });

  test.each([80, 40, 20, 8])('at %i columns nothing is lost and nothing is wider', (columns) => {
    const shown = rows(
      '# Título\n\nAñadí **登录** y `código`:\n\n1. uno *dos* tres\n   > cita de **dos** líneas',
      columns,
      real,
    );
    expect(shown.every((row) => stringWidth(row) <= columns)).toBe(true);
    expect(stripVTControlCharacters(shown.join('')).replaceAll(/[\s│]/g, '')).toBe(
      'TítuloAñadí登录ycódigo:1.unodostrescitadedoslíneas',
    );
  });
});
