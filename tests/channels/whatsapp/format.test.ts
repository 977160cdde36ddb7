import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormatter, formatForWhatsApp } from '../../../src/channels/whatsapp/format.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { questionText } from '../../../src/gateway/questions/question-text.ts';
import { showBlanks } from '../../../src/policy/display.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { approvalRecord } from '../../support/gateway-rig.ts';

const FENCE = '```';
const GOLDEN = path.join(import.meta.dirname, 'golden');

test.each([
  ['bold', 'Hice **tres** cosas.', 'Hice *tres* cosas.'],
  ['italics, both ways', '*uno* y _dos_', '_uno_ y _dos_'],
  ['struck through', '~~no~~ sí', '~no~ sí'],
  ['both at once', '***todo***', '_*todo*_'],
  ['italics within bold', '**la _otra_ mitad**', '*la _otra_ mitad*'],
  ['in brackets and quotes', '(*énfasis*), "**fuerte**"; ¿**sí**?', '(_énfasis_), "*fuerte*"; ¿*sí*?'],
  ['part of a word', '**re**hacer', 'rehacer'],
  ['over two lines', '**dos\nlíneas**', 'dos\nlíneas'],
  ['a heading', '## Qué cambió ##', '*Qué cambió*'],
  ['a heading with bold in it', '# Qué **cambió**', '*Qué cambió*'],
  ['a heading with a pattern', '# All of *.ts files', '# All of *.ts files'.slice(2)],
  ['an underlined heading', 'Título\n=====', '*Título*'],
  ['a link', 'Ver [la guía](https://x.org/a_b_c).', 'Ver la guía (https://x.org/a_b_c).'],
  ['a link named as its address', '[https://x.org](https://x.org)', 'https://x.org'],
  ['a link to a file', '[`src/a.ts`](src/a.ts)', 'src/a.ts'],
  ['an address in brackets', '<https://x.org/_a_>', 'https://x.org/_a_'],
  ['a picture', '![el diagrama](https://x.org/d.png)', 'el diagrama (https://x.org/d.png)'],
  ['tasks', '- [x] hecha\n- [ ] por hacer', '☑ hecha\n☐ por hacer'],
  ['nested lists', '1. a\n   - b\n   - **c**', '1. a\n   - b\n   - *c*'],
  ['a quote', '> **Ana** dijo\n> que no', '> *Ana* dijo\n> que no'],
  ['code in a quote', `> ${FENCE}js\n> a = 1\n> ${FENCE}`, '> `a = 1`'],
  ['a rule', 'a\n\n***\n\nb', 'a\n\n---\n\nb'],
  ['a rule under a sentence', `${'una frase larga '.repeat(5)}\n---`, `${'una frase larga '.repeat(5)}\n---`],
  ['HTML', '<div class="x">a</div> &lt;', '<div class="x">a</div> &lt;'],
  ['what was kept from formatting', String.raw`snake\_case, 2 \* 3`, 'snake_case, 2 * 3'],
])('%s', (_name, markdown, expected) => {
  expect(formatForWhatsApp(markdown)).toBe(expected);
});

test.each([
  '2 * 3 * 4 = 24',
  'snake_case_name and a*b*c',
  'f(*args, **kwargs)',
  '*.ts y *.js, ~/a ~/b',
  'un * suelto y un _ suelto',
  'handlers[name](event) and rows[0](x)',
  'https://x.org/_foo_/bar_baz_?a=*b*',
  String.raw`C:\temp\new and \d+\.\d+`,
  '¿Qué pasó? 👩‍👩‍👧 ¡Listo! «así»',
  '#5 is fixed, 50 % done',
])('%j stays as it was typed', (text) => {
  expect(formatForWhatsApp(text)).toBe(text);
});

test.each([
  ['import __init__ here', 'import `__init__` here'],
  ['(src/**/*.ts), too', '(`src/**/*.ts`), too'],
  ['see test/__init__.py.', 'see `test/__init__.py`.'],
  ['rm *_old_*', 'rm `*_old_*`'],
  [String.raw`\*so\*`, '`*so*`'],
])('signs that WhatsApp would swallow are put into code: %j', (text, expected) => {
  expect(formatForWhatsApp(text)).toBe(expected);
});

test.each([
  ['`rm *_old_*`', '`rm *_old_*`'],
  ['``a`b``', `${FENCE}a\`b${FENCE}`],
  ['`` `a` ``', `${FENCE} \`a\` ${FENCE}`],
  [`${FENCE}diff\n- **a**\n+ __b__\n${FENCE}`, `${FENCE}\n- **a**\n+ __b__\n${FENCE}`],
  [`~~~\n# a\n~~~`, `${FENCE}\n# a\n${FENCE}`],
  ['text\n\n    indented *code*', `text\n\n${FENCE}\nindented *code*\n${FENCE}`],
  [`- a\n  ${FENCE}sh\n  make\n    all\n  ${FENCE}`, `- a\n  ${FENCE}\nmake\n  all\n${FENCE}`],
  [`${FENCE}\nnever closed`, `${FENCE}\nnever closed\n${FENCE}`],
])('code is shown to the letter: %j', (markdown, expected) => {
  expect(formatForWhatsApp(markdown)).toBe(expected);
});

