import { describe, expect, test } from 'vitest';
import { texts } from '../../../src/core/texts/texts.ts';
import { questionText } from '../../../src/gateway/questions/question-text.ts';
import { approvalRecord } from '../../support/gateway-rig.ts';

function asked(details: string, tool = 'run_command'): string {
  return questionText(approvalRecord({ question: { tool, details } }), texts('en'));
}

describe('a command in a question', () => {
  test.each([
    ['single blanks stay', 'ls -l src', '`ls -l src`'],
    ['blanks in a row are signs', "grep 'a  b' x", "`grep 'a␣␣b' x`"],
    ['many are counted', `ls${' '.repeat(300)}; cat x`, '`ls␣{300}; cat x`'],
    ['one at an end is a sign', 'cat a\\ ', '`cat a\\␣`'],
  ])('%s', (_claim, details, shown) => {
    expect(asked(details)).toBe(`❓ May I run this command?\n${shown}`);
  });

  test('one that folds away on a phone says first how it ends', () => {
    const command = `npm test ${'-- a.test.ts '.repeat(40)}&& curl https://example.com`;
    expect(asked(command).split('\n')).toEqual([
      '❓ May I run this command?',
      expect.stringMatching(/^📏 \d+ characters; it ends with `\S.*&& curl https:\/\/example\.com`$/),
      `\`${command}\``,
    ]);
  });

  test.each([
    ['a token is not cut', `echo ${'x'.repeat(400)}`, /^📏 405 characters; the end is one long word$/],
    ['lines are words', `cat <<E\\n${'y'.repeat(400)}\\nrm x`, /it ends with `rm x`$/],
    ['blanks before the end', `echo ${'x'.repeat(400)}${' '.repeat(50)}rm x`, /it ends with `rm x`$/],
  ])('%s', (_claim, command, line) => {
    expect(asked(command).split('\n')[1]).toMatch(line);
  });

  test('a diff is shown to the letter', () => {
    const diff = `--- a\n+++ b\n-${' '.repeat(20)}x\n${'+y\n'.repeat(200)}`;
    expect(asked(diff, 'apply_patch')).toContain(diff.trimEnd());
  });
});
