/** Silence: what the client library notices by itself, what an abort does, and what a watchdog can see. */
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';

import { fails, stalls } from '../support/messages-server/faults.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { ASK, clientOf, observe, type Seen, seenError } from './observe.ts';

let server: MessagesServer;
afterEach(() => server.close());

async function client(script: readonly Reply[], maxRetries = 0) {
  server = await startMessagesServer({ script });
  return clientOf(server, maxRetries);
}

const NOTHING: Seen = { text: '', rawInput: '', stopReason: undefined, content: undefined, error: undefined };

test('the timeout counts until the headers only', async () => {
  const anthropic = await client([stalls({ after: 'before-headers' })]);
  const seen = await observe(anthropic, ASK, { timeout: 80 });
  expect(seen.error).toEqual({
    class: 'APIConnectionTimeoutError',
    status: undefined,
    type: null,
    message: 'Request timed out.',
    cause: undefined,
  });
});

test('a stream that falls silent after its headers is never given up by the timeout; an abort ends it', {
  tags: 'full',
}, async () => {
  const anthropic = await client([stalls({ after: 'first-text' })]);
  const abort = new AbortController();
  const seen = observe(anthropic, ASK, { timeout: 500, signal: abort.signal });
  const first = await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, 800, 'still open'))]);
  abort.abort();
  const error = {
    class: 'APIUserAbortError',
    status: undefined,
    type: null,
    message: 'Request was aborted.',
    cause: undefined,
  };
  expect([first, await seen]).toEqual(['still open', { ...NOTHING, text: 'I', stopReason: null, error }]);
});

test('an abort destroys the socket, and the server sees it', async () => {
  const anthropic = await client([stalls({ after: 'first-text' })]);
  const abort = new AbortController();
  const seen = observe(anthropic, ASK, { signal: abort.signal });
  const request = await server.waitForRequest(1);
  abort.abort();
  expect([await request.ended, request.aborted]).toEqual(['aborted', true]);
  await seen;
});

test('an abort ends the wait before a retry at once', async () => {
  const anthropic = await client([fails(429, { retryAfter: 3600 })], 2);
  const abort = new AbortController();
  const seen = observe(anthropic, ASK, { signal: abort.signal });
  await (await server.waitForRequest(1)).ended;
  abort.abort();
  expect((await seen).error?.class).toBe('APIUserAbortError');
});

test('pings keep a silent stream from no watchdog that counts events', async () => {
  const anthropic = await client([stalls({ after: 'first-text', pingEveryMs: 10 })]);
  const stream = anthropic.messages.stream(ASK);
  let last = performance.now();
  stream.on('streamEvent', () => {
    last = performance.now();
  });
  const watchdog = setInterval(() => {
    if (performance.now() - last > 150) stream.abort();
  }, 20);
  const error = await stream.finalMessage().then(() => undefined, seenError);
  clearInterval(watchdog);
  expect(error?.class).toBe('APIUserAbortError');
});

test("a fetch of one's own sees every byte, pings included", async () => {
  await client([stalls({ after: 'first-text', pingEveryMs: 10 })]);
  let pings = 0;
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        if (Buffer.from(bytes).includes('event: ping')) pings += 1;
        if (pings > 3) abort.abort();
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body?.pipeThrough(count), response);
  };
  const abort = new AbortController();
  const anthropic = new Anthropic({ apiKey: 'k', baseURL: server.url, fetch: watched });
  const seen = await observe(anthropic, ASK, { signal: abort.signal });
  const ending = await server.requests[0]?.ended;
  expect([seen.error?.class, pings, ending]).toEqual(['APIUserAbortError', 4, 'aborted']);
});

test('close() ends a stalled stream, which is no abort of the client', async () => {
  const anthropic = await client([stalls({ after: 'first-text' })]);
  const stream = anthropic.messages.stream(ASK);
  await stream.emitted('text');
  await server.close();
  const error = await stream.finalMessage().then(() => undefined, seenError);
  const request = await server.waitForRequest(1);
  expect([error?.message, await request.ended, request.aborted]).toEqual(['terminated', 'cut', false]);
});
