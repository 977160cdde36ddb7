import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import { atLevel } from '../support/level.ts';
import { listed, markedFile } from './marked-file.ts';

const RUNS = atLevel({ quick: 80, full: 300, soak: 3_000 });

const reader = createCodeReader({ folder: path.resolve(import.meta.dirname, '../../dist/code-reading') });

/** A function, something that no grammar understands, another function. */
const BROKEN: readonly (readonly [string, string])[] = [
  ['a.ts', 'function one() {\n  return 1;\n}\nconst = = (;\nfunction two() {\n  return 2;\n}\n'],
  ['a.tsx', 'function one() {\n  return <a>1</a>;\n}\nconst = = (;\nfunction two() {\n  return 2;\n}\n'],
  ['a.js', 'function one() {\n  return 1;\n}\nlet let = } ] ;\nfunction two() {\n  return 2;\n}\n'],
  ['a.py', 'def one():\n    x = 1\n    return x\nclass = = (:\ndef two():\n    x = 2\n    return x\n'],
  ['a.go', 'func one() int {\n\treturn 1\n}\nvar = = (\nfunc two() int {\n\treturn 2\n}\n'],
  ['a.rs', 'fn one() -> i32 {\n    1\n}\nlet = = );\nfn two() -> i32 {\n    2\n}\n'],
  ['a.c', 'int one(void) {\n  return 1;\n}\nint = = );\nint two(void) {\n  return 2;\n}\n'],
  ['a.cpp', 'int one() {\n  return 1;\n}\nint = = );\nint two() {\n  return 2;\n}\n'],
  ['a.rb', 'def one\n  1\nend\nx = = )\ndef two\n  2\nend\n'],
  ['a.php', '<?php function one() {\n  return 1;\n}\n$x = = );\nfunction two() {\n  return 2;\n}\n'],
  ['a.sh', 'one() {\n  echo 1\n}\nx=( ; ;; &&\ntwo() {\n  echo 2\n}\n'],
  ['a.kt', 'fun one(): Int {\n  return 1\n}\nval = = )\nfun two(): Int {\n  return 2\n}\n'],
  ['a.swift', 'func one() -> Int {\n  return 1\n}\nlet = = )\nfunc two() -> Int {\n  return 2\n}\n'],
];

test.each(BROKEN)('what stands before and behind a syntax error in %s is found', async (name, text) => {
  const { items } = await reader.outline(name, text);
  expect(listed(items)).toEqual(expect.arrayContaining(['1-3 function one', '5-7 function two']));
});

test.each([
  [
    'a.java',
    'class A {\n  int one() {\n    return 1;\n  }\n  int = = );\n  int two() {\n    return 2;\n  }\n}\n',
  ],
  [
    'a.cs',
    'class A {\n  int one() {\n    return 1;\n  }\n  int = = );\n  int two() {\n    return 2;\n  }\n}\n',
  ],
])('methods around a syntax error in %s are found', async (name, text) => {
  const { items } = await reader.outline(name, text);
  expect(listed(items)).toEqual(expect.arrayContaining(['2-4 method one', '6-8 method two']));
});

/** A type with a method, one with a bracket that is never closed, a third; then whatever stands behind the type. */
const UNCLOSED: readonly (readonly [string, string])[] = [
  [
    'a.ts',
    'class A {\n  one() {}\n  two() {\n    if (x {\n  }\n  three() {\n    go();\n  }\n}\nfunction b() {}\n',
  ],
  [
    'a.js',
    'class A {\n  one() {}\n  two() {\n    f = {\n  }\n  three() {\n    go();\n  }\n}\nfunction b() {}\n',
  ],
  [
    'a.java',
    'class A {\n  int one() {}\n  int two() {\n    if (x {\n  }\n  int three() {\n    go();\n  }\n}\nclass b {}\n',
  ],
  [
    'a.cs',
    'class A {\n  int one() {}\n  int two() {\n    if (x) {\n  }\n  int three() {\n    go();\n  }\n}\nclass b {}\n',
  ],
  [
    'a.php',
    '<?php class A {\n  function one() {}\n  function two() {\n    if ($x {\n  }\n  function three() {\n    go();\n  }\n}\nfunction b() {}\n',
  ],
  [
    'a.kt',
    'class A {\n  fun one() {}\n  fun two() {\n    if (x {\n  }\n  fun three() {\n    go()\n  }\n}\nfun b() {}\n',
  ],
  [
    'a.swift',
    'class A {\n  func one() {}\n  func two() {\n    if x {\n  }\n  func three() {\n    go()\n  }\n}\nfunc b() {}\n',
  ],
  [
    'a.rb',
    'class A\n  def one; end\n  def two\n    if x\n  end\n  def three\n    go\n  end\nend\ndef b; end\n',
  ],
  [
    'a.py',
    'class A:\n  def one(self): pass\n  def two(self):\n    x = (1,\n\n  def three(self):\n    go()\n    stop()\n\ndef b(): pass\n',
  ],
  [
    'a.rs',
    'impl A {\n  fn one() {}\n  fn two() {\n    if (x {\n  }\n  fn three() {\n    go();\n  }\n}\nfn b() {}\n',
  ],
];

