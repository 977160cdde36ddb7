/** The stream as bytes: its events, and the awkward places at which it is cut. */
import { afterEach, expect, test } from 'vitest';
import { reply, says, text, thinking, toolUse } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import {
  type MessagesServer,
  type ServerOptions,
  startMessagesServer,
} from '../support/messages-server/server.ts';
import { ASK, clientOf, observe } from './observe.ts';

let server: MessagesServer;
afterEach(() => server.close());

async function bytesOf(given: Reply, options: Partial<ServerOptions> = {}) {
  server = await startMessagesServer({ script: [given], ...options });
  const headers = { authorization: 'Bearer k', 'anthropic-version': '2026-10-21' };
  const body = JSON.stringify({ ...ASK, stream: true });
  const response = await fetch(`${server.url}/v1/messages`, { method: 'POST', headers, body });
  const pieces: Buffer[] = [];
  for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece));
  return pieces;
}

function datas(pieces: readonly Buffer[]): readonly Record<string, unknown>[] {
  const lines = Buffer.concat(pieces).toString('utf8').split('\n');
  return lines.filter((line) => line.startsWith('data: ')).map((line) => JSON.parse(line.slice(6)));
}

test('the events of a stream, one by one', async () => {
  const given = reply([thinking('Hm'), text('Hi'), toolUse('read', { a: 1 })]);
  const pieces = await bytesOf(given, { chunkSize: 4 });
  expect(datas(pieces).slice(1)).toEqual([
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    },
    { type: 'ping' },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'H' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'm' } },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'signature_delta', signature: expect.any(String) },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '', citations: null } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'H' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'i' } },
    { type: 'content_block_stop', index: 1 },
    {
      type: 'content_block_start',
      index: 2,
      content_block: { type: 'tool_use', id: 'toolu_1_1', name: 'read', input: {} },
    },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"a' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '":1' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '}' } },
    { type: 'content_block_stop', index: 2 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null, stop_details: null },
      usage: {
        input_tokens: 100,
        output_tokens: 20,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    },
    { type: 'message_stop' },
  ]);
});

const awkward = 'Línea «1»\n"😀" \\ \t 漢字 — …'.repeat(3);

test('bytes are cut inside multi-byte characters and inside lines', async () => {
  const pieces = await bytesOf(says(awkward), { chunkSize: 7, writeSize: 5 });
  const inside = pieces.filter((piece) => ((piece[0] ?? 0) & 0xc0) === 0x80);
  expect(inside.length).toBeGreaterThan(0);
});

test('an input is cut inside its escapes', async () => {
  const pieces = await bytesOf(reply([toolUse('write', { content: awkward })]), { chunkSize: 5 });
  const parts = datas(pieces).flatMap(({ delta }) => Object(delta).partial_json ?? []);
  expect(parts.some((part) => /(^|[^\\])(\\\\)*\\$/.test(part))).toBe(true);
});

test.each([
  [1, 1],
  [2, 3],
  [7, 61],
  [0, 0],
])(
  'chunks of %d, writes of %d: the library puts the same reply together',
  { tags: 'full' },
  async (chunkSize, writeSize) => {
    const given = reply([text(awkward), toolUse('write', { content: awkward })]);
    server = await startMessagesServer({ script: [given], chunkSize, writeSize });
    const seen = await observe(clientOf(server));
    expect([seen.text, seen.rawInput]).toEqual([awkward, JSON.stringify({ content: awkward })]);
  },
);

test('with a delay between the events the text comes little by little', async () => {
  server = await startMessagesServer({ script: [says('abcdef')], chunkSize: 1, chunkDelayMs: 5 });
  const arrivals: number[] = [];
  const stream = clientOf(server).messages.stream(ASK);
  stream.on('text', () => arrivals.push(performance.now()));
  await stream.finalMessage();
  const [first = 0] = arrivals;
  expect([arrivals.length, (arrivals.at(-1) ?? 0) - first > 15]).toEqual([6, true]);
});

test('a megabyte arrives whole', async () => {
  const large = 'línea\n'.repeat(180_000);
  server = await startMessagesServer({ script: [says(large)], chunkSize: 1000, writeSize: 10_000 });
  const seen = await observe(clientOf(server));
  expect(seen.text === large).toBe(true);
});
