import { expect, test } from 'vitest';
import { texts } from '../../../src/core/texts/texts.ts';
import { outcomeOf } from '../../../src/features/audit/pages/audit.tsx';
import { auditTexts } from '../../../src/features/audit/texts/texts.ts';

test.each<[string, number | undefined, number | undefined, string, string]>([
  ['allow', 0, 1200, 'good', 'allowed'],
  ['ask_approved', 0, 1200, 'good', 'approved'],
  ['allow', 2, 1200, 'asks', 'exit code 2'],
  ['allow', undefined, 1200, 'calm', 'stopped'],
  ['allow', undefined, undefined, 'busy', 'no result yet'],
  ['deny', undefined, undefined, 'bad', 'blocked'],
  ['ask_rejected', undefined, undefined, 'bad', 'rejected'],
  ['__proto__', 0, 1, 'good', '__proto__'],
])('%s, exit code %s, %s ms: %s, %s', (decision, exitCode, durationMs, tone, label) => {
  expect(outcomeOf({ decision, exitCode, durationMs }, auditTexts(texts('en')))).toEqual({ tone, label });
});
