/** The requests that the real API refuses are refused here, with a status 400 and a sentence that names the place. */
import { afterEach, beforeEach, expect, test } from 'vitest';

import { signatureOf } from '../support/messages-server/finish-reply.ts';
import { pausesTurn, says } from '../support/messages-server/replies.ts';
import { isRecord } from '../support/messages-server/request.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';

let server: MessagesServer;
beforeEach(async () => {
  server = await startMessagesServer({ script: () => says('Fine.') });
});
afterEach(() => server.close());

const HEADERS = { authorization: 'Bearer k', 'anthropic-version': '2026-10-21' };

async function post(body: unknown, headers: Readonly<Record<string, string>> = HEADERS) {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${server.url}/v1/messages`, { method: 'POST', headers, body: raw });
  return { status: response.status, body: await jsonOf(response) };
}

async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json();
  return isRecord(body) ? body : {};
}

async function refusalOf(body: unknown, headers?: Readonly<Record<string, string>>) {
  const answer = await post(body, headers);
  return answer.status === 200 ? 'accepted' : Object(answer.body.error).message;
}

function ask(messages: readonly unknown[], more: object = {}) {
  return { model: 'claude-sonnet-5-5', max_tokens: 100, messages, ...more };
}

function picture(media_type: string, data: string) {
  return { type: 'image', source: { type: 'base64', media_type, data } };
}

function user(...content: readonly unknown[]) {
  return { role: 'user', content };
}

function assistant(...content: readonly unknown[]) {
  return { role: 'assistant', content };
}

function call(id: string, input: unknown = {}) {
  return { type: 'tool_use', id, name: 'git_status', input };
}

function result(id: string, more: object = { content: 'clean' }) {
  return { type: 'tool_result', tool_use_id: id, ...more };
}

const text = { type: 'text', text: 'Go on.' };
const start = user(text);
const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const minutes = { cache_control: { type: 'ephemeral' } };

test('a refused request has the body of a real error, and is told to the test', async () => {
  const message = 'messages: first message must use the "user" role';
  const body = { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_1' };
  expect(await post(ask([assistant(text), start]))).toEqual({ status: 400, body });
  expect([server.refusals, server.requests.map(({ refusal }) => refusal)]).toEqual([[message], [message]]);
});

test.each<[string, object]>([
  ['a plain text', ask([{ role: 'user', content: 'Hi.' }])],
  ['a picture', ask([user(picture('image/png', 'cG5n'))])],
  ['fields nobody knows', ask([start], { brand_new: { a: 1 }, stream: false })],
  [
    'all results, then steering',
    ask([start, assistant(call('a'), call('b')), user(result('b'), result('a'), text)]),
  ],
  ['an empty result', ask([start, assistant(call('a')), user(result('a', {}))])],
  ['user messages in a row', ask([start, start])],
  ['a system message later on', ask([start, { role: 'system', content: 'Hurry.' }])],
  ['genuine thinking, an empty block too', ask([start, assistant(thought('Hm.'), thought(''), text), start])],
  [
    'the one-hour breakpoints first',
    ask([user({ ...text, ...minutes })], { system: [{ ...text, ...hour }] }),
  ],
])('accepts %s', async (_, body) => {
  expect(await refusalOf(body)).toBe('accepted');
});

function thought(thinking: string, signature = signatureOf(thinking)) {
  return { type: 'thinking', thinking, signature };
}

const UNANSWERED = /^messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: /;
const EMPTY = 'messages: text content blocks must be non-empty';

test.each<[string, unknown, string | RegExp]>([
  ['a picture of another kind', ask([user(picture('image/svg+xml', 'cG5n'))]), /media_type: Input should be/],
  ['a picture without bytes', ask([user(picture('image/png', ''))]), /invalid base64 data$/],
  [
    'a picture of the model',
    ask([start, assistant(picture('image/png', 'cG5n'))]),
    /^messages\.1\.content\.0/,
  ],
  ['no JSON', '{"model"', 'The request body is not valid JSON: expected an object.'],
  ['no model', { max_tokens: 1, messages: [start] }, 'model: Field required'],
  ['no max_tokens', { model: 'm', messages: [start] }, 'max_tokens: Field required'],
  ['no messages', { model: 'm', max_tokens: 1 }, 'messages: Field required'],
  ['an empty list', ask([]), 'messages: at least one message is required'],
  ['a message without content', ask([{ role: 'user' }]), /^messages\.0: /],
  ['an unknown role', ask([start, { role: 'tool', content: 'x' }]), /^messages\.1\.role: /],
  ['empty content', ask([user()]), /^messages\.0: all messages must have non-empty content/],
  [
    'an empty reply sent back',
    ask([start, assistant(), start]),
    /^messages\.1: all messages must have non-empty/,
  ],
  ['an empty text', ask([user({ type: 'text', text: '' })]), EMPTY],
  ['blank text', ask([user({ type: 'text', text: ' \n' })]), /must contain non-whitespace text/],
  [
    'an empty text in a result',
    ask([start, assistant(call('a')), user(result('a', { content: [{ type: 'text', text: '' }] }))]),
    EMPTY,
  ],
  [
    'an empty error result',
    ask([start, assistant(call('a')), user(result('a', { is_error: true }))]),
    /content cannot be empty if `is_error` is true/,
  ],
  ['a call without a result', ask([start, assistant(call('a')), user(text)]), UNANSWERED],
  ['a call with nothing after it', ask([start, assistant(call('a'))]), UNANSWERED],
  ['one of two results', ask([start, assistant(call('a'), call('b')), user(result('a'))]), /after: b\. /],
  [
    'a result one message late',
    ask([start, assistant(call('a')), user(text), user(result('a'))]),
    UNANSWERED,
  ],
  ['a text before the results', ask([start, assistant(call('a')), user(text, result('a'))]), UNANSWERED],
  [
    'a result for nothing',
    ask([user(result('x'))]),
    /^messages\.0\.content\.0: unexpected `tool_use_id` .*: x\. /,
  ],
  [
    'two results for one call',
    ask([start, assistant(call('a')), user(result('a'), result('a'))]),
    /each tool_use must have a single result/,
  ],
  [
    'two calls with one id',
    ask([start, assistant(call('a')), user(result('a')), assistant(call('a')), user(result('a'))]),
    /`tool_use` ids must be unique/,
  ],
  ['a call by the user', ask([user(call('a'))]), /blocks can only be in `assistant` messages/],
  [
    'a result by the assistant',
    ask([start, assistant(result('a')), start]),
    /blocks can only be in `user` messages/,
  ],
  [
    'an input that is text',
    ask([start, assistant(call('a', '{}')), user(result('a'))]),
    'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
  ],
  [
    'an input that is a list',
    ask([start, assistant(call('a', [])), user(result('a'))]),
    /Input should be a valid dictionary/,
  ],
  [
    'an id with a dot',
    ask([start, assistant(call('a.b')), user(result('a.b'))]),
    /tool_use\.id: String should match/,
  ],
  [
    'changed thinking',
    ask([start, assistant(thought('Hm!', signatureOf('Hm.')), text), start]),
    /Invalid `signature` in `thinking` block/,
  ],
  ['a prefilled answer', ask([start, assistant(text)]), /does not support assistant message prefill/],
  ['an empty system text', ask([start], { system: [{ type: 'text', text: '' }] }), /^system: /],
  [
    'a tool name with a space',
    ask([start], { tools: [{ name: 'a b', input_schema: { type: 'object' } }] }),
    /^tools\.0\.custom\.name: /,
  ],
  ['two tools of one name', ask([start], { tools: [tool(), tool()] }), 'tools: Tool names must be unique.'],
  ['a tool that takes no object', ask([start], { tools: [tool({ type: 'string' })] }), /input_schema\.type/],
  [
    'a union as tool input',
    ask([start], { tools: [tool({ type: 'object', anyOf: [] })] }),
    /does not support oneOf/,
  ],
  [
    'five breakpoints',
    ask([user(...Array.from({ length: 5 }, () => ({ ...text, ...minutes })))]),
    /A maximum of 4 blocks .* Found 5\./,
  ],
  [
    'an hour behind five minutes',
    ask([user({ ...text, ...hour })], { tools: [{ ...tool(), ...minutes }] }),
    /^messages\.0\.content\.0\.cache_control\.ttl: /,
  ],
])('refuses %s', async (_, body, message) => {
  expect(await refusalOf(body)).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
});

function tool(schema: object = { type: 'object' }) {
  return { name: 'read', input_schema: schema };
}

test('accepts a key in either header and asks for one and for the version', async () => {
  const version = { 'anthropic-version': '2026-10-21' };
  expect([
    await refusalOf(ask([start]), { 'x-api-key': 'k', ...version }),
    await refusalOf(ask([start]), version),
    await refusalOf(ask([start]), { 'x-api-key': 'k' }),
  ]).toEqual(['accepted', 'x-api-key header is required', 'anthropic-version: header is required']);
});

test('a paused turn is the one assistant message a request may end with', async () => {
  server.push(pausesTurn(says('Searching.')));
  await post(ask([start]));
  expect(await refusalOf(ask([start, assistant({ type: 'text', text: 'Searching.' })]))).toBe('accepted');
});

test('a refused request takes nothing from the script', async () => {
  server.push(says('The pushed one.'));
  await refusalOf(ask([]));
  expect((await post(ask([start]))).body.content).toEqual([
    expect.objectContaining({ text: 'The pushed one.' }),
  ]);
});

test('tells the facts of any model, counts tokens, and knows no other address', async () => {
  const model = await fetch(`${server.url}/v1/models/my-model`);
  const count = await fetch(`${server.url}/v1/messages/count_tokens`, { method: 'POST', body: '12345' });
  const other = await fetch(`${server.url}/v1/files`);
  expect([(await jsonOf(model)).id, await count.json(), other.status, server.otherRequests]).toEqual([
    'my-model',
    { input_tokens: 2 },
    404,
    ['GET /v1/models/my-model', 'POST /v1/messages/count_tokens', 'GET /v1/files'],
  ]);
});
