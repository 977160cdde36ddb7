/** One JSON line for each request, written before the request is answered. */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';

import type { RecordedRequest } from './recordings.ts';
import { sessionOf } from './request.ts';

export type LogLine = {
  readonly index: number;
  /** Milliseconds since 1970, with fractions: when the first line of the request arrived. */
  readonly timeMs: number;
  readonly session: string;
  readonly messages: number;
  readonly sha256: string;
  readonly bytes: number;
  /** Bytes this body has in common with the start of the session's previous one; 0 for the first. */
  readonly sharedPrefix: number;
  /** Why the server refused the request; null when it was in order. */
  readonly refusal: string | null;
  readonly body?: string;
};

/** Creates the file at once, so that it can be read before the first request. @returns what to call for each one */
export function createRequestLog(path: string, options: { readonly bodies: boolean }) {
  const previous = new Map<string, Buffer>();
  appendFileSync(path, '');
  return ({ index, arrivedAtMs, rawBody, body, refusal }: RecordedRequest): void => {
    const bytes = Buffer.from(rawBody);
    const session = sessionOf(body);
    const line: LogLine = {
      index,
      timeMs: arrivedAtMs,
      session,
      messages: body.messages.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      sharedPrefix: sharedPrefix(previous.get(session) ?? Buffer.alloc(0), bytes),
      refusal: refusal ?? null,
    };
    previous.set(session, bytes);
    appendFileSync(path, `${JSON.stringify(options.bodies ? { ...line, body: rawBody } : line)}\n`);
  };
}

function sharedPrefix(one: Buffer, other: Buffer): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one[at] === other[at]) at += 1;
  return at;
}
