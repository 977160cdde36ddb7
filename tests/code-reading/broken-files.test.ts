import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import { listed, markedFile } from './marked-file.ts';

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

test('whatever is cut out of a file, it is read, and every entry has lines of the file', async () => {
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
    { numRuns: 300 },
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
