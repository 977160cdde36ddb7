import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesIn, readFrontmatter } from '../../src/library/frontmatter.ts';

const file = (yaml: string, body = 'text') => `---\n${yaml}\n---\n${body}`;

describe('what is read', () => {
  test.each([
    ['no frontmatter', 'Hello\nworld', { frontmatter: {}, body: 'Hello\nworld' }],
    ['an empty file', '', { frontmatter: {}, body: '' }],
    ['an empty frontmatter', '---\n---\ntext', { frontmatter: {}, body: 'text' }],
    ['only comments', file('# nothing'), { frontmatter: {}, body: 'text' }],
    ['nothing behind it', '---\na: 1\n---', { frontmatter: { a: 1 }, body: '' }],
    [
      'values of every kind',
      file('a: text\nb: 2\nc: true\nd: [x, 1]\ne: {f: null}\ng:\n'),
      { frontmatter: { a: 'text', b: 2, c: true, d: ['x', 1], e: { f: null }, g: null }, body: 'text' },
    ],
    ['blank lines behind it', file('a: 1', '\n \t\n  text\n'), { frontmatter: { a: 1 }, body: '  text\n' }],
    ['lines that end in CRLF', '---\r\na: 1\r\n---\r\nx\r\ny', { frontmatter: { a: 1 }, body: 'x\ny' }],
    ['a byte order mark', `\uFEFF${file('a: 1')}`, { frontmatter: { a: 1 }, body: 'text' }],
    ['spaces behind the dashes', '---  \na: 1\n--- \t\ntext', { frontmatter: { a: 1 }, body: 'text' }],
    ['dashes in the text', file('a: 1', 'x\n---\ny'), { frontmatter: { a: 1 }, body: 'x\n---\ny' }],
    ['dashes in a value', file('a: |\n  x\n  ---\n  y'), { frontmatter: { a: 'x\n---\ny\n' }, body: 'text' }],
    ['dashes below the first line', 'x\n---\na: 1\n---\n', { frontmatter: {}, body: 'x\n---\na: 1\n---\n' }],
    ['a longer rule', '----\na: 1\n----', { frontmatter: {}, body: '----\na: 1\n----' }],
    ['a date stays text', file('a: 2026-01-18'), { frontmatter: { a: '2026-01-18' }, body: 'text' }],
  ])('%s', async (_, text, expected) => {
    expect(await readFrontmatter(text)).toEqual(expected);
  });
});

describe('what counts as empty, with the reason, and keeps the text', () => {
  test.each([
    [
      'broken YAML',
      'a: [1',
      'The frontmatter cannot be used: line 3: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    [
      'a colon in a value',
      'a: 1\ndescription: x: y',
      'The frontmatter cannot be used: line 3: Nested mappings are not allowed in compact mappings.',
    ],
    ['a key twice', 'a: 1\na: 2', 'The frontmatter cannot be used: line 3: Map keys must be unique.'],
    ['prose', 'once upon a time', 'The frontmatter cannot be used: it does not consist of `name: value`.'],
    ['a list', '- a\n- b', 'The frontmatter cannot be used: it does not consist of `name: value`.'],
    ['an alias', 'a: &x [1]\nb: *x', 'The frontmatter cannot be used: Alias resolution is disabled.'],
    [
      'a prototype name',
      '__proto__: {tools: all}',
      'The frontmatter cannot be used: `__proto__` cannot be a key.',
    ],
    [
      'a prototype name further in',
      'a: [{b: {constructor: 1}}]',
      'The frontmatter cannot be used: `constructor` cannot be a key.',
    ],
    ['a key that is a list', '[a, b]: c', 'The frontmatter cannot be used: a key is a list or a map.'],
    [
      'bytes',
      'a: !!binary aGVsbG8=',
      'The frontmatter cannot be used: a value is neither text, number, yes or no, list nor map.',
    ],
    [
      'a number without end',
      'a: .inf',
      'The frontmatter cannot be used: a value is neither text, number, yes or no, list nor map.',
    ],
    ['two documents', 'a: 1\n...\nb: 2', 'The frontmatter cannot be used: it holds more than one document.'],
    [
      'too much text',
      `a: ${'x'.repeat(17_000)}`,
      'The frontmatter cannot be used: it has more than 16384 characters.',
    ],
  ])('%s', async (_, yaml, warning) => {
    expect(await readFrontmatter(file(yaml))).toEqual({ frontmatter: {}, body: 'text', warning });
  });

  test('no line that ends it', async () => {
    expect(await readFrontmatter('---\na: 1\ntext')).toEqual({
      frontmatter: {},
      body: '---\na: 1\ntext',
      warning: 'The frontmatter cannot be used: its first line is `---`, and no other line ends it.',
    });
  });
});

describe('bombs', () => {
  const NESTED = 'The frontmatter cannot be used: it is nested deeper than 32 levels.';
  const MANY = 'The frontmatter cannot be used: it has more than 2000 values, keys and signs.';
  const laughs = Array.from(
    { length: 9 },
    (_, at) => `${'bcdefghij'[at]}: &${'bcdefghij'[at]} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(', ')}]`,
  );

  test.each([
    ['brackets', '['.repeat(16_000), NESTED],
    ['braces', '{a: '.repeat(4_000), NESTED],
    ['dashes', '- '.repeat(8_000), NESTED],
    ['question marks', '? '.repeat(8_000), NESTED],
    ['thousands of keys', Array.from({ length: 2_500 }, (_, at) => `${at}:`).join('\n'), MANY],
    ['thousands of keys on one line', `a: {${Array.from({ length: 2_500 }, (_, at) => at).join(',')}}`, MANY],
    [
      'a billion laughs',
      ['a: &a [x]', ...laughs].join('\n'),
      'The frontmatter cannot be used: Alias resolution is disabled.',
    ],
  ])('%s', async (_, yaml, warning) => {
    expect(await readFrontmatter(file(yaml))).toEqual({ frontmatter: {}, body: 'text', warning });
  });
});

test('whatever a file holds, the result is plain data and nothing is thrown', async () => {
  const lines = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        '---',
        'a: &b c',
        '*b',
        '<<: {a: 1}',
        '!!set {a}',
        '? ',
        '- - -',
        '%YAML 1.1',
        '__proto__: 1',
        '[{',
        'a: |',
      ),
    ),
  );
  await fc.assert(
    fc.asyncProperty(lines, async (some) => {
      const { frontmatter, warning } = await readFrontmatter(`---\n${some.join('\n')}\n---\n`);
      expect(JSON.parse(JSON.stringify(frontmatter))).toEqual(frontmatter);
      if (warning !== undefined) expect(frontmatter).toEqual({});
    }),
    { numRuns: 500 },
  );
});

test('prototypes are as they were', async () => {
  await readFrontmatter(file('a: {"__proto__": {polluted: yes}}'));
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test.each([
  ['Read, Bash(git:*)', ['Read', 'Bash(git:*)']],
  ['Bash(npm run a, b),  Read,', ['Bash(npm run a, b)', 'Read']],
  ['Bash(a)), Read', ['Bash(a))', 'Read']],
  [
    ['Read', ' Bash(git:*) ', '', 3, null],
    ['Read', 'Bash(git:*)'],
  ],
  ['', []],
  [undefined, []],
  [7, []],
  [{ Read: true }, []],
])('the names in %j are %j', (value, names) => {
  expect(namesIn(value)).toEqual(names);
});
