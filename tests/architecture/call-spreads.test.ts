import path from 'node:path';
import { expect, test } from 'vitest';
import { callSpreadsIn } from './call-spreads.ts';
import { makeTree } from './make-tree.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('a call says who gets what', () => {
  expect(callSpreadsIn(path.join(ROOT, 'src'))).toEqual([]);
});

test.each([
  ['an argument', 'f({ ...parts, b });', 'parts'],
  ['an argument of new', 'new F(1, { ...options });', 'options'],
  ['a member', 'f({ ...this.ports });', 'ports'],
  ['a private member', 'f({ ...this.#parts });', '#parts'],
  ['an object within the argument', 'f({ b: { ...host } });', 'host'],
  ['what was given', 'f({ ...given, b });', 'given'],
  ['what a function makes of settings', 'f({ ...ofSettings(1) });', 'ofSettings'],
  ['a name that is an argument', 'const a = { ...parts, b }; f(a);', 'parts'],
  ['a name within an argument', 'const a = { ...given }; new F({ b: { a } });', 'given'],
  ['a name that is spread into an argument', 'const a = { ...source }; f({ ...a });', 'source'],
  ['a call within another', 'f(g({ ...deps }));', 'deps'],
  ['an argument of an awaited call', 'await f(a, { ...context });', 'context'],
])('%s that spreads a bag is named', (_where, line, name) => {
  const root = makeTree({ 'a.ts': `\nexport class A { #parts = {}; async f() {\n${line} } }\n` });
  expect(callSpreadsIn(root)).toEqual([
    `src/a.ts:3 spreads ${name} into a call. Write out who gets what: one line for each thing.`,
  ]);
});

test.each([
  ['a copy of a record', 'f({ ...row, state });'],
  ['a list', 'f({ all: [...parts] });'],
  ['arguments', 'f(...parts);'],
  ['what is no argument', 'const a = { ...parts }; f(b); a.c();'],
  ['what a function makes of a record', 'f({ ...spanOf(row) });'],
  ['the body of a function', 'f(() => { const a = { ...parts }; });'],
])('%s may be spread', (_what, line) => {
  expect(callSpreadsIn(makeTree({ 'a.ts': `${line}\n` }))).toEqual([]);
});
