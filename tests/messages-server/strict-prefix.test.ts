import type Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';

import { reply, says, text, thinking } from '../support/messages-server/replies.ts';
import {
  type MessagesServer,
  type ServerOptions,
  startMessagesServer,
} from '../support/messages-server/server.ts';
import { ASK, clientOf, seenError } from './observe.ts';

let server: MessagesServer;
afterEach(() => server.close());

type Params = Anthropic.MessageCreateParamsNonStreaming;

const thoughtful = reply([thinking('Hm.'), text('Done.')]);
const next = { role: 'user', content: 'And now the docs.' } as const;

async function strict(options: Partial<ServerOptions> = {}) {
  server = await startMessagesServer({ script: () => thoughtful, strictPrefix: true, ...options });
  const client = clientOf(server);
  return (params: Params) => client.messages.stream(params).finalMessage();
}

async function afterFirst(change: (content: Anthropic.ContentBlock[]) => Partial<Params>) {
  const send = await strict();
  const { content } = await send({ ...ASK, system: 'You mend code.' });
  const grown: Params = { ...ASK, messages: [...ASK.messages, { role: 'assistant', content }, next] };
  const answer = send({ ...grown, system: 'You mend code.', ...change(content) });
  return answer.then(
    () => 'accepted',
    (error: unknown) => seenError(error).message,
  );
}

const kept = (content: Anthropic.ContentBlock[]): Anthropic.MessageParam => ({ role: 'assistant', content });
const marked = { type: 'text', text: 'You mend code.', cache_control: { type: 'ephemeral' } } as const;
const [first] = ASK.messages;

test.each<[string, (content: Anthropic.ContentBlock[]) => Partial<Params>, RegExp]>([
  ['a conversation that grows', () => ({}), /^accepted$/],
  ['the same request again', () => ({ messages: ASK.messages }), /^accepted$/],
  ['a new first message is another session', () => ({ system: 'Other.', messages: [next] }), /^accepted$/],
  [
    'a changed system prompt',
    () => ({ system: 'You write code.' }),
    /"system: bound to a different conversation/,
  ],
  ['a tool more', () => ({ tools: [{ name: 'a', input_schema: { type: 'object' } }] }), /"tools: bound/],
  [
    'thinking left out',
    (content) => ({ messages: [...ASK.messages, kept(content.slice(1)), next] }),
    /"messages\.1: bound/,
  ],
  [
    'thinking behind another first message',
    (content) => ({ messages: [next, kept(content), next] }),
    /"messages\.1: the thinking block is bound to a different conversation/,
  ],
  [
    'a question beside the conversation, without tools and thinking',
    (content) => ({
      messages: [...ASK.messages, kept(content.slice(1)), next],
      tools: [{ name: 'a', input_schema: { type: 'object' } }],
      tool_choice: { type: 'none' },
    }),
    /^accepted$/,
  ],
])('%s', async (_, change, expected) => {
  expect(await afterFirst(change)).toMatch(expected);
});

test('refuses a changed, a shortened and a reordered message, but not a moved breakpoint', async () => {
  const send = await strict({ script: () => says('Done.') });
  const outcome = (params: Params) =>
    send(params).then(
      () => 'accepted',
      (error: unknown) => seenError(error).message,
    );
  const user = (content: Anthropic.TextBlockParam[]) => ({ role: 'user', content }) as const;
  const messages = [user([marked]), user([{ type: 'text', text: 'b' }])];
  const refused = expect.stringMatching(/"messages\.1: bound/);
  expect([
    await outcome({ ...ASK, messages }),
    await outcome({
      ...ASK,
      messages: [user([{ type: 'text', text: 'You mend code.' }]), user([{ type: 'text', text: 'b' }])],
    }),
    await outcome({ ...ASK, messages: [user([marked]), user([{ type: 'text', text: 'c' }])] }),
    await outcome({ ...ASK, messages: [user([marked])] }),
    await outcome({ ...ASK, messages: [user([marked]), user([{ text: 'b', type: 'text' }])] }),
  ]).toEqual(['accepted', 'accepted', refused, refused, refused]);
});

test('a test can allow a change, which is then the new beginning', async () => {
  const send = await strict({ strictPrefix: (_, current) => current.system === 'Second.' });
  const outcome = (system: string) =>
    send({ ...ASK, system }).then(
      () => 'accepted',
      () => 'refused',
    );
  expect([await outcome('First.'), await outcome('Second.'), await outcome('First.')]).toEqual([
    'accepted',
    'accepted',
    'refused',
  ]);
});

test('without strictPrefix nothing is compared', async () => {
  const send = await strict({ strictPrefix: false });
  await send({ ...ASK, system: 'First.' });
  await send({ ...ASK, system: 'Second.', messages: first === undefined ? [] : [first, next] });
  expect(server.refusals).toEqual([]);
});
