import { expect, test } from 'vitest';
import type { EditRequest } from '../../../src/tools/edit/passage.ts';
import { planEdit } from '../../../src/tools/edit/plan-edit.ts';

function plan(
  request: Pick<EditRequest, 'text' | 'search' | 'replace'> & {
    readonly all?: boolean;
    readonly path?: string;
  },
) {
  return planEdit({ path: 'a.ts', all: false, ...request });
}

const edits = {
  'exact, inside a line': {
    text: 'a = 1;\nb = 2;\n',
    search: '1',
    replace: '3',
    level: 'exact',
    result: 'a = 3;\nb = 2;\n',
  },
  'exact, whole lines': {
    text: 'a\nb\nc\n',
    search: 'a\nb\n',
    replace: 'a\nx\nb\n',
    level: 'exact',
    result: 'a\nx\nb\nc\n',
  },
  'exact, deleting': { text: 'a\nb\nc\n', search: 'b\n', replace: '', level: 'exact', result: 'a\nc\n' },
  'dollar signs are literal': {
    text: 'cost\n',
    search: 'cost',
    replace: '$& $1 $$ $`',
    level: 'exact',
    result: '$& $1 $$ $`\n',
  },
  'new lines take the ending of the file': {
    text: 'a\r\nb\r\n',
    search: 'a',
    replace: 'a\nx',
    level: 'exact',
    result: 'a\r\nx\r\nb\r\n',
  },
  'CRLF in a replacement for an LF file': {
    text: 'a\nb\n',
    search: 'a\n',
    replace: 'a\r\nx\r\n',
    level: 'exact',
    result: 'a\nx\nb\n',
  },
  'line endings of the search do not matter': {
    text: 'a\r\nb\r\nc\r\n',
    search: 'a\nb',
    replace: 'a\nx',
    level: 'line-endings',
    result: 'a\r\nx\r\nc\r\n',
  },
  'a line with the ending before it, where that is two characters': {
    text: 'a\r\nb\r\nc\r\n',
    search: '\nb',
    replace: '',
    level: 'line-endings',
    result: 'a\r\nc\r\n',
  },
  'an ending that stays on both sides, where it is two characters': {
    text: 'a\r\nb\r\nc\r\n',
    search: '\nb',
    replace: '\nx\nb',
    level: 'exact',
    result: 'a\r\nx\r\nb\r\nc\r\n',
  },
  'line endings that were translated twice': {
    text: 'a\nb\nc\n',
    search: 'a\r\r\nb\r\r\n',
    replace: 'a\r\r\nx\r\r\nb\r\r\n',
    level: 'line-endings',
    result: 'a\nx\nb\nc\n',
  },
  'kept lines keep their own ending in a mixed file': {
    text: 'a\r\nb\nc\r\n',
    search: 'a\nb\nc\n',
    replace: 'a\nb\nx\nc\n',
    level: 'line-endings',
    result: 'a\r\nb\nx\r\nc\r\n',
  },
  'a search may end the last line where the file does not': {
    text: 'a\nb',
    search: 'b\n',
    replace: 'b\nc\n',
    level: 'line-endings',
    result: 'a\nb\nc',
  },
  'deleting the unfinished last line': {
    text: 'a\nb',
    search: 'b\n',
    replace: '',
    level: 'line-endings',
    result: 'a\n',
  },
  'spaces at line ends do not matter and stay': {
    text: 'if (a) {  \n  b;\t\n}\n',
    search: 'if (a) {\n  b;\n}',
    replace: 'if (a) {\n  c;\n}',
    level: 'trailing-space',
    result: 'if (a) {  \n  c;\n}\n',
  },
  'spaces at line ends of the search': {
    text: 'a\nb\n',
    search: 'a  \nb  \n',
    replace: 'a  \nc\n',
    level: 'trailing-space',
    result: 'a\nc\n',
  },
  'deeper in the file': {
    text: '{\n    if (a) {\n      b;\n    }\n}\n',
    search: 'if (a) {\n  b;\n}\n',
    replace: 'if (a) {\n  b;\n  c;\n}\n',
    level: 'indentation',
    result: '{\n    if (a) {\n      b;\n      c;\n    }\n}\n',
  },
  'less deep in the file': {
    text: 'if a:\n  b\n',
    search: '    if a:\n      b\n',
    replace: '    if a:\n      b\n      c\n',
    level: 'indentation',
    result: 'if a:\n  b\n  c\n',
  },
  'tabs in the file, spaces in the search': {
    text: '\tif (a) {\n\t\tb;\n\t}\n',
    search: '    if (a) {\n        b;\n    }\n',
    replace: '    if (a) {\n        b;\n        c;\n    }\n',
    level: 'indentation',
    result: '\tif (a) {\n\t\tb;\n\t\tc;\n\t}\n',
  },
  'spaces in the file, tabs in the search': {
    text: '  if (a) {\n    b;\n  }\n',
    search: '\tif (a) {\n\t\tb;\n\t}\n',
    replace: '\tif (a) {\n\t\tc;\n\t}\n',
    level: 'indentation',
    result: '  if (a) {\n    c;\n  }\n',
  },
  'empty lines have no indentation': {
    text: '  a\n\n  b\n',
    search: 'a\n\nb\n',
    replace: 'a\n\nx\n\nb\n',
    level: 'indentation',
    result: '  a\n\n  x\n\n  b\n',
  },
  'every occurrence': {
    text: 'x y x\nx\n',
    search: 'x',
    replace: 'zx',
    all: true,
    level: 'exact',
    result: 'zx y zx\nzx\n',
  },
  'every occurrence, indented': {
    text: ' a\n b\n-\n  a\n  b\n',
    search: 'a\nb\n',
    replace: 'a\nc\n',
    all: true,
    level: 'indentation',
    result: ' a\n c\n-\n  a\n  c\n',
  },
  'a byte order mark stays': {
    text: '\ufeffa\nb\n',
    search: 'b',
    replace: 'c',
    level: 'exact',
    result: '\ufeffa\nc\n',
  },
  'characters beyond the BMP': {
    text: '\u{1f600}a\u{1f600}\n',
    search: 'a',
    replace: '\u{1f680}',
    level: 'exact',
    result: '\u{1f600}\u{1f680}\u{1f600}\n',
  },
  'an empty file is filled': { text: '', search: '', replace: 'a\n', level: 'exact', result: 'a\n' },
  'a byte order mark in the search': {
    text: '\ufeffa\r\nb\r\n',
    search: '\ufeffa\nb\n',
    replace: '\ufeffa\nc\n',
    level: 'line-endings',
    result: '\ufeffa\r\nc\r\n',
  },
  'old Mac line endings': {
    text: 'a\rb\rc\r',
    search: 'b\nc',
    replace: 'b\nx\nc',
    level: 'exact',
    result: 'a\rb\rx\rc\r',
  },
  'spaces at line ends, from the middle of a line': {
    text: 'x = f(a,  \n  b)\n',
    search: 'f(a,\n  b)',
    replace: 'f(a,\n  c)',
    level: 'trailing-space',
    result: 'x = f(a,  \n  c)\n',
  },
  'a changed line keeps its own ending in a mixed file': {
    text: 'a\r\nb\nc\r\n',
    search: 'a\nb\nc',
    replace: 'a\nx\nc',
    level: 'line-endings',
    result: 'a\r\nx\nc\r\n',
  },
  'dedented, tabs in the file': {
    text: '\t\tif (a) {\n\t\t\tb;\n\t\t}\n',
    search: 'if (a) {\n    b;\n}\n',
    replace: 'if (a) {\n    b;\n    if (c) {\n        d;\n    }\n}\n',
    level: 'indentation',
    result: '\t\tif (a) {\n\t\t\tb;\n\t\t\tif (c) {\n\t\t\t\td;\n\t\t\t}\n\t\t}\n',
  },
  'another width of a level': {
    text: 'a:\n  b:\n    c: 1\n',
    search: 'a:\n    b:\n        c: 1\n',
    replace: 'a:\n    b:\n        c: 2\n    d: 3\n',
    level: 'indentation',
    result: 'a:\n  b:\n    c: 2\n  d: 3\n',
  },
  'a replacement that has the indentation of the file, where the search has not': {
    text: 'class A:\n    def f(self):\n        return 1\n',
    search: 'def f(self):\n    return 1\n',
    replace: '    def f(self):\n        return 2\n',
    level: 'indentation',
    result: 'class A:\n    def f(self):\n        return 2\n',
  },
  'a replacement that begins deeper, as in the search': {
    text: 'if a:\n    if b:\n        c()\n    else:\n        d()\n',
    search: 'else:\n    d()\n',
    replace: '    d()\n    e()\n',
    level: 'indentation',
    result: 'if a:\n    if b:\n        c()\n        d()\n        e()\n',
  },
  'whole lines do not push the next one away': {
    text: '  a\n  b\n  c\n',
    search: 'a\nb',
    replace: 'a\nx\n',
    level: 'indentation',
    result: '  a\n  x\n  c\n',
  },
  'a heading is no omission': {
    path: 'a.md',
    text: 'a\n',
    search: 'a',
    replace: '# Existing code\n\n* rest of the file',
    level: 'exact',
    result: '# Existing code\n\n* rest of the file\n',
  },
  'whole lines stay apart from the next one': {
    text: '  a\n  b\n  c\n',
    search: 'a\nb\n',
    replace: 'a\nx',
    level: 'indentation',
    result: '  a\n  x\n  c\n',
  },
  'typographic quotes in the file stay': {
    text: 'He said \u201chi\u201d \u2013 it\u2019s ok\u2026\n',
    search: 'He said "hi" - it\'s ok...',
    replace: 'He said "bye" - it\'s ok...',
    level: 'characters',
    result: 'He said \u201cbye\u201d \u2013 it\u2019s ok\u2026\n',
  },
  'typographic quotes of the search do not come into the file': {
    text: 'print("a")\nprint("b")\n',
    search: 'print(\u201ca\u201d)',
    replace: 'print(\u201cz\u201d)\nlog(\u201cnew\u201d)',
    level: 'characters',
    result: 'print("z")\nlog("new")\nprint("b")\n',
  },
  'no-break spaces for indentation': {
    text: 'if a:\n    b()\n',
    search: 'if a:\n\u00a0\u00a0\u00a0\u00a0b()\n',
    replace: 'if a:\n\u00a0\u00a0\u00a0\u00a0b()\n\u00a0\u00a0\u00a0\u00a0c()\n',
    level: 'characters',
    result: 'if a:\n    b()\n    c()\n',
  },
  'accents in two parts': {
    text: 'name = "cafe\u0301"\n',
    search: 'name = "caf\u00e9"',
    replace: 'label = "caf\u00e9"',
    level: 'characters',
    result: 'label = "cafe\u0301"\n',
  },
  'an omission that the file itself holds': {
    text: '// ... rest of code\na\n',
    search: '// ... rest of code\na',
    replace: '// ... rest of code\nb',
    level: 'exact',
    result: '// ... rest of code\nb\n',
  },
  'a spread is no omission': {
    text: 'f({ a });\n',
    search: 'f({ a });',
    replace: 'f({\n  a,\n  ...rest,\n  ...existing,\n});',
    level: 'exact',
    result: 'f({\n  a,\n  ...rest,\n  ...existing,\n});\n',
  },
  'a comment that trails off is no omission': {
    text: 'a\n',
    search: 'a',
    replace: '// Loading more items...\na',
    level: 'exact',
    result: '// Loading more items...\na\n',
  },
  'an ellipsis alone is Python': {
    path: 'a.py',
    text: 'pass\n',
    search: 'pass',
    replace: '...',
    level: 'exact',
    result: '...\n',
  },
} as const;

