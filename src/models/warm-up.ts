import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ModelRequest } from '../contracts/model.ts';

/** Small, but with everything a real reply has: text, a call, usage. */
const EVENTS: readonly { readonly type: string; readonly [field: string]: unknown }[] = [
  { type: 'message_start', message: { content: [], usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Ready.' } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'call', name: 'none', input: {} },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];

export function warmUpRequest(): ModelRequest {
  return {
    model: 'warm-up',
    system: 'Warm up.',
    tools: [{ name: 'none', description: 'Does nothing.', input_schema: { type: 'object' } }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }],
    toolChoice: 'auto',
    sessionId: 'warm-up',
    signal: new AbortController().signal,
  };
}

/**
 * A server of our own on the loopback interface that gives every request one canned reply, for as long as `use` runs.
 * @throws Error where no port may be opened
 */
export async function withCannedReplies(use: (url: string) => Promise<unknown>): Promise<void> {
  const body = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address !== null) await use(`http://127.0.0.1:${address.port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
