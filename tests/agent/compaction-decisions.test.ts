import { describe, expect, test } from 'vitest';
import { windowNamedIn } from '../../src/agent/context/compact.ts';
import { isCompactionDue } from '../../src/agent/context/session-context.ts';
import { judgeSummary } from '../../src/agent/context/summarize-history.ts';
import type { ModelAnswer, ModelFault, ModelReply } from '../../src/contracts/model.ts';

test.each([
  [59_999, 60_000, false],
  [60_000, 20_000, true],
  [60_000, 19_999, false],
  [99_000, 90_000, true],
])('with %i tokens of 100,000, of which %i can be compacted, it is due: %s', (tokens, older, due) => {
  expect(isCompactionDue({ tokens, windowTokens: 100_000, olderTokens: () => older })).toBe(due);
});

describe('what follows from the answer to a wish for a summary', () => {
  const reply = (change: Partial<ModelReply>): ModelAnswer => ({
    kind: 'reply',
    reply: {
      content: [],
      text: '',
      calls: [],
      stopReason: 'end_turn',
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
      ...change,
    },
  });
  const fault = (one: ModelFault): ModelAnswer => ({ kind: 'fault', fault: one });
  const detail = 'why';
  const again = { kind: 'ask', form: 'whole' };
  const shorter = { kind: 'ask', form: 'short' };

  test.each([
    ['words', reply({ text: 'It is so.' }), 'whole', 1, { kind: 'take' }],
    [
      'words that were cut off',
      reply({ text: 'It is', stopReason: 'max_tokens' }),
      'whole',
      1,
      { kind: 'take' },
    ],
    ['nothing', reply({}), 'whole', 1, again],
    ['nothing, twice', reply({}), 'whole', 2, { kind: 'digest' }],
    [
      'words before a call',
      reply({ text: 'Let me', calls: [{ id: 'a', name: 'b', input: {} }] }),
      'whole',
      1,
      again,
    ],
    ['a refusal', reply({ text: 'No.', stopReason: 'refusal' }), 'whole', 1, { kind: 'digest' }],
    ['a full window', reply({ text: 'It', stopReason: 'window-full' }), 'whole', 1, shorter],
    ['too long', fault({ kind: 'too-long', detail }), 'whole', 1, shorter],
    ['too long in short', fault({ kind: 'too-long', detail }), 'short', 2, { kind: 'digest' }],
    ['a request refused', fault({ kind: 'request', detail }), 'whole', 1, shorter],
    ['overloaded', fault({ kind: 'busy', detail }), 'whole', 1, { kind: 'digest' }],
    ['overloaded until a time', fault({ kind: 'busy', detail, retryAtMs: 5 }), 'whole', 1, { kind: 'stop' }],
    ['no connection', fault({ kind: 'unreachable', detail }), 'whole', 1, { kind: 'digest' }],
    ['silence', fault({ kind: 'silent', detail }), 'short', 1, { kind: 'digest' }],
    ['a wrong key', fault({ kind: 'key', detail }), 'whole', 1, { kind: 'stop' }],
    ['a stop', fault({ kind: 'stopped' }), 'whole', 1, { kind: 'stop' }],
  ] as const)('%s', (_what, answer, form, asked, step) => {
    expect(judgeSummary(answer, form, asked)).toEqual(step);
  });
});

test.each([
  ['prompt is too long: 210000 tokens > 200000 maximum', 200_000],
  ['prompt is too long: 1,000,001 tokens > 1,000,000 maximum', 1_000_000],
  ['Request exceeds the maximum size', undefined],
])('%j names %j tokens', (detail, tokens) => {
  expect(windowNamedIn(detail)).toBe(tokens);
});
