import path from 'node:path';
import { expect, test } from 'vitest';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import { listed, markedFile } from './marked-file.ts';

const reader = createCodeReader({ folder: path.resolve(import.meta.dirname, '../../dist/code-reading') });

test.each([
  'sample.c',
  'sample.cpp',
  'sample.cs',
  'sample.go',
  'sample.java',
  'sample.jsx',
  'sample.kt',
  'sample.php',
  'sample.py',
  'sample.rb',
  'sample.rs',
  'sample.sh',
  'sample.swift',
  'sample.ts',
  'sample.tsx',
])('every declaration of %s is found with its lines, and nothing else', async (name) => {
  const file = markedFile(name);
  const { items } = await reader.outline(file.path, file.text);
  expect(listed(items)).toEqual(file.declared);
});

test.each([
  ['two texts begin in one line', 'cat <<A <<B\nx() {\nA\ny() {\nB\nok() { :; }\n', ['6-6 function ok']],
  [
    'a text is a comment',
    ": <<'END OF NOTE'\nfunction no {\n}\nEND OF NOTE\nok() { :; }\n",
    ['5-5 function ok'],
  ],
  [
    'a text is indented by tabs',
    'if a; then\n\tcat <<-EOF\n\tno() {\n\tEOF\nfi\nok() { :; }\n',
    ['6-6 function ok'],
  ],
  [
    'a comment only shows how one begins',
    '# usage: cat <<EOF\nok() {\n  cat <<EOF\nno() {\nEOF\n}\n',
    ['2-6 function ok'],
  ],
  ['numbers are shifted', 'n=$((1 << x))\nok() { :; }\nx\n', ['2-2 function ok']],
  ['a text never ends', 'ok() { :; }\ncat <<EOF\n', ['1-1 function ok']],
])('of a shell script only code counts where %s', async (_where, text, declared) => {
  expect(listed((await reader.outline('a.sh', text)).items)).toEqual(declared);
});

test.each([
  ['', 'a() # )\n'],
  [' and something in front of it is broken', 'a(\n'],
  [' and a text in front of it holds that line too', 'a(<<~X)\n__END__\nX\n'],
])('nothing behind __END__ of a Ruby file is code%s', async (_and, inside) => {
  const text = `def one\n  1\nend\n${inside}def two = 2\n__END__\ndef no\nend\nclass No\nend\n`;
  const { items } = await reader.outline('a.rb', text);
  expect(items.map(({ name }) => name)).toEqual(['one', 'two']);
});

test.each([
  ['module.exports = class Server {};', 'class Server'],
  ['module.exports = function plugin() {};', 'function plugin'],
  ['module.exports = () => {};', 'function module.exports'],
  ['export default (function shop() {});', 'function shop'],
  ['export default memo(function Card() {});', 'function Card'],
  ['export default memo(() => {});', 'function default'],
])('%s is a %s', async (text, declared) => {
  expect(listed((await reader.outline('a.js', `${text}\n`)).items)).toEqual([`1-1 ${declared}`]);
});

test.each([
  ['create((set) => ({\n  inc: () => set(1),\n  dec() {},\n}));', ['2-2 method inc', '3-3 method dec']],
  [
    'function use() {\n  return { a: function () {},\n    b() {} };\n}',
    ['1-4 function use', '2-2 method a', '3-3 method b'],
  ],
  ['on({ click: () => 1 });', []],
  ['const f = () => on({ click: () => 1 });', ['1-1 function f']],
])(
  'a function counts in an object that is given back, not in one that is handed over: %j',
  async (text, all) => {
    expect(listed((await reader.outline('a.ts', `${text}\n`)).items)).toEqual(all);
  },
);

test('a long blank text takes no time where a property may have hooks', async () => {
  const text = `<?php\nfunction ok() {\n  echo '${' '.repeat(6_000)}';\n}\n`;
  expect(listed((await reader.outline('a.php', text)).items)).toEqual(['2-4 function ok']);
});

test('lines may end as on Windows where one of them is continued', async () => {
  const text =
    '#ifdef A\nint one(void) {\n#else\nint one(int a) {\n#endif\n  return 0;\n}\nint two(void) {\n  char *s = "a\\\nint no(void) { \\\n";\n}\n';
  const { items } = await reader.outline('a.c', text);
  expect(items.map(({ name }) => name)).toEqual(['one', 'two']);
  expect((await reader.outline('a.c', text.replaceAll('\n', '\r\n'))).items).toEqual(items);
});

test('a macro in the middle of a function does not end it', async () => {
  const text =
    'int one(int a) {\n  f(a);\n#define GO(x) \\\n  g(x)\n  GO(a);\n  return 2;\n}\nint two(int a) {\n  return (;\n}\n';
  expect(listed((await reader.outline('a.cpp', text)).items)).toContain('1-7 function one');
});
