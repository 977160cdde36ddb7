import { expect, test } from 'vitest';
import {
  type ReadOutput,
  readBiome,
  readBiomeFormat,
  readCompilerLines,
  readDiff,
  readEslint,
  readFormattedText,
  readPyright,
  readPyrightWithoutImports,
  readRustfmt,
  readTsc,
} from '../../../src/tools/checks/check-output.ts';

const BIOME = `
::warning title=lint/suspicious/noExplicitAny,file=/w/a.ts,line=2,endLine=2,col=22,endColumn=25::Unexpected any. Specify a different type.
::error title=lint/suspicious/noDebugger,file=/w/a.ts,line=2,endLine=2,col=29,endColumn=38::This is an unexpected use of the debugger statement.
::error title=format,file=/w/a.ts,line=1,endLine=1,col=2,endColumn=2::Formatter would have printed the following content:
`;

const BIOME_FORMAT = `a.ts format \u2501\u2501\u2501\u2501

  \u00d7 Formatter would have printed the following content:
  
     3  3 \u2502   
     4  4 \u2502   export function f() {
     5    \u2502 - \u00b7\u00b7return\u00b7a+b;
        5 \u2502 + \u2192 return\u00b7a\u00b7+\u00b7b;
     6  6 \u2502   }
     7    \u2502 - 
     8  7 \u2502   
    12 11 \u2502   if (d) {
       12 \u2502 + 
    14 13 \u2502   }

Checked 1 file in 4ms. No fixes applied.
`;

const ESLINT = JSON.stringify([
  {
    filePath: '/w/a.ts',
    messages: [
      {
        ruleId: 'eqeqeq',
        severity: 2,
        message: "Expected '===' and instead saw '=='.",
        line: 2,
        column: 7,
        endLine: 2,
        suggestions: [{ messageId: 'replaceOperator', fix: { range: [19, 21], text: '===' } }],
      },
      { ruleId: null, fatal: true, severity: 2, message: 'Parsing error: Unexpected token =', line: 1 },
      { ruleId: null, severity: 1, message: 'File ignored because of a matching ignore pattern.' },
    ],
    suppressedMessages: [],
    errorCount: 2,
    source: 'const a = 1;\n',
  },
]);

const PYRIGHT = JSON.stringify({
  version: '1.1.400',
  generalDiagnostics: [
    {
      file: '/w/a.ts',
      severity: 'error',
      message: '"x" is not defined',
      range: { start: { line: 4, character: 6 }, end: { line: 4, character: 7 } },
      rule: 'reportUndefinedVariable',
    },
    { file: '/w/a.ts', severity: 'information', message: 'x', range: { start: { line: 0, character: 0 } } },
  ],
  summary: { errorCount: 1 },
});

const MISSING_IMPORT = JSON.stringify({
  generalDiagnostics: [
    {
      severity: 'error',
      message: 'Import "requests" could not be resolved',
      range: { start: { line: 0, character: 7 } },
      rule: 'reportMissingImports',
    },
  ],
});

const TSC = `a.ts(9,3): error TS2304: Cannot find name 'y'.
other.ts(1,1): error TS2304: Cannot find name 'z'.
error TS5033: Could not write file '/w/x.tsbuildinfo'.
`;
const RUFF = 'a.ts:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n';
const MYPY =
  'a.ts:3: error: Incompatible return value type (got "str", expected "int")  [return-value]\na.ts:3: note: see there\n';
const VET =
  '# example.com/x\n./a.ts:5:2: fmt.Printf format %d has arg "x" of wrong type string\nvet: ./a.ts:7:1: undefined: y\n';
const CARGO =
  'a.ts:2:9: warning: unused variable: `x`: help: if this is intentional, prefix it\nerror: could not compile `x`\n';
const BLACK =
  '--- a.ts\t2026-01-01\n+++ a.ts\t2026-01-01\n@@ -1,3 +1,3 @@\n import os\n-x=1\n+x = 1\n y = 2\n';
