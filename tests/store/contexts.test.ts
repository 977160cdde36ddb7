import { expect, test } from 'vitest';
import type { Compaction } from '../../src/contracts/session-stores.ts';
import { sessionRecord } from '../support/session-record.ts';
import { storeWithSession } from './store-file.ts';

const ID = sessionRecord().id;

function compaction(change: Partial<Compaction> = {}): Compaction {
  return {
    upTo: 8,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'What was.' }] }],
    summary: 'What was.',
    method: 'summary',
    tokensBefore: 90_000,
    tokensAfter: 9_000,
    windowTokens: undefined,
    microUsd: 20_000,
    atMs: 5,
    ...change,
  };
}

test('the latest compaction is in force, and the earlier ones are kept', () => {
  const { contexts } = storeWithSession();
  const [first, second] = [compaction(), compaction({ upTo: 20, method: 'digest', windowTokens: 32_000 })];
  contexts.add(ID, first);
  contexts.add(ID, second);
  expect({ latest: contexts.latest(ID), all: contexts.all(ID) }).toEqual({
    latest: second,
    all: [first, second],
  });
});

test('a compaction keeps the bytes of its messages, order of keys included', () => {
  const { contexts } = storeWithSession();
  const text = '[{"role":"assistant","content":[{"type":"tool_use","id":"t","input":{"z":1,"a":{"y":2}}}]}]';
  contexts.add(ID, compaction({ messages: JSON.parse(text) }));
  expect(JSON.stringify(contexts.latest(ID)?.messages)).toBe(text);
});

test('what the API counted holds until the next compaction', () => {
  const { contexts } = storeWithSession();
  contexts.setMeasured(ID, { messages: 2, tokens: 100 });
  contexts.setMeasured(ID, { messages: 4, tokens: 250 });
  const before = contexts.findMeasured(ID);
  contexts.add(ID, compaction());
  expect([before, contexts.findMeasured(ID)]).toEqual([{ messages: 4, tokens: 250 }, undefined]);
});

test.each([
  { words: 'the API design', backTo: undefined },
  { words: '', backTo: { status: 'parked', reason: 'rounds', endedAtMs: 7 } },
  { words: '', backTo: { status: 'done', reason: undefined, endedAtMs: undefined } },
] as const)('a request comes back as it was asked: %j', (request) => {
  const { contexts } = storeWithSession();
  contexts.setRequest(ID, { words: 'an earlier one', backTo: undefined });
  contexts.setRequest(ID, request);
  expect(contexts.findRequest(ID)).toStrictEqual(request);
  contexts.forgetRequest(ID);
  expect(contexts.findRequest(ID)).toBeUndefined();
});

test('the history can be read from any message on', () => {
  const { history } = storeWithSession();
  for (const seq of [0, 1, 2])
    history.append(ID, seq, { role: 'user', content: [{ type: 'text', text: `${seq}` }] });
  expect(history.listCurrent(ID, 1).map(({ message }) => message.content[0]?.text)).toEqual(['1', '2']);
});
