import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Model, ModelMessage, ModelRequest } from '../../src/contracts/model.ts';
import { calls, reply, says, text, thinking, toolUse } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { anthropicAt, ask, READ, request } from './support.ts';

let server: MessagesServer;
beforeEach(async () => {
  server = await startMessagesServer({
    script: byTranscript([
      reply([thinking(''), text('I will look.'), toolUse('read_lines', { path: 'a.ts', b: 1, a: 'ñ' })]),
      reply([thinking('Two at once.'), toolUse('read_lines', { path: 'b.ts' }), toolUse('read_lines', {})]),
      calls(['read_lines', { path: 'c.ts' }]),
      says('All green.'),
    ]),
    strictPrefix: true,
  });
});
afterEach(() => server.close());

test('each request begins with the whole of the one before, byte for byte', async () => {
  await converse(anthropicAt(server.url), request());
  const bodies = server.requests.map(({ rawBody }) => rawBody);
  const grown = bodies.slice(1).map((body, at) => body.startsWith(upToLastMessage(bodies[at] ?? '')));
  expect({ grown, refusals: server.refusals }).toEqual({ grown: [true, true, true], refusals: [] });
});

test('the keys stand in a fixed order, what may differ behind the messages', async () => {
  await ask(anthropicAt(server.url), request({ toolChoice: 'none' }));
  expect(Object.keys(JSON.parse(server.requests[0]?.rawBody ?? '{}'))).toEqual([
    'model',
    'max_tokens',
    'stream',
    'system',
    'tools',
    'thinking',
    'output_config',
    'cache_control',
    'messages',
    'tool_choice',
  ]);
});

test('a known model is asked with its profile and three cache breakpoints', async () => {
  await ask(anthropicAt(server.url));
  const hour = { type: 'ephemeral', ttl: '1h' };
  expect(server.requests[0]?.body).toEqual({
    model: 'claude-sonnet-5-5',
    max_tokens: 32_000,
    stream: true,
    system: [{ type: 'text', text: 'You are a coding agent.', cache_control: hour }],
    tools: [{ ...READ, cache_control: hour }],
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'medium' },
    cache_control: { type: 'ephemeral' },
    messages: request().messages,
  });
});

test('an unknown model is asked for nothing special', async () => {
  await ask(anthropicAt(server.url), request({ model: 'local-model' }));
  expect(server.requests[0]?.body).toEqual({
    model: 'local-model',
    max_tokens: 32_000,
    stream: true,
    system: [{ type: 'text', text: 'You are a coding agent.' }],
    tools: [READ],
    messages: request().messages,
  });
});

test('without tools there is no tool choice either', async () => {
  await ask(anthropicAt(server.url), request({ tools: [], toolChoice: 'none' }));
  const body = server.requests[0]?.body ?? {};
  expect({ tools: 'tools' in body, choice: 'tool_choice' in body }).toEqual({ tools: false, choice: false });
});

test('after a round of many calls a fourth breakpoint stands where the previous request ended', async () => {
  const call = (_: unknown, at: number) => ({
    type: 'tool_use',
    id: `call_${at}`,
    name: 'read_lines',
    input: {},
  });
  const result = (_: unknown, at: number) => ({
    type: 'tool_result',
    tool_use_id: `call_${at}`,
    content: 'L1',
  });
  const round = (calls: number): readonly ModelMessage[] => [
    { role: 'user', content: [{ type: 'text', text: `Make ${calls} calls.` }] },
    { role: 'assistant', content: Array.from({ length: calls }, call) },
    { role: 'user', content: Array.from({ length: calls }, result) },
  ];
  await ask(anthropicAt(server.url), request({ messages: round(7) }));
  await ask(anthropicAt(server.url), request({ messages: round(8) }));
  const first = server.requests.map(({ body }) => body.messages[0]?.content);
  expect({ first, refusals: server.refusals }).toEqual({
    first: [
      [{ type: 'text', text: 'Make 7 calls.' }],
      [{ type: 'text', text: 'Make 8 calls.', cache_control: { type: 'ephemeral' } }],
    ],
    refusals: [],
  });
});

/** Answers every call until the model has no more. */
async function converse(model: Model, first: ModelRequest): Promise<void> {
  let messages: readonly ModelMessage[] = first.messages;
  for (;;) {
    const { answer } = await ask(model, { ...first, messages });
    if (answer.kind === 'fault') throw new Error(JSON.stringify(answer.fault));
    const results = answer.reply.calls.map(({ id }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: 'L1: x',
    }));
    if (results.length === 0) return;
    messages = [
      ...messages,
      { role: 'assistant', content: answer.reply.content },
      { role: 'user', content: results },
    ];
  }
}

/** Without the `]}` that close the messages and the body. */
function upToLastMessage(body: string): string {
  return body.slice(0, -2);
}