test('a fence within code does not end it', () => {
  const shown = formatForWhatsApp(`${FENCE}\`md\n${FENCE}js\nx\n${FENCE}\n${FENCE}\``);
  expect(shown.replaceAll('\u200c', '')).toBe(`${FENCE}\n${FENCE}js\nx\n${FENCE}\n${FENCE}`);
  expect(shown.split(FENCE)).toHaveLength(3);
});

test('a narrow table is aligned', () => {
  expect(formatForWhatsApp('| Archivo | Líneas |\n|---|--:|\n| `a.ts` | 12 |\n| **b.ts** | 3 |')).toBe(
    [FENCE, 'Archivo  Líneas', '-------  ------', 'a.ts         12', 'b.ts          3', FENCE].join('\n'),
  );
});

test('a wide table becomes a list', () => {
  const table = [
    '| Opción | Qué hace | Por defecto |',
    '|---|---|---|',
    '| `timeout` | Cuánto se espera antes de rendirse | 30 s |',
    '| retries | Cuántas veces se<br>vuelve a probar | |',
  ];
  expect(formatForWhatsApp(table.join('\n'))).toBe(
    [
      'Opción · Qué hace · Por defecto\n',
      '`timeout`\n- Qué hace: Cuánto se espera antes de rendirse\n- Por defecto: 30 s\n',
      '*retries*\n- Qué hace: Cuántas veces se vuelve a probar',
    ].join('\n'),
  );
});

test('a long answer reads as it should on a phone', async () => {
  const answer = readFileSync(path.join(GOLDEN, 'long-answer.md'), 'utf8');
  await expect(formatForWhatsApp(answer)).toMatchFileSnapshot(path.join(GOLDEN, 'long-answer.golden.txt'));
});

test('what is remembered of a text is what it comes to, also after more than is remembered', {
  tags: 'full',
}, () => {
  const format = createFormatter();
  const texts = Array.from({ length: 120 }, (_, row) => `**${row}** and _words_\n`.repeat(row + 1));
  const expected = texts.map(formatForWhatsApp);
  expect([...texts, ...texts.toReversed()].map(format)).toEqual([...expected, ...expected.toReversed()]);
});

test('plain words survive to the letter', { tags: 'full' }, () => {
  const word = fc.stringMatching(/^[\p{L}\p{N}.,:;()¿?¡!"'/@%&=€-]{1,12}$/u);
  const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `x ${words.join(' ')}`);
  const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n'));
  const property = fc.property(text, (plain) => {
    expect(formatForWhatsApp(plain)).toBe(plain);
  });
  fc.assert(property);
});

test('code survives to the letter, whatever is in it', () => {
  const code = fc.string({
    unit: fc.constantFrom('*', '_', '~', '#', '[', '](', '|', 'a', ' ', '\\', '>', '\n'),
  });
  const property = fc.property(code, (inside) => {
    expect(formatForWhatsApp(`${FENCE}\n${inside}\n${FENCE}`)).toBe(`${FENCE}\n${inside}\n${FENCE}`);
    const span = `x${inside.replaceAll('\n', '')}x`;
    expect(formatForWhatsApp(`see \`${span}\` there`)).toBe(`see \`${span}\` there`);
  });
  fc.assert(property);
});

test('a command and a diff in a question reach the phone to the letter', () => {
  const details = fc.string({
    unit: fc.constantFrom('rm', ' ', '*', '_old_', '`', '``', FENCE, '~', '#', '\n', '- '),
  });
  const property = fc.property(details, (inside) => {
    const asked = `x${inside}x`;
    const shown = formatForWhatsApp(
      questionText(approvalRecord({ question: { details: asked } }), texts('en')),
    );
    expect(shown.replaceAll('\u200c', '')).toContain(showBlanks(asked));
  });
  fc.assert(property);
});

test('nothing makes it fail, and letters and digits are never lost', () => {
  const sign = fc.constantFrom(
    '*',
    '**',
    '_',
    '~~',
    '`',
    FENCE,
    '[',
    '](',
    ')',
    '|',
    '|-|',
    '\n',
    '\n\n',
    ' ',
  );
  const part = fc.oneof(
    sign,
    fc.constantFrom('# ', '- ', '> ', '1. ', '    ', '\\', '<', 'é', 'b', '7', '\u0000'),
  );
  const property = fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
    const letters = (text: string) => text.replace(/[^éb7]/g, '');
    const text = parts.join('');
    // The name of a fence's language is left out.
    if (!/(`{3,}|~{3,})[^\n]*[éb7]/.test(text)) expect(letters(formatForWhatsApp(text))).toBe(letters(text));
    else formatForWhatsApp(text);
  });
  fc.assert(property);
});

eachInFull(['**a*', '[a](', '> ', '*a '])(
  'a megabyte of %j takes no longer than its length',
  { timeout: 60_000 },
  (unit) => {
    const tookMs = (length: number) => {
      const text = unit.repeat(length / unit.length);
      const startMs = performance.now();
      formatForWhatsApp(text);
      return performance.now() - startMs;
    };
    // The first one also loads and warms up; a time that is hardly measurable is no measure.
    tookMs(10_000);
    const tenth = Math.max(20, tookMs(100_000));
    expect(tookMs(1_000_000)).toBeLessThan(tenth * 50);
  },
);
