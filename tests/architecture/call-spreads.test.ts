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
  ['what is no argument', 'const a = { ...parts };'],
  ['the body of a function', 'f(() => { const a = { ...parts }; });'],
])('%s may be spread', (_what, line) => {
  expect(callSpreadsIn(makeTree({ 'a.ts': `${line}\n` }))).toEqual([]);
});
