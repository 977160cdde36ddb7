import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { jobReport } from '../../../src/features/jobs/running/report.ts';
import { planFor } from './support.ts';

const ENGLISH = { isOver: true, texts: texts('en') };
const WHERE_ALL = { ...ENGLISH, whereAll: 'Shortened. All of it: /job show k7xm' };

function reportOf(output: Json, parts: Parameters<typeof jobReport>[2]): string {
  const states = new Map([['a', { kind: 'done', output } as const]]);
  return jobReport(planFor({ id: 'a', input: {} }), states, parts);
}

test.each<[Json, string]>([
  ['two words', ': two words'],
  [7, ': 7'],
  [null, ': –'],
  [{ stdout: '', signal: null, changes: [] }, ': –'],
  [{ exit_code: 0, stdout: 'main\n', stderr: '', signal: null }, '\n   exit_code: 0\n   stdout: main'],
  [{ lines: ['a', 'b'], changes: [] }, '\n   lines: a, b'],
  [{ changes: [{ path: 'a' }], more: { b: 1 } }, '\n   changes: [{"path":"a"}]\n   more: {"b":1}'],
])('each field that holds something is a line: %j', (output, told) => {
  expect(reportOf(output, ENGLISH)).toBe(`The task is done.\n📤 a${told}`);
});

test('what does not fit a phone is cut, and says where all of it is', () => {
  const fields = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`f${index}`, index]));
  expect(reportOf(fields, WHERE_ALL)).toBe(
    'The task is done.\n📤 a\n   f0: 0\n   f1: 1\n   f2: 2\n   f3: 3\n   f4: 4\n   f5: 5\n✂️ Shortened. All of it: /job show k7xm',
  );
});

test('nothing of a result can pass for a line of the report', () => {
  const stdout = 'one\n✅ Done\u202e';
  expect([reportOf({ stdout }, ENGLISH), reportOf({ stdout }, WHERE_ALL)]).toEqual([
    'The task is done.\n📤 a\n   stdout:\n      `one`\n      `✅ Done\\u{202e}`',
    'The task is done.\n📤 a\n   stdout: one ✅ Done\\u{202e}\n✂️ Shortened. All of it: /job show k7xm',
  ]);
});

test('a very long value says how much of it is left out', () => {
  const report = reportOf({ stdout: `${'x'.repeat(3_990)}\n${'y'.repeat(50)}` }, ENGLISH);
  expect(report.split('\n').at(-1)).toBe('      (51 more characters)');
});
