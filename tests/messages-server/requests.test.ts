/** What the client library sends, as the server records it. */
import type Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';

import { says } from '../support/messages-server/replies.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { clientOf, observe } from './observe.ts';

let server: MessagesServer;
afterEach(() => server.close());

async function sent(params: Anthropic.MessageCreateParamsNonStreaming) {
  server = await startMessagesServer({ script: [says('Done.')] });
  await observe(clientOf(server), params);
  return server.waitForRequest(1);
}

const messages = [{ role: 'user', content: 'Fix it.' }] as const;
const tools = [{ name: 'git_status', input_schema: { type: 'object' } }] as const;

test('the helper puts `stream` behind the messages', async () => {
  const { rawBody } = await sent({ model: 'm', max_tokens: 5, system: 'S', messages: [...messages] });
  expect(rawBody).toBe(
    '{"model":"m","max_tokens":5,"system":"S","messages":[{"role":"user","content":"Fix it."}],"stream":true}',
  );
});

test('a `stream: true` among the params keeps its place, and so do all keys: messages can come last', async () => {
  const params = {
    model: 'm',
    max_tokens: 5,
    stream: true as const,
    system: 'S',
    tools: [...tools],
    messages: [...messages],
  };
  server = await startMessagesServer({ script: [says('Done.')] });
  await clientOf(server).messages.stream(params).finalMessage();
  const { rawBody, body } = await server.waitForRequest(1);
  expect(Object.keys(body)).toEqual(['model', 'max_tokens', 'stream', 'system', 'tools', 'messages']);
  expect(rawBody.endsWith('"messages":[{"role":"user","content":"Fix it."}]}')).toBe(true);
});

test('headers', async () => {
  const { headers } = await sent({ model: 'm', max_tokens: 5, messages: [...messages] });
  const any = expect.any(String);
  expect(headers).toEqual({
    accept: 'application/json',
    'accept-encoding': any,
    'accept-language': '*',
    'anthropic-version': '2026-10-21',
    authorization: 'Bearer test-key',
    connection: 'keep-alive',
    'content-length': '91',
    'content-type': 'application/json',
    host: new URL(server.url).host,
    'sec-fetch-mode': 'cors',
    'user-agent': expect.stringMatching(/^Anthropic\/JS 1\.11\.0/),
    'x-stainless-arch': any,
    'x-stainless-helper-method': 'stream',
    'x-stainless-lang': 'js',
    'x-stainless-os': any,
    'x-stainless-package-version': '1.11.0',
    'x-stainless-retry-count': '0',
    'x-stainless-runtime': 'node',
    'x-stainless-runtime-version': process.version,
    'x-stainless-timeout': '600',
  });
});

test('a recorded request', async () => {
  const before = Date.now() - 1;
  const request = await sent({ model: 'm', max_tokens: 5, messages: [...messages] });
  await request.ended;
  expect({ ...request, headers: {}, ended: await request.ended }).toEqual({
    index: 0,
    arrivedAtMs: expect.any(Number),
    headers: {},
    rawBody: JSON.stringify(request.body),
    body: { model: 'm', max_tokens: 5, messages, stream: true },
    refusal: undefined,
    aborted: false,
    ended: 'answered',
  });
  expect(request.arrivedAtMs).toBeGreaterThan(before);
});
