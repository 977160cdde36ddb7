/** What a client sent, as far as the server looks into it. */
import { createHash } from 'node:crypto';

export type RequestBlock = { readonly type: string; readonly [field: string]: unknown };

export type RequestMessage = { readonly role: string; readonly content: string | readonly RequestBlock[] };

export type MessagesRequest = {
  readonly messages: readonly RequestMessage[];
  readonly [field: string]: unknown;
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The blocks of a message; a plain string counts as one text block. */
export function blocksOf(message: RequestMessage | undefined): readonly RequestBlock[] {
  if (message === undefined) return [];
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

/** How many replies of the model the transcript holds: its place in any script, whichever process sent it. */
export function repliesSoFar(request: MessagesRequest): number {
  return request.messages.filter((message) => message.role === 'assistant').length;
}

export function firstUserText(request: MessagesRequest): string {
  const first = request.messages.find((message) => message.role === 'user');
  return blocksOf(first)
    .map((block) => (typeof block.text === 'string' ? block.text : ''))
    .join('\n');
}

/** Two requests are of one session when their first user messages are equal, cache breakpoints aside. */
export function sessionOf(request: MessagesRequest): string {
  const first = request.messages.find((message) => message.role === 'user');
  return createHash('sha256').update(withoutBreakpoints(first)).digest('hex').slice(0, 12);
}

/** JSON with the key order kept; `cache_control` is left out, because it does not change what the model reads. */
export function withoutBreakpoints(value: unknown): string {
  const json = JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner));
  return json ?? '';
}

/** The task of a session: the facts and the digest of the chat before it may name those of others. */
export function taskOf(request: MessagesRequest): string {
  const text = firstUserText(request);
  return text.slice(Math.max(0, text.lastIndexOf('\n\nTask: ')));
}
