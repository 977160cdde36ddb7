/** What the client library makes of error statuses and broken streams, and which of them it retries. */
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import {
  cutsStream,
  endsEarly,
  errorEvent,
  fails,
  promptTooLong,
  times,
} from '../support/messages-server/faults.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { BreakPoint, Reply } from '../support/messages-server/reply.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { ASK, clientOf, observe, type Seen } from './observe.ts';

let server: MessagesServer;
afterEach(() => server.close());

async function client(script: readonly Reply[], maxRetries = 0) {
  server = await startMessagesServer({ script });
  return clientOf(server, maxRetries);
}

const NOTHING: Seen = { text: '', rawInput: '', stopReason: undefined, content: undefined, error: undefined };

test.each([
  [fails(400), 'BadRequestError', { type: 'invalid_request_error', message: 'The request is not valid.' }],
  [
    promptTooLong(210_000, 200_000),
    'BadRequestError',
    { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
  ],
  [fails(401), 'AuthenticationError', { type: 'authentication_error', message: 'invalid x-api-key' }],
  [fails(403, { message: 'No.' }), 'PermissionDeniedError', { type: 'permission_error', message: 'No.' }],
  [fails(404), 'NotFoundError', { type: 'not_found_error', message: 'model: no-such-model' }],
  [
    fails(413),
    'ContentTooLargeError',
    { type: 'request_too_large', message: 'Request exceeds the maximum size' },
  ],
  [
    fails(429),
    'RateLimitError',
    { type: 'rate_limit_error', message: 'This request would exceed your rate limit.' },
  ],
  [fails(500), 'InternalServerError', { type: 'api_error', message: 'Internal server error' }],
  [fails(529), 'OverloadedError', { type: 'overloaded_error', message: 'Overloaded' }],
])('an error status has a class, and its message is the whole body: %#', async (failure, name, info) => {
  const { status } = failure;
  const message = `${status} ${JSON.stringify({ type: 'error', error: info, request_id: 'req_1' })}`;
  const error = { class: name, status, type: info.type, message, cause: undefined };
  expect(await observe(await client([failure]))).toEqual({ ...NOTHING, error });
});

test('the readable sentence, the request id and retry-after of an error', async () => {
  const anthropic = await client([fails(429, { retryAfter: 17 })]);
  const error = await anthropic.messages
    .stream(ASK)
    .finalMessage()
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (!(error instanceof Anthropic.RateLimitError)) throw new Error('expected a RateLimitError');
  expect({
    apiMessage: error.apiMessage,
    requestID: error.requestID,
    retryAfter: error.headers.get('retry-after'),
    retryAfterOfNone: error.headers.get('retry-after-ms'),
  }).toEqual({
    apiMessage: 'This request would exceed your rate limit.',
    requestID: 'req_1',
    retryAfter: '17',
    retryAfterOfNone: null,
  });
});

const TEXT = 'I will read the file first.';
const INPUT = '{"path":"src/interrupted/before-the-end.ts"}';
const SOFAR: readonly [BreakPoint, Partial<Seen>][] = [
  ['headers', {}],
  ['first-text', { text: 'I', stopReason: null }],
  ['mid-tool-json', { text: TEXT, rawInput: '{"path":"src/in', stopReason: null }],
  ['tool-call', { text: TEXT, rawInput: INPUT, stopReason: null }],
  ['stop-reason', { text: TEXT, rawInput: INPUT, stopReason: 'tool_use' }],
];

test.each(SOFAR)(
  'a socket cut after %s is an AnthropicError "terminated" without a status',
  async (after, sofar) => {
    const cause = 'TypeError: terminated < SocketError: other side closed';
    const error = {
      class: 'AnthropicError',
      status: undefined,
      type: undefined,
      message: 'terminated',
      cause,
    };
    expect(await observe(await client([cutsStream({ after })]))).toEqual({ ...NOTHING, ...sofar, error });
  },
);

test.each(SOFAR)(
  'an error event after %s is an APIError with a type and without a status',
  async (after, sofar) => {
    const body = {
      type: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded' },
      request_id: 'req_1',
    };
    const type = 'overloaded_error';
    const error = {
      class: 'APIError',
      status: undefined,
      type,
      message: JSON.stringify(body),
      cause: undefined,
    };
    expect(await observe(await client([errorEvent({}, { after })]))).toEqual({ ...NOTHING, ...sofar, error });
  },
);

test.each(SOFAR)('a body that ends in order after %s makes finalMessage() fail', async (after, sofar) => {
  const ended =
    after === 'headers'
      ? 'request ended without sending any chunks'
      : 'stream ended without producing a Message with role=assistant';
  const error = {
    class: 'AnthropicError',
    status: undefined,
    type: undefined,
    message: ended,
    cause: undefined,
  };
  expect(await observe(await client([endsEarly({ after })]))).toEqual({ ...NOTHING, ...sofar, error });
});

test('raw events of `create` with stream: true end without any error when the body ends early', async () => {
  const anthropic = await client([endsEarly({ after: 'tool-call' })]);
  const seen: string[] = [];
  for await (const event of await anthropic.messages.create({ ...ASK, stream: true })) seen.push(event.type);
  expect(seen.at(-1)).toBe('content_block_stop');
});

test('iterating over the stream helper, too, ends without any error when the body ends early', async () => {
  const anthropic = await client([endsEarly({ after: 'tool-call' })]);
  const seen: string[] = [];
  for await (const event of anthropic.messages.stream(ASK)) seen.push(event.type);
  expect(seen.at(-1)).toBe('content_block_stop');
});

test('no answer at all is an APIConnectionError', async () => {
  const cause = 'TypeError: fetch failed < SocketError: other side closed';
  const error = {
    class: 'APIConnectionError',
    status: undefined,
    type: null,
    message: 'Connection error.',
    cause,
  };
  expect(await observe(await client([cutsStream({ after: 'before-headers' })]))).toEqual({
    ...NOTHING,
    error,
  });
});

test('a break can carry a reply of its own', async () => {
  const own = calls(['git_push', { branch: 'main' }]);
  const seen = await observe(await client([cutsStream({ after: 'tool-call', reply: own })]));
  expect(seen.rawInput).toBe('{"branch":"main"}');
});

test('a break at a point the reply never reaches is a mistake of the script, said at once', async () => {
  const seen = await observe(await client([cutsStream({ after: 'mid-tool-json', reply: says('Hi.') })], 2));
  expect(seen.error?.message).toMatch(/cannot break after \\"mid-tool-json\\"/);
  expect([server.requests.length, server.refusals]).toEqual([1, [expect.stringMatching(/cannot break/)]]);
});

const RETRIED: readonly [string, Reply][] = [
  ['429', fails(429, { retryAfter: 0.01 })],
  ['500', fails(500, { retryAfter: 0.01 })],
  ['529', fails(529, { retryAfter: 0.01 })],
];

test.each(RETRIED)('the library itself retries %s twice, with the same body', async (_, fault) => {
  const anthropic = await client([...times(2, fault), says('At last.')], 2);
  const seen = await observe(anthropic);
  expect(seen.text).toBe('At last.');
  expect(server.requests.map(({ headers }) => headers['x-stainless-retry-count'])).toEqual(['0', '1', '2']);
  expect(new Set(server.requests.map(({ rawBody }) => rawBody)).size).toBe(1);
});

test('it retries a connection that brings no headers', { tags: 'full' }, async () => {
  const anthropic = await client([cutsStream({ after: 'before-headers' }), says('At last.')], 2);
  expect((await observe(anthropic)).text).toBe('At last.');
});

eachInFull<[string, Reply]>([
  ['400', fails(400)],
  ['401', fails(401)],
  ['403', fails(403)],
  ['404', fails(404)],
  ['413', fails(413)],
  ['a stream cut after its headers', cutsStream({ after: 'headers' })],
  ['an error event', errorEvent()],
  ['a body that ends early', endsEarly({ after: 'first-text' })],
])('it does not retry %s', async (_, fault) => {
  await observe(await client([fault, says('Never said.')], 2));
  expect(server.requests).toHaveLength(1);
});

test("maxRetries: 0 of one request beats the client's own", async () => {
  const anthropic = await client([fails(529), says('Never said.')], 2);
  const seen = await observe(anthropic, ASK, { maxRetries: 0 });
  expect([seen.error?.class, server.requests.length]).toEqual(['OverloadedError', 1]);
});