test.each(Object.entries(edits))('%s', (_name, { level, result, ...request }) => {
  const { text, level: reached } = plan(request);
  expect({ text, level: reached }).toEqual({ text: result, level });
});

const undone = {
  'numbers of read_lines': {
    text: 'a\n  b\nc\n',
    search: 'L1: a\nL2:   b',
    replace: 'L1: a\nL2:   x',
    wrappings: ['line-numbers'],
    result: 'a\n  x\nc\n',
  },
  'numbers of cat -n, not in the replacement': {
    text: 'a\n  b\nc\n',
    search: '     1\ta\n     2\t  b\n',
    replace: 'a\n  x\n',
    wrappings: ['line-numbers'],
    result: 'a\n  x\nc\n',
  },
  'numbers and a bar': {
    text: 'a\n\n  b\nc\n',
    search: ' 9 | a\n10 |\n11 |   b\n',
    replace: ' 9 | a\n10 |\n11 |   x\n',
    wrappings: ['line-numbers'],
    result: 'a\n\n  x\nc\n',
  },
  'one line with its own number': {
    text: 'a\nb\n',
    search: '2: b',
    replace: '2: x',
    wrappings: ['line-numbers'],
    result: 'a\nx\n',
  },
  'a fence': {
    text: 'a\nb\n',
    search: '```ts\nb\n```',
    replace: '```ts\nx\n```\n',
    wrappings: ['fence'],
    result: 'a\nx\n',
  },
  'a fence around numbered lines': {
    text: 'a\nb\n',
    search: '```\n1|a\n2|b\n```',
    replace: '```\n1|a\n2|x\n```',
    wrappings: ['fence', 'line-numbers'],
    result: 'a\nx\n',
  },
  'markers of a diff': {
    text: '  a\n  b\n',
    search: '   a\n-  b\n',
    replace: '   a\n+  x\n',
    wrappings: ['markers'],
    result: '  a\n  x\n',
  },
  'a fence around lines whose first one lost its indentation': {
    text: '  if (a) {\n    b();\n  }\n',
    search: '```\nif (a) {\n    b();\n  }\n```',
    replace: '```ts\nif (a) {\n    c();\n  }\n```',
    wrappings: ['fence'],
    result: '  if (a) {\n    c();\n  }\n',
  },
  'blank lines after the search only': {
    text: 'a\nb\n',
    search: 'a\n\n',
    replace: 'x',
    wrappings: ['blank-lines'],
    result: 'x\nb\n',
  },
  'blank lines around': {
    text: 'a\nb\n',
    search: '\n\na\n\n',
    replace: '\n\nx\n\n',
    wrappings: ['blank-lines'],
    result: 'x\nb\n',
  },
  'escaped line endings and quotes': {
    text: 'f("a");\n\tg();\n',
    search: 'f(\\"a\\");\\n\\tg();',
    replace: 'f(\\"a\\\\n\\");\\n\\tg();\\n\\th();',
    wrappings: ['escapes'],
    result: 'f("a\\n");\n\tg();\n\th();\n',
  },
  'escaped line endings alone': {
    text: 'f("a");\n\tg();\n',
    search: 'f("a");\\n\\tg();',
    replace: 'f("b");\\n\\tg();',
    wrappings: ['escapes'],
    result: 'f("b");\n\tg();\n',
  },
  'escaped quotes on real lines': {
    text: 'f("a");\ng("b");\n',
    search: 'f(\\"a\\");\ng(\\"b\\");',
    replace: 'f(\\"a\\");\ng(\\"c\\");',
    wrappings: ['escapes'],
    result: 'f("a");\ng("c");\n',
  },
  'HTML entities': {
    text: 'if (a < b && c) {\n',
    search: 'if (a &lt; b &amp;&amp; c) {',
    replace: 'if (a &lt;= b &amp;&amp; c) {',
    wrappings: ['entities'],
    result: 'if (a <= b && c) {\n',
  },
  'HTML entities, of other kinds in the replacement': {
    text: "f('a');\n",
    search: 'f(&#39;a&#39;);',
    replace: 'f(&#39;b&#39;) &amp;&amp; (() =&gt; g())();',
    wrappings: ['entities'],
    result: "f('b') && (() => g())();\n",
  },
  'escapes, but not those in strings': {
    text: "  a.split('\\n');\n  b();\n",
    search: "  a.split('\\n');\\n  b();",
    replace: "  a.split('\\n');\\n  log(\"x\\ty\");\\n  b(); // it's",
    wrappings: ['escapes'],
    result: "  a.split('\\n');\n  log(\"x\\ty\");\n  b(); // it's\n",
  },
  'tabs written as escapes, on lines that are lines': {
    text: 'f {\n\tif a {\n\t\tb("\\t")\n\t}\n}\n',
    search: '\\tif a {\n\\t\\tb("\\t")\n\\t}\n',
    replace: '\\tif a {\n\\t\\tc("\\t")\n\\t}\n',
    wrappings: ['escapes'],
    result: 'f {\n\tif a {\n\t\tc("\\t")\n\t}\n}\n',
  },
} as const;

