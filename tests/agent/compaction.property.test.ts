import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactionMessage, splitTurns } from '../../src/agent/context/compaction-message.ts';
import { digestOf, shortenHistory } from '../../src/agent/context/summarize-history.ts';
import { tokensOf } from '../../src/agent/context/token-counts.ts';
import type { Block, ModelMessage } from '../../src/contracts/model.ts';
import { atLevel } from '../support/level.ts';
import { isRefusal, readRequest, requestProblem } from '../support/messages-server/check-request.ts';
import { signatureOf } from '../support/messages-server/finish-reply.ts';

const RUNS = atLevel({ quick: 50, full: 300, soak: 3000 });

const words = fc.string({ minLength: 1, maxLength: 300 }).map((text) => `w${text}`);
const text = words.map((one): Block => ({ type: 'text', text: one }));
const thinking = words.map(
  (one): Block => ({ type: 'thinking', thinking: one, signature: signatureOf(one) }),
);

interface Round {
  readonly said: readonly Block[];
  readonly inputs: readonly string[];
  readonly results: readonly string[];
  readonly extras: readonly Block[];
  readonly note: Block | undefined;
}

const round: fc.Arbitrary<Round> = fc
  .record({
    said: fc.array(fc.oneof(text, thinking), { maxLength: 3 }),
    inputs: fc.array(words, { maxLength: 4 }),
    extras: fc.array(text, { maxLength: 2 }),
    note: fc.option(text, { nil: undefined }),
    results: fc.array(
      fc.oneof(
        words,
        words.map((one) => one.repeat(200)),
      ),
      { minLength: 4, maxLength: 4 },
    ),
  })
  .filter(({ said, inputs, extras }) => said.length + inputs.length > 0 && inputs.length + extras.length > 0);

/** As a session writes it: calls answered in the next message, now and then two messages of the person in a row. */
const history = fc.array(round, { maxLength: 7 }).map((rounds): readonly ModelMessage[] => [
  { role: 'user', content: [{ type: 'text', text: 'Task: mend it' }] },
  ...rounds.flatMap(({ said, inputs, results, extras, note }, at): readonly ModelMessage[] => {
    const calls = inputs.map(
      (path, n): Block => ({ type: 'tool_use', id: `call_${at}_${n}`, name: 'read', input: { path } }),
    );
    const answers = inputs.map(
      (_, n): Block => ({ type: 'tool_result', tool_use_id: `call_${at}_${n}`, content: results[n] ?? 'x' }),
    );
    return [
      { role: 'assistant', content: [...said, ...calls] },
      { role: 'user', content: [...answers, ...extras] },
      ...(note === undefined ? [] : [{ role: 'user' as const, content: [note] }]),
    ];
  }),
]);

function problemOf(messages: readonly ModelMessage[]): string | undefined {
  const request = readRequest({ model: 'm', max_tokens: 1, messages });
  return isRefusal(request) ? request.message : requestProblem(request)?.message;
}

function alternates(messages: readonly ModelMessage[]): boolean {
  return messages.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'));
}

function compacted(messages: readonly ModelMessage[], roomTokens: number): readonly ModelMessage[] {
  const { older, kept } = splitTurns(messages, roomTokens / 4);
  const records = { said: ['Do this.'], plan: undefined, files: [], failing: [] };
  const [first = { role: 'user', content: [] }] = messages;
  const summary = digestOf(older, undefined, 2000);
  return [compactionMessage({ first, records, summary, method: 'digest', roomTokens }), ...kept];
}

test('any history is, after a compaction, a request that the API takes, without thinking, roles in turn', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 300, max: 100_000 }), (messages, room) => {
      const sent = compacted(messages, room);
      const blocks = sent.flatMap(({ content }) => content);
      expect({
        before: problemOf(messages),
        after: problemOf(sent),
        alternates: alternates(sent),
        thinking: blocks.filter(({ type }) => type === 'thinking').length,
      }).toEqual({ before: undefined, after: undefined, alternates: true, thinking: 0 });
    }),
    { numRuns: RUNS },
  );
});

test('a history that was shortened for a summary is a request that the API takes, and never longer', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: 5000 }), (messages, most) => {
      const short = shortenHistory(messages, most);
      expect({ problem: problemOf(short), alternates: alternates(short) }).toEqual({
        problem: undefined,
        alternates: true,
      });
      expect(tokensOf(short)).toBeLessThanOrEqual(tokensOf(messages) + 20 * messages.length);
    }),
    { numRuns: RUNS },
  );
});
