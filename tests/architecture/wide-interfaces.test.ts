import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTree } from './make-tree.ts';
import { wideInterfacesIn } from './wide-interfaces.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const members = (count: number) => Array.from({ length: count }, (_, index) => `  m${index}: 1;\n`).join('');

test('no interface is so wide that nobody can say who needs what', () => {
  expect(wideInterfacesIn(path.join(ROOT, 'src'))).toEqual([]);
});

test.each([
  ['an interface', (count: number) => `export interface A {\n${members(count)}}\n`],
  [
    'one that takes types',
    (count: number) => `interface A<T extends object> {\n  at: T;\n${members(count - 1)}}\n`,
  ],
  ['one that extends others', (count: number) => `interface A extends B, C {\n${members(count)}}\n`],
  ['a type written as an object', (count: number) => `export type A = {\n${members(count)}};\n`],
  [
    'a class that implements nothing',
    (count: number) =>
      `class A {\n  #own = 1;\n  constructor() {}\n${members(count).replaceAll(': 1', ' = 1')}}\n`,
  ],
  ['one within a function', (count: number) => `function f() {\ninterface A {\n${members(count)}}\n}\n`],
])('%s may declare 15 members, and with 16 it is named', (_what, of) => {
  expect(wideInterfacesIn(makeTree({ 'core/a.ts': of(15) }))).toEqual([]);
  const root = makeTree({ 'core/a.ts': of(16) });
  expect(wideInterfacesIn(root)).toEqual([
    expect.stringMatching(
      /^src\/core\/a\.ts:\d A declares 16 members, at most 15 are allowed\. Cut it into parts/,
    ),
  ]);
});

test('a class that implements an interface is counted there', () => {
  const text = `class A implements B, C {\n${members(16).replaceAll(': 1', ' = 1')}}\n`;
  expect(wideInterfacesIn(makeTree({ 'core/a.ts': text }))).toEqual([]);
});

test('what is inherited or nested is counted where it is declared', () => {
  const text = `interface A extends B {\n${members(9)}  n: {\n${members(9)}  };\n}\ninterface B {\n${members(9)}}\n`;
  expect(wideInterfacesIn(makeTree({ 'core/a.ts': text }))).toEqual([]);
});