test.each(Object.entries(undone))('takes off %s', (_name, { wrappings, result, ...request }) => {
  const { text, undone: taken } = plan(request);
  expect({ text, taken }).toEqual({ text: result, taken: wrappings });
});

const refusals = {
  'an empty search': {
    text: 'a\n',
    search: '',
    replace: 'b',
    message: /search text is empty.*write_source_file/,
  },
  'no change': { text: 'a\n', search: 'a', replace: 'a', message: /nothing would change/ },
  'no change after line endings are set right': {
    text: 'a\nb\n',
    search: 'a\nb',
    replace: 'a\r\nb',
    message: /would leave a\.ts as it is/,
  },
  'two places': {
    text: 'x\ny\nx\n',
    search: 'x',
    replace: 'z',
    message: /occurs 2 times in a\.ts, at lines 1, 3\./,
  },
  'two overlapping places': { text: 'aaa\n', search: 'aa', replace: 'b', message: /occurs 2 times/ },
  'two places that differ in spaces only': {
    text: 'x \ny\nx\t\ny\n',
    search: 'x\ny',
    replace: 'z',
    message: /occurs 2 times.*lines 1, 3/,
  },
  'countless places': { text: 'x\n'.repeat(50), search: 'x', replace: 'z', message: /at least 20 times/ },
  'blank lines in other numbers': {
    text: 'a\n\n\nb\n',
    search: 'a\n\nb',
    replace: 'c',
    message: /is not in a\.ts/,
  },
  'a likeness': {
    text: 'const total = sum(items);\n',
    search: 'const total = sum(item);',
    replace: 'x',
    message: /nearest lines are:\nL1: const total = sum\(items\);/,
  },
  'an edit that was made before': {
    text: 'a\nnew line\nb\n',
    search: 'old line',
    replace: 'new line',
    message: /at line 2: the edit seems to be already applied/,
  },
  'an indentation that cannot be told': {
    text: '  a\n',
    search: '    a',
    replace: '    a\n b',
    message: /indentation of the new lines at line 1/,
  },
  'blank lines that the file does not hold': {
    text: 'a',
    search: '\n',
    replace: 'b\n',
    message: /is not in a\.ts/,
  },
  'code left out': {
    text: 'a\nb\nc\n',
    search: 'a',
    replace: 'x\n// ... rest of the code ...',
    message: /stands for code that was left out/,
  },
  'code left out in Python': {
    text: 'a\n',
    search: 'a',
    replace: 'x\n    # ... existing code ...',
    message: /left out/,
  },
  'code left out in HTML': {
    text: 'a\n',
    search: 'a',
    replace: '<!-- ... unchanged ... -->',
    message: /left out/,
  },
  'code left out in JSX': {
    text: 'a\n',
    search: 'a',
    replace: '{/* ... remaining items */}',
    message: /left out/,
  },
  'code left out in words': {
    text: 'a\n',
    search: 'a',
    replace: '// rest of the function remains the same...',
    message: /left out/,
  },
  'code left out without a comment': {
    text: 'a\n',
    search: 'a',
    replace: '... rest of code',
    message: /left out/,
  },
  'a comment of dots': { text: 'a\n', search: 'a', replace: 'b\n// ...', message: /left out/ },
  'code left out in braces': {
    text: 'a\n',
    search: 'a',
    replace: 'function f() { ... }',
    message: /left out/,
  },
  'a part of a word between blank lines': {
    text: 'max = 1\n',
    search: '\nx = 1\n',
    replace: '\nx = 2\n',
    message: /is not in a\.ts/,
  },
  'a part of a word in a fence': {
    text: 'max = 1\n',
    search: '```\nx = 1\n```',
    replace: '```\nx = 2\n```',
    message: /is not in a\.ts/,
  },
  'fences of two languages': {
    text: 'a\n',
    search: '```js\na\n```',
    replace: '```ts\nb\n```',
    message: /once the code fences are taken off.*unclear/,
  },
  'an entity that may be meant as one': {
    path: 'a.html',
    text: 'a & b\n',
    search: 'a &amp; b',
    replace: 'a &amp; &lt;b&gt;',
    message: /a\.html once the HTML entities are taken off.*unclear/,
  },
  'one line with the number of another': {
    text: 'a\nb\n',
    search: '1: b',
    replace: '1: x',
    message: /is not in a\.ts/,
  },
  'numbers that do not count up': {
    text: 'a\nb\n',
    search: '1|a\n3|b',
    replace: '1|a\n3|x',
    message: /is not in a\.ts/,
  },
  'numbers on some lines of the replacement, in a file with numbers of its own': {
    text: '80|a\n81|b\n',
    search: '1|80|a\n2|81|b',
    replace: '1|80|a\n3|x\nnew\n2|81|b',
    message: /once the line numbers are taken off.*unclear/,
  },
  'lines that have all lost their indentation': {
    text: '    if a:\n        b()\n',
    search: 'if a:\nb()',
    replace: 'if a:\nb()\nc()',
    message: /is not in a\.ts/,
  },
  'half of a line ending': {
    text: 'a\r\nb\r\n',
    search: 'a\r',
    replace: 'x',
    message: /is not in a\.ts/,
  },
  'entities beside a quote that is none': {
    text: "f('a');\n",
    search: 'f(&#39;a&#39;);',
    replace: "f('a &amp; b', &#39;c&#39;);",
    message: /once the HTML entities are taken off.*unclear/,
  },
  'a tab in a string that may be the code’s own escape': {
    text: 'f();\ng();\n',
    search: 'f();\\ng();',
    replace: 'f("a\\tb");\\ng();',
    message: /once the escapes are taken off.*unclear/,
  },
  'escapes in what may be a string or stand between two apostrophes': {
    text: "a.split('\\n');\nb();\n",
    search: "a.split('\\n');\\nb();",
    replace: "a.split('\\n'); // the lines' ends\\nb(); // the files' ends",
    message: /once the escapes are taken off.*unclear/,
  },
  'the number of one of several places': {
    text: 'a();\nz();\na();\n',
    search: '3: a();\n',
    replace: '3: b();\n',
    message: /occurs 2 times.*lines 1, 3/,
  },
  'an escape that may be the code’s own': {
    text: 'f(a);\ng();\n',
    search: 'f(a);\\ng();',
    replace: 'f("x\\ny");\\ng();',
    message: /once the escapes are taken off.*unclear/,
  },
  'depths that are no shift': {
    text: 'if a:\n    b\n    c\n',
    search: 'if a:\n    b\nc\n',
    replace: 'if a:\n    b\nd\n',
    message: /is not in a\.ts/,
  },
  'a NUL character': { text: 'a\n', search: 'a', replace: 'b\0', message: /NUL character.*as an escape/ },
  'a NUL character written as an escape': {
    text: 'a\nb\n',
    search: 'a\\nb',
    replace: 'a\\nc\\u0000',
    message: /NUL character/,
  },
  'half of a character': { text: 'a\n', search: 'a', replace: '\ud83d', message: /lone surrogate/ },
  'a redacted secret': {
    text: 'key = "abc"\n',
    search: 'key = "abc"',
    replace: 'key = "[secret]"',
    message: /only stands for text hidden from you/,
  },
  'a redaction of another kind': {
    text: 'a\n',
    search: 'a',
    replace: '[REDACTED]',
    message: /only stands for/,
  },
  'a redacted secret in the search': {
    text: 'key = "abc"\n',
    search: 'key = "[secret]"',
    replace: 'key = ""',
    message: /stands for hidden text: leave that line out/,
  },
} as const;

test.each(Object.entries(refusals))('refuses %s', (_name, { message, ...request }) => {
  expect(() => plan(request)).toThrow(message);
});

test('the nearest block has at most 8 lines, numbered', () => {
  const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n');
  const search = `${Array.from({ length: 12 }, (_, index) => `line ${index + 5}`).join('\n')}\nother`;
  expect(() => plan({ text, search, replace: 'x' })).toThrow(
    'The search text is not in a.ts. The nearest lines are:\nL5: line 5\nL6: line 6\nL7: line 7\nL8: line 8\nL9: line 9\nL10: line 10\nL11: line 11\nL12: line 12\nRead the file and copy the search text from it.',
  );
});
