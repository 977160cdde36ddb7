/** What a caller of the client library gets to see of one streamed reply, as one plain object. */
import Anthropic from '@anthropic-ai/sdk';

import type { MessagesServer } from '../support/messages-server/server.ts';

type Params = Anthropic.MessageCreateParamsNonStreaming;
type Options = Anthropic.RequestOptions;

export type SeenError = {
  readonly class: string;
  readonly status: number | undefined;
  readonly type: string | null | undefined;
  readonly message: string;
  readonly cause: string | undefined;
};

export type Seen = {
  /** Everything the `text` events brought. */
  readonly text: string;
  /** The `partial_json` of all calls, as it came. */
  readonly rawInput: string;
  /** Stop reason in the last snapshot, also when the stream failed. */
  readonly stopReason: string | null | undefined;
  readonly content: readonly unknown[] | undefined;
  readonly error: SeenError | undefined;
};

export const ASK: Params = {
  model: 'claude-sonnet-5-5',
  max_tokens: 1000,
  messages: [{ role: 'user', content: 'Fix the failing test.' }],
};

/** @param maxRetries 0, so that each fault is seen as it comes */
export function clientOf(server: MessagesServer, maxRetries = 0): Anthropic {
  return new Anthropic({ apiKey: 'test-key', baseURL: server.url, maxRetries, logLevel: 'off' });
}

export async function observe(client: Anthropic, params: Params = ASK, options: Options = {}): Promise<Seen> {
  const stream = client.messages.stream(params, options);
  let text = '';
  let rawInput = '';
  let stopReason: Seen['stopReason'];
  stream.on('text', (delta) => {
    text += delta;
  });
  stream.on('streamEvent', (event, snapshot) => {
    stopReason = snapshot.stop_reason;
    if (event.type !== 'content_block_delta') return;
    if (event.delta.type === 'input_json_delta') rawInput += event.delta.partial_json;
  });
  const ended = await stream.finalMessage().then(
    (message) => ({ content: message.content, error: undefined }),
    (error: unknown) => ({ content: undefined, error: seenError(error) }),
  );
  return { text, rawInput, stopReason, ...ended };
}

export function seenError(error: unknown): SeenError {
  if (!(error instanceof Error)) throw new Error(`Not an error: ${String(error)}`);
  const api = error instanceof Anthropic.APIError ? error : undefined;
  return {
    class: error.constructor.name,
    status: api?.status,
    type: api?.type,
    message: error.message,
    cause: error.cause instanceof Error ? causes(error.cause) : undefined,
  };
}

function causes(error: Error): string {
  const inner = error.cause instanceof Error ? ` < ${causes(error.cause)}` : '';
  return `${error.name}: ${error.message}${inner}`;
}
