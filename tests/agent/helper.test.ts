import { afterEach, expect, test } from 'vitest';
import type { ModelPrice } from '../../src/contracts/session.ts';
import { anthropicAt } from '../models/support.ts';
import { type AgentRig, agentRig, SESSION } from '../support/agent-rig.ts';
import { fails } from '../support/messages-server/faults.ts';
import { reply, says, thinking, toolUse } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { blocksOf, type MessagesRequest } from '../support/messages-server/request.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { bigTool, isSummaryRequest } from './long-sessions.ts';

const OWN = 'claude-sonnet-5-5';
const HELPER = 'claude-haiku-5-5';
const price = (each: number): ModelPrice => ({
  input: each,
  output: each,
  cacheRead: each,
  cacheWrite: each,
  cacheWriteHour: each,
});

let rig: AgentRig;
let server: MessagesServer;
afterEach(async () => {
  rig.remove();
  await server.close();
});

/** A task of a few rounds that think, whose older part a person wants summarised. */
async function summarised(summary: (request: MessagesRequest) => Reply): Promise<void> {
  let asked = 0;
  server = await startMessagesServer({
    script(request) {
      if (isSummaryRequest(request)) return summary(request);
      asked += 1;
      if (asked === 4) rig.store.contexts.setRequest(SESSION, { words: '', backTo: undefined });
      return asked <= 5
        ? reply([thinking(`Thought ${asked}.`), toolUse('big', { n: asked })])
        : says('All read.');
    },
  });
  rig = agentRig({
    steps: [],
    tools: [bigTool],
    model: anthropicAt(server.url),
    limits: { maxRounds: 50, maxCostMicroUsd: 100_000_000 },
    models: { helper: HELPER, priceOf: (model) => (model === HELPER ? price(1) : price(1_000_000)) },
  });
  rig.create({ prompt: { model: OWN }, project: rig.folder });
  await rig.run();
}

const summaries = () => server.requests.filter(({ body }) => isSummaryRequest(body)).map(({ body }) => body);
const thoughts = (request: MessagesRequest | undefined): number =>
  (request?.messages ?? []).flatMap(blocksOf).filter(({ type }) => type === 'thinking').length;

test('the helper writes the summary, without the thoughts of the other model, at its own price', async () => {
  await summarised(() => says('What was read so far.'));
  const { method, summary, microUsd } = rig.store.contexts.latest(SESSION) ?? {};
  const [request, ...more] = summaries();
  const own = server.requests.filter(({ body }) => !isSummaryRequest(body));
  expect({
    method,
    summary,
    isCheap: (microUsd ?? 99) <= 1,
    asked: request?.model,
    more: more.length,
    thoughts: [thoughts(request), thoughts(own[3]?.body) > 0],
    others: [...new Set(own.map(({ body }) => body.model))],
  }).toEqual({
    method: 'summary',
    summary: 'What was read so far.',
    isCheap: true,
    asked: HELPER,
    more: 0,
    thoughts: [0, true],
    others: [OWN],
  });
});

test('while the helper is away, the model of the task writes it', async () => {
  await summarised(({ model }) => (model === HELPER ? fails(400) : says('What was read so far.')));
  expect([summaries().map(({ model }) => model), rig.store.contexts.latest(SESSION)?.method]).toEqual([
    [HELPER, OWN],
    'summary',
  ]);
});
