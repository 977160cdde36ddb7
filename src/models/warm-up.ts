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

/** Stands in for `fetch`: answers at once, in this process. */
export async function answerWarmUp(): Promise<Response> {
  const body = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
