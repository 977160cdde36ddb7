import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parseNames, readFrontmatter } from '../../src/claude-files/frontmatter.ts';
import { atLevel } from '../support/level.ts';

/** How many of the random inputs. */
const SCALE = atLevel({ quick: 0.2, full: 1, soak: 1 });

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

describe('what is no YAML is read line by line, with a warning', () => {
  const WARNING =
    /^The frontmatter is no YAML \(line \d+: .+\) and was read line by line\. Put values that hold a colon or brackets in quotes\.$/;
  const EXAMPLE =
    'Use this agent when code changed: <example>Context: user: "Is #12 done?"</example> \'Yes\' # so';

  test.each([
    [
      'a description with examples, and what stands around it',
      `name: reviewer\ndescription: ${EXAMPLE}\ntools: Read, Bash(git:*)\nmodel: sonnet`,
      { name: 'reviewer', description: EXAMPLE, tools: 'Read, Bash(git:*)', model: 'sonnet' },
    ],
    [
      'quotes within quotes',
      'description: "Use when: user: "Hello" said"',
      { description: '"Use when: user: "Hello" said"' },
    ],
    ['text behind a quotation', 'description: "Hello" is said', { description: '"Hello" is said' }],
    ['two hints in brackets', 'argument-hint: [file] [line]', { 'argument-hint': '[file] [line]' }],
    ['a mark in front', 'description: @team reviews\na: `b`', { description: '@team reviews', a: '`b`' }],
    ['a bare star', 'tools: *', { tools: '*' }],
    [
      'lines that go on, indented by blanks or a tab',
      'description: Use when:\n  user: "a: b"\n\n\tassistant: x\nname: y',
      { description: 'Use when: user: "a: b" assistant: x', name: 'y' },
    ],
    [
      'a value that begins on the next line',
      'description:\n  Use when: x: y\nname: z',
      { description: 'Use when: x: y', name: 'z' },
    ],
    [
      'lists, indented or not, with items that are no YAML and items that go on',
      'tools:\n- Read\n- Bash(git: x): y\n  z: a\nd: a: b\nmore:\n  - @x: y\n  - z',
      { tools: ['Read', 'Bash(git: x): y z: a'], d: 'a: b', more: ['@x: y', 'z'] },
    ],
    [
      'a value that is YAML by itself stays what it is',
      'd: a: b\nlimits: { max_rounds: 5 }\ntools: [Read, "x y"]\nname: "q"\nt: |\n  a\n\n  b\nn:\n',
      { d: 'a: b', limits: { max_rounds: 5 }, tools: ['Read', 'x y'], name: 'q', t: 'a\n\nb\n', n: null },
    ],
    ['no blank behind the colon', 'name:reviewer\nd: a: b', { name: 'reviewer', d: 'a: b' }],
    ['a blank before the colon', 'name : reviewer\nd: a: b', { name: 'reviewer', d: 'a: b' }],
    ['comments and blank lines between', '# x: y: z\n\nd: a: b\n# more\nname: q', { d: 'a: b', name: 'q' }],
  ])('%s', async (_, yaml, frontmatter) => {
    expect(await readFrontmatter(file(yaml))).toEqual({
      frontmatter,
      body: 'text',
      warning: expect.stringMatching(WARNING),
    });
  });

  test.each([
    ['a line that has no name', 'd: a: b\n<example>\nname: x'],
    ['an address that would be a name', 'd: a: b\nhttps://example.org'],
    ['a name in quotes', 'd: a: b\n"tools": Read'],
    ['a name that stands there twice', 'd: a: b\nname: x\nname: y'],
    ['a name that stands there twice in a value', 'd: a: b\nlimits: { max_rounds: 1, max_rounds: 2 }'],
    ['a name of a prototype', 'd: a: b\nconstructor: x'],
    ['a name of a prototype in a value', 'd: a: b\nx: { __proto__: { y: 1 } }'],
    ['an alias', 'd: a: b\nx: &y [1]\nz: *y'],
    ['a list without an end', 'd: a: b\ntools: [Read, Grep'],
    ['a quotation without an end', 'd: a: b\nname: "x'],
    ['a text of several lines that is none', 'x: |\n    a: b\n  c\nd: a: b'],
    ['items behind a value', 'd: a: b\n- c'],
    ['items and other lines at one depth', 'd:\n  - a: b: c\n  x'],
    ['indented tools: they would be a part of the description', 'd: a: b\n  tools: Read'],
    ['an indented line above all', '  d: a: b\nname: x\n: y'],
  ])('%s is not clear: the error with its line stays', async (_, yaml) => {
    expect(await readFrontmatter(file(yaml))).toEqual({
      frontmatter: {},
      body: 'text',
      warning: expect.stringMatching(/^The frontmatter cannot be used: line \d+: /),
    });
  });

  const name = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));

  test('a header that is YAML never goes this way', async () => {
    const headers = fc.dictionary(name, value, { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(headers, async (header) => {
        const read = await readFrontmatter(file(stringify(header)));
        expect(read.warning?.includes('line by line')).not.toBe(true);
        expect(read.frontmatter).toEqual(read.warning === undefined ? header : {});
      }),
    );
  });

  test('what stands beside a broken line is read as it is without it', { tags: 'full' }, async () => {
    const headers = fc.dictionary(name, value, { minKeys: 1, noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(headers, async (header) => {
        const yaml = stringify(header, { lineWidth: 0 });
        fc.pre(!('description' in header) && (await readFrontmatter(file(yaml))).warning === undefined);
        const { frontmatter } = await readFrontmatter(file(`description: a: b\n${yaml}`));
        expect(frontmatter).toEqual({ description: 'a: b', ...header });
      }),
    );
  });

  test('whatever stands there: never thrown, plain data, no name of a prototype', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a',
        'tools',
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        ': ',
        ':',
        ' ',
        '\t',
      ),
      fc.constantFrom('- ', '*x', '&x ', '{', '}', '[', ']', '"', "'", '#', '|', '>', '? ', '!!set ', '\n'),
      fc.string({ maxLength: 4 }),
    );
    const lines = fc.array(piece).map((pieces) => `d: a: b\n${pieces.join('')}`);
    await fc.assert(
      fc.asyncProperty(lines, async (yaml) => {
        const { frontmatter } = await readFrontmatter(file(yaml));
        const json = JSON.stringify(frontmatter);
        expect(JSON.parse(json)).toEqual(frontmatter);
        expect(json).not.toMatch(/[{,]"(__proto__|constructor|prototype)":/);
        expect(Object.getPrototypeOf(frontmatter)).toBe(Object.prototype);
      }),
      { numRuns: 1000 * SCALE },
    );
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
      if (warning?.startsWith('The frontmatter cannot be used')) expect(frontmatter).toEqual({});
    }),
    { numRuns: 500 * SCALE },
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
  [['Bash(a:*), Bash(b)'], ['Bash(a:*)', 'Bash(b)']],
  ['', []],
  [undefined, []],
  [7, []],
  [{ Read: true }, []],
])('the names in %j are %j', (value, names) => {
  expect(parseNames(value)).toEqual(names);
});
