import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type CheckOutput,
  type ReadOutput,
  readCompilerLines,
  readDiff,
  readEslint,
  readFormattedText,
  readPyright,
  readRustfmt,
  readTsc,
} from '../../../src/tools/checks/check-output.ts';

const kept = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, 'real-output', name), 'utf8');

/** Blank lines are missing between the second and the third. */
const UNFORMATTED = [2, 3, 4, 5, 8].map((line): [number, string] => [line, 'not formatted']);

/** What the tools of these versions printed of small faulty files in `/w`, with the arguments of the checks. */
test.each<[string, keyof CheckOutput, string, ReadOutput, readonly [number, string][]]>([
  [
    'eslint-10.15.0.txt',
    'stdout',
    'a.ts',
    readEslint,
    [
      [1, 'Unexpected any. Specify a different type. (@typescript-eslint/no-explicit-any)'],
      [2, "Expected '===' and instead saw '=='. (eqeqeq)"],
      [5, "Unexpected 'debugger' statement. (no-debugger)"],
    ],
  ],
  [
    'prettier-3.10.1.txt',
    'stdout',
    'a.ts',
    readFormattedText,
    [
      [3, 'not formatted'],
      [5, 'not formatted'],
    ],
  ],
  [
    'tsc-5.9.3.txt',
    'stdout',
    'a.ts',
    readTsc,
    [[7, "TS2322: Type 'string' is not assignable to type 'number'."]],
  ],
  [
    'ruff-check-0.16.9.txt',
    'stdout',
    'a.py',
    readCompilerLines,
    [
      [1, 'I001 [*] Import block is un-sorted or un-formatted'],
      [1, 'F401 [*] `os` imported but unused'],
      [4, 'F841 Local variable `y` is assigned to but never used'],
      [8, 'F821 Undefined name `undefined_name`'],
    ],
  ],
  ['ruff-format-0.16.9.diff', 'stdout', 'a.py', readDiff, UNFORMATTED],
  ['black-26.5.1.diff', 'stdout', 'a.py', readDiff, UNFORMATTED],
  [
    'mypy-2.4.0.txt',
    'stdout',
    'a.py',
    readCompilerLines,
    [
      [5, 'error: Incompatible return value type (got "str", expected "int")  [return-value]'],
      [8, 'error: Argument 1 to "f" has incompatible type "str"; expected "int"  [arg-type]'],
      [8, 'error: Name "undefined_name" is not defined  [name-defined]'],
    ],
  ],
  [
    'pyright-1.1.414.txt',
    'stdout',
    'a.py',
    readPyright,
    [
      [
        5,
        'Type "Literal[\'a\']" is not assignable to return type "int"\n\u00a0\u00a0"Literal[\'a\']" is not assignable to "int" (reportReturnType)',
      ],
      [
        8,
        'Argument of type "Literal[\'x\']" cannot be assigned to parameter "x" of type "int" in function "f"\n\u00a0\u00a0"Literal[\'x\']" is not assignable to "int" (reportArgumentType)',
      ],
      [8, '"undefined_name" is not defined (reportUndefinedVariable)'],
    ],
  ],
  ['gofmt-1.19.8.diff', 'stdout', 'main.go', readDiff, [[6, 'not formatted']]],
  [
    'go-vet-1.19.8.txt',
    'stderr',
    'main.go',
    readCompilerLines,
    [[6, 'fmt.Printf format %d has arg "x" of wrong type string']],
  ],
  [
    'go-vet-syntax-1.19.8.txt',
    'stderr',
    'pkg/c.go',
    readCompilerLines,
    [[3, "expected ')', found '{' (and 1 more errors)"]],
  ],
  ['rustfmt-1.9.0.txt', 'stdout', 'src/main.rs', readRustfmt, [[2, 'not formatted']]],
  [
    'cargo-clippy-1.95.0.txt',
    'stderr',
    'src/main.rs',
    readCompilerLines,
    [
      [2, 'warning: unused variable: `x`: help: if this is intentional, prefix it with an underscore: `_x`'],
      [3, 'warning: unneeded `return` statement'],
    ],
  ],
])('%s is understood', (name, stream, file, read, findings) => {
  const output = { stdout: '', stderr: '', [stream]: kept(name) };
  const checked = { folder: '/w', path: file, text: kept('checked-by-prettier.txt') };
  expect(read(output, checked).map(({ line, what }) => [line, what])).toEqual(findings);
});
