import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { atLevel } from '../support/level.ts';
import { markedFile } from './marked-file.ts';

const RUNS = atLevel({ quick: 30, full: 100, soak: 3_000 });

const { newFaults } = createCodeReader({
  folder: path.resolve(import.meta.dirname, '../../dist/code-reading'),
});

const GOOD = 'export function a(x: number) {\n  return x;\n}\n\nexport const b = 1;\n';

test.each([
  ['a.ts', GOOD, GOOD.replace('return x;', 'return x + ;')],
  ['a.py', 'def a():\n    return 1\n', 'def a():\n    return (1\n'],
  ['a.go', 'package a\n\nfunc a() int {\n\treturn 1\n}\n', 'package a\n\nfunc a() int {\n\treturn 1 1\n}\n'],
  ['a.rs', 'fn a() {\n    b();\n}\n', 'fn a() {\n    b(;\n}\n'],
  ['A.java', 'class A {\n  int a = 1;\n}\n', 'class A {\n  int a = = 1;\n}\n'],
  ['a.c', 'int a(void) {\n  return 1;\n}\n', 'int a(void) {\n  return 1 }\n}\n'],
  ['a.cpp', 'int a() {\n  return 1;\n}\n', 'int a() {\n  return (1;\n}\n'],
  ['a.rb', 'def a\n  b(1)\nend\n', 'def a\n  b(1))\nend\n'],
  ['a.php', '<?php\nfunction a() { return 1; }\n', '<?php\nfunction a() { return 1 + ; }\n'],
  ['a.cs', 'class A {\n  int B() { return 1; }\n}\n', 'class A {\n  int B() { return 1 + ; }\n}\n'],
  ['a.sh', 'a() {\n  echo 1\n}\n', 'a() {\n  if true; then\n}\n'],
  ['a.kt', 'fun a(): Int {\n  return 1\n}\n', 'fun a(): Int {\n  return (1\n}\n'],
  ['a.swift', 'func a() -> Int {\n  return 1\n}\n', 'func a() -> Int {\n  return (1\n}\n'],
  ['a.jsx', 'const a = <b>1</b>;\n', 'const a = <b>1</c;\n'],
  ['a.tsx', 'const a = <b>1</b>;\n', 'const a = <b>1</b>);\n'],
])('a change that breaks %s is noticed, one that does not is not', async (file, before, after) => {
  expect(await newFaults(file, before, before.replace('1', '2'))).toEqual([]);
  expect((await newFaults(file, before, after)).length).toBeGreaterThan(0);
});

const C_CODE = 'void a() {\n  if (b)\n    c();\n  else\n    d();\n}\n';

test.each([
  ['a.py', 'if a:\n    b()\nelse:\n    c()\n', 'if a:\n', '', { line: 2, what: 'unexpected "else"' }],
  ['a.py', 'try:\n    b()\nfinally:\n    c()\n', 'try:\n', '', { line: 2, what: 'unexpected "finally"' }],
  [
    'a.py',
    'def a():\n    b()\n\nc = 1\n',
    '    b()',
    '    # d',
    { line: 1, what: 'nothing is in its block' },
  ],
  ['a.c', C_CODE, '  if (b)\n', '', { line: 3, what: 'unexpected "else"' }],
  ['a.cs', `class A { ${C_CODE} }`, '  if (b)\n', '', { line: 3, what: 'unexpected "else"' }],
  [
    'a.go',
    'package a\nfunc a() {\n\tif b {\n\t} else {\n\t\tc()\n\t}\n}\n',
    '\tif b {\n\t} else',
    '\telse',
    { line: 3, what: 'unexpected "else"' },
  ],
  ['a.js', C_CODE.replace('void', 'function'), '  if (b)\n', '', { line: 3, what: 'unexpected "else"' }],
  [
    'a.cc',
    'void a() {\n  try {\n    b();\n  }\n  catch (C d) {\n  }\n}\n',
    '  try {\n    b();\n  }\n',
    '',
    { line: 2, what: 'unexpected "catch"' },
  ],
])('what belongs to nothing any more is named (%s: %j)', async (file, before, search, replace, fault) => {
  expect(await newFaults(file, undefined, before)).toEqual([]);
  expect(
    await newFaults(
      file,
      before,
      before.replace(search, () => replace),
    ),
  ).toEqual([fault]);
});

