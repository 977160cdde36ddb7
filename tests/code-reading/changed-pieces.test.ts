import path from 'node:path';
import { expect, test } from 'vitest';
import { changedPieces } from '../../src/code-reading/changed-pieces.ts';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import { languageOf } from '../../src/code-reading/languages.ts';

const { newFaults } = createCodeReader({
  folder: path.resolve(import.meta.dirname, '../../dist/code-reading'),
});

/** Enough before and behind, so that a change is a small part of the file. */
const OTHERS: Readonly<Record<string, string>> = {
  cc: 'void other() { x(); }\n\n',
  go: 'func other() { x() }\n\n',
  js: 'function other() { x(); }\n\n',
  py: 'def other():\n    x()\n\n',
  rs: 'fn other() { x(); }\n\n',
};

/** An ending, code, and words in it with what they become. */
type Change = readonly [what: string, ending: string, code: string, search: string, replace: string];

const BROKEN: readonly Change[] = [
  [
    'an else loses its if',
    'py',
    'if a:\n    b()\nelse:\n    def c():\n        pass\n\n',
    'if a:\n    b()',
    'b()',
  ],
  ['an else loses its colon', 'py', 'if a:\n    b()\nelse:\n    c = d.e\n\n', 'else:', 'else'],
  ['an except loses its try', 'py', 'try:\n    b()\nexcept C:\n    pass\n\n', 'try:\n    b()', 'b()'],
  ['a catch loses its try', 'js', 'try {\n  b();\n}\ncatch {\n}\n\n', 'try {', '{'],
  ['a type comes twice', 'cc', 'static int\nmain (int a)\n{\n}\n\n', 'main (int a)', 'int main (int a)'],
  ['a condition is not closed', 'cc', '#if A\nint a;\n#elif B(1)\nint b;\n#endif\n\n', 'B(1)', 'B(1'],
  ['a label has two colons', 'cc', 'class A {\npublic:\n  A() = default;\n};\n\n', 'public:', 'public::'],
  [
    'code between two texts',
    'go',
    'var a = `\nhello\n`\n\nvar (\n\tb = c(1)\n\td = `\nyou\n`\n)\n\n',
    'c(1)',
    'c(1',
  ],
  ['code between two texts', 'js', 'b(`\nhello\n`,\n  c(1),\n  `\nyou\n`);\n\n', 'c(1)', 'c(1'],
  [
    'code between two texts',
    'py',
    'a = """\nhello\n"""\nb = c(1)\nd = """\nyou\n"""\n\n',
    'b = c(1)',
    'if b = c(1)',
  ],
  [
    'code between two texts',
    'cc',
    'a b[] = {R"(\nhello;\n)",\n  c(1),\n  R"(\nyou;\n)"};\n\n',
    'c(1)',
    'c(1',
  ],
  ['code between two texts', 'rs', 'fn a() {\n  b("\nhello;\n", c(1), "\nyou;\n");\n}\n\n', 'c(1)', 'c(1'],
  ['code between two comments', 'js', '/*\nhello\n*/\nb(c(1));\n/*\nyou\n*/\n\n', 'b(c(1))', 'b(c(1)'],
];

test.each(BROKEN)('what breaks is seen: %s (%s)', async (_, ending, code, search, replace) => {
  const around = (OTHERS[ending] ?? '').repeat(20);
  const before = around + code + around;
  const after = around + code.replace(search, () => replace) + around;
  const sound = await newFaults(`a.${ending}`, undefined, before);
  expect(sound).toEqual([]);
  expect(await newFaults(`a.${ending}`, before, after)).not.toEqual([]);
});

const PIECES: readonly Change[] = [
  ['a function', 'py', 'def a():\n    b(1)\n\n', 'b(1)', 'b([1])'],
  ['a whole statement', 'py', 'if a:\n    b(1)\nelse:\n    c()\n\n', 'b(1)', 'b([1])'],
  ['a function below its type', 'cc', 'int\na()\n{\n  b(1);\n}\n\n', 'b(1)', 'b(c(1))'],
];

test.each(PIECES)('of a change in it only %s is read (.%s)', (_, ending, code, search, replace) => {
  const around = (OTHERS[ending] ?? '').repeat(20);
  const language = languageOf(`a.${ending}`);
  const changed = code.replace(search, () => replace);
  expect(language).toMatchObject({ by: 'grammar' });
  if (language?.by !== 'grammar') return;
  expect(changedPieces(around + code + around, around + changed + around, language.grammar)).toEqual([
    code,
    changed,
  ]);
});
