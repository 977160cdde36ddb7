import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/json.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { jobReport } from '../../../src/features/jobs/running/report.ts';
import { planFor } from './support.ts';

test.each<[Json, string]>([
  ['two\nwords', 'two words'],
  [7, '7'],
  [null, '–'],
  [
    { exit_code: 0, stdout: 'main\n', stderr: '', signal: null },
    'exit_code: 0 · stdout: main · stderr: – · signal: –',
  ],
  [{ lines: ['a', 'b'], changes: [] }, 'lines: a, b · changes: –'],
  [{ changes: [{ path: 'a' }], more: { b: 1 } }, 'changes: [{"path":"a"}] · more: {"b":1}'],
])('what came out is told in words as far as it goes: %j', (output, told) => {
  const states = new Map([['a', { kind: 'done', output } as const]]);
  const report = jobReport(planFor({ id: 'a', input: {} }), states, { isOver: true, texts: texts('en') });
  expect(report).toBe(`The task is done.\n📤 a: ${told}`);
});
