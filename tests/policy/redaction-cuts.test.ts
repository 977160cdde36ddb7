import { expect, test } from 'vitest';
import { shorten } from '../../src/core/text.ts';
import { commitLines } from '../../src/gateway/report/undo-report.ts';
import { taskLine } from '../../src/gateway/tasks/session-text.ts';
import { createRedactor, titleLine } from '../../src/policy/redaction.ts';

const TOKENS = [
  `ghp_${'a1B2'.repeat(9)}`,
  `sk-ant-${'x9Y8'.repeat(8)}`,
  `npm_${'q7W6'.repeat(9)}`,
  `AKIA${'ABCD1234EFGH5678'}`,
];

test.each(TOKENS)('wherever a title is cut, nothing of %s is left', (token) => {
  for (let before = 0; before < 90; before += 1) {
    const task = `${'fix it '.repeat(20).slice(0, before)} ${token} and go on with the rest of the work`;
    const title = taskLine({ task });
    expect(title).not.toContain(token.slice(0, 9));
    expect(title.length).toBeLessThanOrEqual(80);
  }
});

test('a password in a command is hidden before the command is cut', () => {
  expect(titleLine('curl -u ana:Sup3rSecret99 https://example.com', 20)).toBe('curl -u ana:[secr...');
});

test('of a value of a secret file not even a beginning is left where a text was cut within it', () => {
  const value = 'correct-horse-battery-staple';
  const { redact } = createRedactor({ secrets: [value] });
  for (let length = 12; length < value.length + 6; length += 1) {
    const shown = redact(shorten(`db ${value} and so on, for as long as it takes`, length));
    expect(shown).not.toContain(value.slice(0, 8));
  }
});

test('what was cut elsewhere stays as it is', () => {
  const { redact } = createRedactor({ secrets: ['correct-horse-battery-staple'] });
  const texts = ['correct...', 'the path...', 'wait... and see...', 'no cut'];
  expect(texts.map(redact)).toEqual(texts);
});

test('of a token in the subject of a commit nothing is left where the subject is cut', () => {
  const subject = `${'fix it '.repeat(9)} ${TOKENS[0]} and more`;
  expect(commitLines([{ hash: 'a1b2c3d4e5', subject }]).join()).not.toContain('ghp_');
});