test.each([
  ['a.js', 'a = {\n  else: 1,\n  b() {},\n};\n'],
  ['a.ts', 'interface A {\n  else: 1;\n}\nenum B {\n  else,\n}\n'],
  ['a.py', 'class A: ...\n\nfor a in b:\n    # c\n    d()\nelse:\n    pass\n"""\nelse\n"""\n'],
])('what only looks so is not (%s)', async (file, after) => {
  expect(await newFaults(file, undefined, after)).toEqual([]);
});

test('a fault is named with its line', async () => {
  expect(await newFaults('a.ts', GOOD, GOOD.replace('x;', '(x;'))).toEqual([
    { line: 2, what: 'missing ")"' },
  ]);
  expect(await newFaults('a.ts', GOOD, `${GOOD}let 5 = = ${'x'.repeat(50)};\n`)).toEqual([
    { line: 6, what: expect.stringMatching(/^unexpected "/) },
  ]);
});

test('of a file that already had faults only the further ones are named, wherever its lines have gone', async () => {
  const broken = `${GOOD}const c = (1;\nconst d = [1;\n`;
  expect(await newFaults('a.ts', broken, `// one line more\n${broken}`)).toEqual([]);
  expect(await newFaults('a.ts', broken, `${broken}const e = (2;\n`)).toEqual([
    { line: 8, what: 'missing ")"' },
  ]);
  expect(await newFaults('a.ts', broken, GOOD)).toEqual([]);
});

test('a fault that an edit leaves on the line it changes is not new', async () => {
  const broken = `${GOOD}const c = (1;\n`;
  expect(await newFaults('a.ts', broken, `${GOOD}const d = (2;\n`)).toEqual([]);
});

test('a new file is compared with none', async () => {
  expect(await newFaults('a.py', undefined, 'def a(:\n')).toHaveLength(1);
});

test('at most five are named', async () => {
  expect(await newFaults('a.ts', GOOD, `${GOOD}${'const c = (1;\n'.repeat(20)}`)).toHaveLength(5);
});

test.each(['a.md', 'a.txt', 'a.json', 'Makefile'])('%s has no syntax to break', async (file) => {
  expect(await newFaults(file, undefined, '{ (')).toEqual([]);
});

/** What unbalances code, ends it too early, or makes text of it. */
const MARKS = [
  '(',
  ')',
  '{',
  '}',
  '[',
  '"',
  "'",
  '`',
  '/*',
  '*/',
  '//',
  '#',
  '\\',
  ',',
  '=',
  '+',
  '\n',
  'else',
];
/** Languages that are read in pieces. */
const SAMPLES = ['cpp', 'go', 'jsx', 'py', 'rs', 'ts', 'tsx'];

eachInFull(SAMPLES)('of .%s code the changed piece is as sound as the whole file', async (ending) => {
  const file = `a.${ending}`;
  const { text } = markedFile(`sample.${ending}`);
  expect(await newFaults(file, undefined, text)).toEqual([]);
  const change = fc.record({
    at: fc.nat(text.length - 1),
    gone: fc.nat(30),
    mark: fc.constantFrom('', ...MARKS),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ at, gone, mark }) => {
      const after = text.slice(0, at) + mark + text.slice(at + gone);
      const isSound = (found: readonly unknown[]): boolean => found.length === 0;
      const whole = await newFaults(file, undefined, after);
      expect(isSound(await newFaults(file, text, after))).toBe(isSound(whole));
    }),
    { numRuns: RUNS },
  );
});
