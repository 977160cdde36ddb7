/** The few other endpoints a program asks when it starts: a model's facts and a token count. */
import type { Connection } from './connection.ts';

type Asked = { readonly method: string; readonly path: string; readonly rawBody: string };

const MODEL_PATH = /^\/v1\/models\/([^/]+)$/;

export async function answerOther({ response, ended }: Connection, asked: Asked): Promise<void> {
  const body = bodyFor(asked);
  const error = { type: 'not_found_error', message: `${asked.method} ${asked.path}` };
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? { type: 'error', error, request_id: 'req_other' }));
  await ended;
}

function bodyFor({ method, path, rawBody }: Asked): object | undefined {
  const model = MODEL_PATH.exec(path)?.[1];
  if (method === 'GET' && model !== undefined) return modelInfo(model);
  // Four bytes a token, rounded up: a stand-in that grows with the request, not the model's tokenizer.
  const counts = method === 'POST' && path === '/v1/messages/count_tokens';
  return counts ? { input_tokens: Math.ceil(Buffer.byteLength(rawBody) / 4) } : undefined;
}

function modelInfo(id: string): object {
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    deprecated_at: null,
    lifecycle: 'active',
    line: null,
    capabilities: null,
    max_input_tokens: 1_000_000,
    max_tokens: 128_000,
  };
}
