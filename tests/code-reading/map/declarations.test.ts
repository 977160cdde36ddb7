import { expect, test } from 'vitest';
import { declarationsIn } from '../../../src/code-reading/map/declarations.ts';

const namesIn = (path: string, lines: readonly string[]) =>
  declarationsIn(path, `${lines.join('\n')}\n`).map(({ name, line }) => `${name} ${line}`);

test.each([
  [
    'a.ts',
    [
      'export function a() {}',
      'function hidden() {}',
      'export default class B {}',
      '  export const inner = 1;',
      'export async function* c() {}',
      'export abstract class D {}',
      'export const enum E {}',
      'export type { F } from "./f.ts";',
      'export declare const g: string;',
      "import { h } from './h.ts';",
    ],
    ['a 1', 'B 3', 'c 5', 'D 6', 'E 7', 'g 9'],
  ],
  ['list.ts', ['function a() {}', 'class B {}', 'export { a, B };'], ['a 1', 'B 2']],
  [
    'common.js',
    [
      "const fs = require('fs');",
      'function a() {}',
      'exports.b = 1;',
      'Queue.prototype.c = function () {};',
      'app.use = function use() {};',
      'module.exports = a;',
    ],
    ['a 2', 'b 3', 'c 4', 'use 5'],
  ],
  ['a.py', ['class A:', '    def b(self):', 'async def c():', 'def _hidden():'], ['A 1', 'c 3']],
  ['a.go', ['func A() {}', 'func (r *B) C() {}', 'type (', '\tD struct {', ')'], ['A 1', 'C 2', 'D 4']],
  [
    'a.rs',
    ['pub fn a() {}', 'fn hidden() {}', 'pub(crate) async unsafe fn b() {}', 'macro_rules! c {'],
    ['a 1', 'b 3', 'c 4'],
  ],
  ['A.java', ['package x;', 'public final class A {', '  record B() {}', '}'], ['A 2', 'B 3']],
  ['A.cs', ['namespace X {', '    public sealed class A {}', '}'], ['A 2']],
  ['a.kt', ['data class A(val b: Int)', 'suspend fun c() {}', 'fun String.d() {}'], ['A 1', 'c 2', 'd 3']],
  ['a.swift', ['public struct A {}', '@objc public func b() {}'], ['A 1', 'b 2']],
  ['a.rb', ['module A', '  class B', '    def c', 'def d?'], ['A 1', 'B 2', 'd? 4']],
  ['a.php', ['<?php', 'final class A {', '    public function b() {}', 'function c() {}'], ['A 2', 'c 4']],
  [
    'a.c',
    [
      'static int hidden(void) {',
      'int a(int b)',
      'char *b(void) {',
      'struct c {',
      '} d;',
      '  if (x) {',
      'int later(void);',
    ],
    ['a 2', 'b 3', 'c 4', 'd 5'],
  ],
  ['a.hpp', ['class A : public B {', '#define C(x) x', 'int d(int);'], ['A 1', 'C 2', 'd 3']],
  ['a.sh', ['a() {', 'function b () {', '  c() {'], ['a 1', 'b 2']],
  ['a.lua', ['function a()'], []],
  ['README.md', ['# A'], []],
] as const)('%s: what others can use, with its line', (path, lines, names) => {
  expect(namesIn(path, lines)).toEqual(names);
});

test('a name that is declared again counts once, a file with very many as its first ones', () => {
  expect(namesIn('a.ts', ['export function a(b: 1): 1;', 'export function a(b: 2): 2;'])).toEqual(['a 1']);
  expect(
    namesIn(
      'a.ts',
      Array.from({ length: 999 }, (_, n) => `export const a${n} = 1;`),
    ),
  ).toHaveLength(200);
});