const RUSTFMT =
  'Diff in /w/a.ts:1:\n fn main() {\n     let x = 1;\n-  println!("hi");\n+    println!("hi");\n }\nDiff in /w/other.rs:1:\n-fn  x() {}\n+fn x() {}\n';

test.each<[string, ReadOutput, { stdout?: string; stderr?: string }, readonly [number, string][]]>([
  [
    'biome',
    readBiome,
    { stdout: BIOME },
    [
      [2, 'Unexpected any. Specify a different type. (lint/suspicious/noExplicitAny)'],
      [2, 'This is an unexpected use of the debugger statement. (lint/suspicious/noDebugger)'],
    ],
  ],
  [
    'the formatter of biome',
    readBiomeFormat,
    { stderr: BIOME_FORMAT },
    [
      [5, 'not formatted'],
      [7, 'not formatted'],
      [12, 'not formatted'],
    ],
  ],
  ['biome without anything to say', readBiomeFormat, { stdout: 'Checked 1 file in 4ms.' }, []],
  [
    'eslint',
    readEslint,
    { stdout: ESLINT },
    [
      [2, "Expected '===' and instead saw '=='. (eqeqeq)"],
      [1, 'Parsing error: Unexpected token ='],
    ],
  ],
  ['eslint that cannot start', readEslint, { stdout: 'Oops! Something went wrong!' }, []],
  ['eslint with other JSON', readEslint, { stdout: '{"messages":[]}' }, []],
  ['pyright', readPyright, { stdout: PYRIGHT }, [[5, '"x" is not defined (reportUndefinedVariable)']]],
  ['pyright that knows no packages', readPyrightWithoutImports, { stdout: MISSING_IMPORT }, []],
  ['tsc', readTsc, { stdout: TSC }, [[9, "TS2304: Cannot find name 'y'."]]],
  ['ruff', readCompilerLines, { stdout: RUFF }, [[1, 'F401 [*] `os` imported but unused']]],
  [
    'mypy',
    readCompilerLines,
    { stdout: MYPY },
    [[3, 'error: Incompatible return value type (got "str", expected "int")  [return-value]']],
  ],
  [
    'go vet',
    readCompilerLines,
    { stderr: VET },
    [
      [5, 'fmt.Printf format %d has arg "x" of wrong type string'],
      [7, 'undefined: y'],
    ],
  ],
  [
    'cargo',
    readCompilerLines,
    { stderr: CARGO },
    [[2, 'warning: unused variable: `x`: help: if this is intentional, prefix it']],
  ],
  ['black, gofmt and ruff format', readDiff, { stdout: BLACK }, [[2, 'not formatted']]],
  ['rustfmt', readRustfmt, { stdout: RUSTFMT }, [[3, 'not formatted']]],
  [
    'prettier',
    readFormattedText,
    { stdout: 'const a = 1;\nif (a == 2) {\n  go();\n}\n' },
    [[3, 'not formatted']],
  ],
  ['prettier that cannot parse', readFormattedText, { stdout: '', stderr: '[error] a.ts: SyntaxError' }, []],
])('reads the findings of %s', (_tool, read, { stdout = '', stderr = '' }, findings) => {
  const text = 'const a = 1;\nif (a == 2) {\n  go()\n}\n';
  expect(read({ stdout, stderr }, { folder: '/w', path: 'a.ts', text })).toEqual(
    findings.map(([line, what]) => ({ line, what })),
  );
});

test.each([
  ['in its folder', 'a.ts', true],
  ['in its folder, in another spelling', './a.ts', true],
  ['from the root of the disk', '/w/a.ts', true],
  ['of the same name in a folder below', 'lib/a.ts', false],
  ['of the same name in a folder beside', '../other/a.ts', false],
  ['of the same name elsewhere on the disk', '/other/w/a.ts', false],
])('a file %s is the checked one: %s', (_where, named, isSame) => {
  const checked = { folder: '/w', path: 'a.ts', text: '' };
  const output = { stdout: `${named}(3,1): error TS1: x`, stderr: `${named}:4:1: y` };
  expect([readTsc(output, checked).length, readCompilerLines(output, checked).length]).toEqual(
    isSame ? [1, 1] : [0, 0],
  );
});
