import { afterEach, describe, expect, test } from 'vitest';
import { waitedMs } from '../../src/agent/switch-model.ts';
import type { ModelFault, ModelRequest } from '../../src/contracts/model.ts';
import type { ModelPrice } from '../../src/contracts/session.ts';
import { type AgentRig, agentRig, type RigOptions } from '../support/agent-rig.ts';

const OUTAGE = { waitsMs: [60_000, 120_000, 300_000], longestMs: 3_600_000 };
const BUSY: ModelFault = { kind: 'busy', detail: 'overloaded' };
const CHEAP: ModelPrice = {
  input: 1_000_000,
  output: 1_000_000,
  cacheRead: 1_000_000,
  cacheWrite: 1_000_000,
  cacheWriteHour: 1_000_000,
};
const DEAR: ModelPrice = { ...CHEAP, input: 50_000_000, output: 50_000_000 };

let rig: AgentRig;
afterEach(() => rig?.remove());

/** The session's own model is overloaded from its second request on. */
function begin(options: Partial<RigOptions> = {}): void {
  let asked = 0;
  rig = agentRig({
    steps: [{ text: 'I look.', calls: [['look', {}]] }, { text: 'ok' }],
    limits: { outage: OUTAGE },
    models: {
      fallback: { model: 'reserve', afterMs: 180_000 },
      priceOf: (model) => (model === 'reserve' ? CHEAP : DEAR),
    },
    faultOf: ({ model }) => {
      if (model === 'reserve') return undefined;
      asked += 1;
      return asked === 1 ? undefined : BUSY;
    },
    ...options,
  });
  rig.create();
}

const modelsAsked = () => rig.requests.map(({ model }: ModelRequest) => model);

test.each([
  [0, 0],
  [1, 60_000],
  [2, 180_000],
  [4, 780_000],
])('after %d waits %d ms were waited', (waits, ms) => {
  expect(waitedMs(waits, OUTAGE)).toBe(ms);
});

test('an overload of some minutes: the fallback goes on at once, the chat is told once, and each reply has its price', async () => {
  begin();
  const outcomes = [];
  for (let n = 0; n < 3; n += 1) outcomes.push((await rig.run()).kind);
  const own = rig.session().prompt.model;
  expect({
    outcomes,
    own,
    asked: modelsAsked(),
    told: rig.said.filter((text) => text.startsWith('fell')),
  }).toEqual({
    outcomes: ['paused', 'paused', 'done'],
    own: 'reserve',
    asked: ['scripted-model', 'scripted-model', 'scripted-model', 'scripted-model', 'reserve'],
    told: ['fell back from scripted-model to reserve'],
  });
  const { costMicroUsd, costKnown } = rig.session().usage;
  const { outageWaits } = rig.session().state;
  const [first, last] = [DEAR, CHEAP].map((price) => price.input / 1_000_000);
  expect([costKnown, outageWaits, costMicroUsd > 0 && costMicroUsd % 1 === 0, first !== last]).toEqual([
    true,
    undefined,
    true,
    true,
  ]);
});

test('the fallback gets the whole history without the thinking of the other model, and what follows grows from there', async () => {
  begin({ steps: [{ calls: [['look', {}]] }, { calls: [['look', { name: 'again' }]] }, { text: 'ok' }] });
  for (let n = 0; n < 3; n += 1) await rig.run();
  const [, , , , switched, next] = rig.requests;
  expect(switched?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(next?.messages.slice(0, 3)).toEqual(switched?.messages);
  const { messages = [], method, summary } = rig.store.contexts.latest(rig.session().id) ?? {};
  expect({ messages, method, summary }).toEqual({
    messages: switched?.messages,
    method: 'switch',
    summary: '',
  });
});

test('a restart keeps the fallback', async () => {
  begin({ steps: [{ calls: [['look', {}]] }, { calls: [['danger', {}]] }, { text: 'ok' }] });
  for (let n = 0; n < 3; n += 1) await rig.run();
  rig.answer(true);
  const outcome = await rig.run();
  expect([outcome.kind, modelsAsked().slice(-2), rig.session().prompt.model]).toEqual([
    'done',
    ['reserve', 'reserve'],
    'reserve',
  ]);
});

describe('no fallback', () => {
  test.each<[string, Partial<RigOptions>, readonly string[]]>([
    ['where none is set', { models: {} }, ['paused', 'paused', 'paused']],
    [
      'for a model that cannot be reached: the other one is behind the same address',
      { faultOf: () => ({ kind: 'unreachable', detail: 'ECONNREFUSED' }) },
      ['paused', 'paused', 'paused'],
    ],
    [
      'while the fallback itself is overloaded: it is waited for',
      { faultOf: () => BUSY },
      ['paused', 'paused', 'paused'],
    ],
    [
      'before its time',
      { models: { fallback: { model: 'reserve', afterMs: 3_000_000 } } },
      ['paused', 'paused', 'paused'],
    ],
  ])('%s', async (_when, options, outcomes) => {
    begin(options);
    const seen = [];
    for (let n = 0; n < 3; n += 1) seen.push((await rig.run()).kind);
    expect(seen).toEqual(outcomes);
  });
});

test.each([
  [
    'the server names a time that is too long to wait for',
    { ...BUSY, retryAtMs: Date.now() + 600_000 },
    OUTAGE,
  ],
  ['the task would be given up', BUSY, { waitsMs: [60_000], longestMs: 0 }],
] as const)('the fallback goes on at the first fault where %s', async (_why, fault, outage) => {
  begin({ limits: { outage }, faultOf: ({ model }) => (model === 'reserve' ? undefined : fault) });
  expect([(await rig.run()).kind, modelsAsked()]).toEqual(['done', ['scripted-model', 'reserve', 'reserve']]);
});
