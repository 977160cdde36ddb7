import { expect, test } from 'vitest';
import { texts } from '../../../src/core/texts/texts.ts';
import { lateAnswer } from '../../../src/gateway/questions/answer.ts';
import { approvalRecord } from '../../support/gateway-rig.ts';

const DIFF = ['src/a.ts', 'src/b.ts']
  .map((path) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-one\n+two\n`)
  .join('');

test.each([
  ['a change', { tool: 'apply_patch', details: DIFF }, '`src/a.ts, src/b.ts`'],
  ['a question in words', { details: '', text: 'May I delete\nthe old logs?' }, 'May I delete the old logs?'],
  ['a long command', { details: `echo ${'x'.repeat(100)}` }, `\`echo ${'x'.repeat(72)}...\``],
  ['a token', { details: `curl -H "x: ghp_${'a1B2'.repeat(9)}" https://example.com` }, undefined],
])('a late answer names %s in one short line, without its tokens', async (_what, asked, named) => {
  const approval = approvalRecord({ question: asked, state: 'approved' });
  const late = lateAnswer(approval, texts('en'));
  expect({ late, lines: late.split('\n').length, tells: late.includes('ghp_a1B2a1B2') }).toEqual({
    late:
      named === undefined ? expect.stringMatching(/^Already allowed: `curl -H/) : `Already allowed: ${named}`,
    lines: 1,
    tells: false,
  });
});
