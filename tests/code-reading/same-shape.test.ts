import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { keepsItsShape } from '../../src/code-reading/changed-pieces.ts';
import { createCodeReader } from '../../src/code-reading/code-reader.ts';
import type { GrammarName } from '../../src/code-reading/languages.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { atLevel } from '../support/level.ts';
import { markedFile } from './marked-file.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../dist/code-reading');
const RUNS = atLevel({ quick: 60, full: 200, soak: 5_000 });

const TS = 'typescript';
const KEPT: readonly (readonly [GrammarName, string, string])[] = [
  [TS, 'const a = 1;', 'const b = 27;'],
  [TS, 'const a = 1;', 'const a = 1; // the first one, of 2'],
  [TS, 'const a = 1;', '// the first one\n\nconst a = 1;'],
  [TS, '  // old words\n  a();', '  a();'],
  [TS, 'a(true, "to have");', 'a(false, "we need");'],
  [TS, 'a.b(c.d);', 'a.bb(cc.dd);'],
  [TS, '`\none\n`', '`\ntwo // three\n`'],
  ['python', 'a = b  # why', 'c = d  # because'],
  ['python', '# why\nreturn a', 'return a'],
  ['go', 'a := b(2)', 'c := d(3) // e'],
  ['rust', 'let a: Old = b;', 'let c: New = d;'],
  ['cpp', 'a->b = 12;', 'c->d = 13;'],
];
const CHANGED: readonly (readonly [GrammarName, string, string])[] = [
  [TS, 'const a = 1;', 'const a = 1'],
  [TS, 'const a = 1;', 'const a = 08;'],
  [TS, 'const a = b;', 'const a = new;'],
  [TS, 'return a;', 'result a;'],
  [TS, 'const a = 1;', 'const a b = 1;'],
  [TS, 'const a = 1;', 'const a = 1; /* the first one'],
  [TS, 'const a = "1";', 'const a = "1"; // what follows may be a part of the text'],
  [TS, 'const a = 1;', '// const a = `1`;'],
  [TS, 'a(1);', '// a(1);'],
  [TS, '// a(1', 'a(1'],
  [TS, 'a = /b/g;', 'a = /b/z;'],
  ['tsx', '<b>1</b>', '<c>1</b>'],
  ['tsx', '<b>1</b>', '<b>1 // {</b>'],
  ['python', 'if a:\n  b()', 'if a:\n    b()'],
  ['python', 'a = 1', '$a = 1'],
  ['python', 'a = "b"', 'a = u"b"'],
  ['python', 'a = rb"b"', 'a = br8"b"'],
  ['python', 'a = 1 + \\\n  2', 'a = 1 + \\\n# two\n  2'],
  ['python', '"""\na\n"""', '"""\na"""\n"""'],
  ['cpp', 'virtual void a() = 0;', 'virtual void a() = 1;'],
  ['cpp', '#if A', '#iff A'],
  ['rust', "a('b')", "a('bc')"],
  ['cpp', 'class A { Q_OBJECT', 'class A { object'],
  ['go', 'a := make([]B)', 'a := take([]B)'],
  ['rust', '($a:expr) => { 1 }', '($a:whatever) => { 1 }'],
  ['rust', 'a(r#"b"#)', 'a(s#"b"#)'],
  ['rust', 'f(a)', 'f(_)'],
  ['python', 'f"{a!r}"', 'f"{a!repr}"'],
  ['python', 'from a import *', 'from __future__ import *'],
  ['cpp', 'a = R"json(', 'a = R"html('],
  ['cpp', ')delimiter";', ')delimiters";'],
  ['cpp', 'int a;', 'int __init;'],
  ['cpp', 'a b = 1;', 'a uint8_t = 1;'],
  // Nothing is known of the others.
  ['bash', 'cat <<A\n1\nA', 'cat <<A\n1\nB'],
  ['ruby', 'a = 1', 'b = 1'],
];

test.each(KEPT)('%s: %j and %j have one shape', (grammar, before, after) => {
  expect(keepsItsShape(before, after, grammar)).toBe(true);
  expect(keepsItsShape(`x();\n${before}\ny();\n`, `x();\n${after}\ny();\n`, grammar)).toBe(true);
});

test.each(CHANGED)('%s: %j may be broken by %j', (grammar, before, after) => {
  expect(keepsItsShape(before, after, grammar)).toBe(false);
  expect(keepsItsShape(`x();\n${before}\ny();\n`, `x();\n${after}\ny();\n`, grammar)).toBe(false);
});

const SAMPLES: readonly (readonly [string, GrammarName])[] = [
  ['cpp', 'cpp'],
  ['go', 'go'],
  ['jsx', 'javascript'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['ts', 'typescript'],
  ['tsx', 'tsx'],
];

/** What may be taken for a macro, and what stands behind a sign that is looked for. */
const OTHERWISE_SEEN = /^[A-Z][A-Z\d_]+$|^(?:true|false)$/;
const BEHIND_DOLLAR = [
  'block',
  'expr',
  'ident',
  'item',
  'lifetime',
  'literal',
  'pat',
  'path',
  'stmt',
  'tt',
  'ty',
  'vis',
];

test.each(SAMPLES)('no word of its own is a name in .%s code', async (ending, grammar) => {
  const unpacked = (name: string) => gunzipSync(readFileSync(path.join(FOLDER, `${name}.wasm.gz`)));
  // The types leave it out.
  const wasm = { wasmBinary: unpacked('tree-sitter') } as unknown as Parameters<typeof Parser.init>[0];
  await Parser.init(wasm);
  const language = await Language.load(unpacked(grammar));
  const types = Array.from({ length: language.nodeTypeCount }, (_, id) => id)
    .filter((id) => language.nodeTypeIsVisible(id) && !language.nodeTypeIsNamed(id))
    .map((id) => language.nodeTypeForId(id) ?? '');
  const words = types.filter((word) => /^[A-Za-z_]\w*$/.test(word) && !OTHERWISE_SEEN.test(word));
  expect(words).toContain(ending === 'go' ? 'func' : 'return');
  expect(words.filter((word) => keepsItsShape('a', word, grammar) && !BEHIND_DOLLAR.includes(word))).toEqual(
    [],
  );
});

const { newFaults } = createCodeReader({ folder: FOLDER });

const WORDS = [
  'a',
  'Abc',
  '_x1',
  '0',
  '7',
  '08',
  '1e3',
  'if',
  'end',
  'class',
  'match',
  'true',
  'None',
  'self',
  '',
];
const COMMENTS = [' // words, 2', ' # words', '// words\n', '# words\n', ' /* words', ' //', '"', '\n'];
eachInFull(SAMPLES)('.%s code that keeps its shape is sound for the parser too', async (ending, grammar) => {
  const { text } = markedFile(`sample.${ending}`);
  const words = [...text.matchAll(/[\p{L}\p{N}_$]+/gu)];
  const other = fc.record({
    gone: fc.constantFrom(...words.map(({ 0: word, index }) => ({ from: index, to: index + word.length }))),
    put: fc.constantFrom(...WORDS),
  });
  const lines = [...text.matchAll(/$/gm)].map(({ index }) => ({ from: index, to: index }));
  const comment = fc.record({ gone: fc.constantFrom(...lines), put: fc.constantFrom(...COMMENTS) });
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(other, comment), async ({ gone, put }) => {
      const after = text.slice(0, gone.from) + put + text.slice(gone.to);
      if (!keepsItsShape(text, after, grammar)) return;
      kept += 1;
      expect(await newFaults(`a.${ending}`, undefined, after)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(kept).toBeGreaterThan(RUNS / 50);
});