test.each(UNCLOSED)(
  'a bracket in %s that is never closed does not swallow what follows',
  async (name, text) => {
    const { items } = await reader.outline(name, text);
    const lines = items.map((item) => `${item.name} ${item.start}-${item.end}`);
    const isPython = name === 'a.py';
    expect(lines).toEqual([
      isPython ? 'A 1-8' : 'A 1-9',
      'one 2-2',
      isPython ? 'two 3-4' : 'two 3-5',
      'three 6-8',
      'b 10-10',
    ]);
  },
);

test('a type is found by its first line where nothing else of it is understood', async () => {
  const text =
    'export class A {\n  one() { return 1; }\n  two( {\n  three() { return 3; }\n}\nfunction b() {}\n';
  const { items } = await reader.outline('a.ts', text);
  expect(listed(items)).toEqual(
    expect.arrayContaining(['1-5 class A', '4-4 method three', '6-6 function b']),
  );
});

test('a function ends where the next one begins when its bracket is missing', async () => {
  const text = 'package a\n\nfunc one( {\n\tif x {\n}\n\nfunc two() int {\n\treturn 2\n}\n';
  const { items } = await reader.outline('a.go', text);
  expect(listed(items)).toEqual(['3-5 function one', '7-9 function two']);
});

const SAMPLES = [
  'c',
  'cpp',
  'cs',
  'go',
  'java',
  'jsx',
  'kt',
  'php',
  'py',
  'rb',
  'rs',
  'sh',
  'swift',
  'ts',
  'tsx',
];

test('whatever is cut out of a file, it is read, and every entry has lines of the file', {
  tags: 'full',
}, async () => {
  const cut = fc.record({
    name: fc.constantFrom(...SAMPLES.map((ending) => `sample.${ending}`)),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    put: fc.constantFrom('', '{', '}', '"', "'", '`', '(', '/*', '<<EOF\n', '\\', '\u{1f600}', '\r\n'),
  });
  await fc.assert(
    fc.asyncProperty(cut, async ({ name, from, to, put }) => {
      const { text } = markedFile(name);
      const [start, end] = [from, to].toSorted((a, b) => a - b).map((part) => Math.floor(part * text.length));
      const broken = `${text.slice(0, start)}${put}${text.slice(end)}`;
      const { items, problem } = await reader.outline(name, broken);
      const lines = broken.split('\n').length;
      expect(problem).toBeUndefined();
      for (const item of items) {
        expect(item.start).toBeGreaterThan(0);
        expect(item.end).toBeGreaterThanOrEqual(item.start);
        expect(item.end).toBeLessThanOrEqual(lines);
      }
    }),
    { numRuns: RUNS },
  );
});

test.each([
  [
    'a.go',
    'package a\n\nfunc one() int {\n\tif x {\n\treturn 1\n}\n\nfunc two() int {\n\treturn 2\n}\n',
    '8-10',
  ],
  ['a.py', 'def one():\n    x = (1\n\ndef two():\n    return 2\n\nclass Three: pass\n', '4-5'],
  ['a.sh', 'one() {\n  x=(1\n}\n\ntwo() {\n  b\n}\n', '5-7'],
  ['a.rs', 'fn one() {\n}\n<<<<<<< HEAD\nfn two() {\n    b();\n}\n=======\n', '4-6'],
  ['a.c', 'int one(void) {\n}\n<<<<<<< HEAD\nint two(void) {\n  return 2;\n}\n=======\n', '4-6'],
])(
  'what an open bracket or a mark of a conflict swallows in %s is found all the same',
  async (name, text, lines) => {
    const { items } = await reader.outline(name, text);
    expect(listed(items)).toContain(`${lines} function two`);
  },
);

test('what a text holds is no declaration behind a fault either', async () => {
  const text = 'def one():\n    x = (1\n\nTEXT = """\ndef no():\n    pass\n"""\n\ndef two():\n    return 2\n';
  expect(listed((await reader.outline('a.py', text)).items)).not.toContainEqual(
    expect.stringContaining('no'),
  );
});
