import { APIConnectionError, APIError } from '@anthropic-ai/sdk/error';
import type { ModelFault } from '../contracts/model.ts';
import { codeOf, messageOf } from '../core/failure.ts';
import { oneLine } from '../core/text.ts';

/**
 * Why one try brought no reply, and with it whether another one may.
 * - `connect`: no connection. - `busy`: the server says it is overloaded or in trouble. - `broken`: the stream began
 * and did not come to its end. - `silent`: nothing came for too long. - `final`: trying again will not help.
 */
export type TryFailure =
  | { readonly kind: 'connect'; readonly detail: string }
  | { readonly kind: 'busy'; readonly detail: string; readonly retryAfterMs: number | undefined }
  | { readonly kind: 'broken'; readonly detail: string }
  | { readonly kind: 'silent'; readonly detail: string }
  | { readonly kind: 'final'; readonly fault: ModelFault };

const MAX_DETAIL_LENGTH = 300;
const TOO_LONG = /prompt is too long|exceeds? (the )?context|maximum context length/i;
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 409, 429]);

/** Classifies errors of the client library, before or during the stream. */
export function tryFailureOf(error: unknown, nowMs: number): TryFailure {
  if (error instanceof APIConnectionError) return { kind: 'connect', detail: deepestReason(error) };
  if (!(error instanceof APIError))
    return { kind: 'broken', detail: oneLine(messageOf(error), MAX_DETAIL_LENGTH) };
  const detail = oneLine(error.apiMessage ?? error.message, MAX_DETAIL_LENGTH);
  return error.status === undefined
    ? ofErrorEvent(error.type, detail)
    : ofStatus(error.status, { detail, headers: error.headers, nowMs });
}

interface ErrorResponse {
  readonly detail: string;
  readonly headers: Headers | undefined;
  readonly nowMs: number;
}

function ofStatus(status: number, answer: ErrorResponse): TryFailure {
  const { detail } = answer;
  if (status >= 500 || RETRYABLE_STATUS.has(status)) return ofTrouble(answer);
  if (status === 401 || status === 403) return finalFailure({ kind: 'key', detail });
  if (status === 413 || (status === 400 && TOO_LONG.test(detail)))
    return finalFailure({ kind: 'too-long', detail });
  return finalFailure({ kind: 'request', detail });
}

function ofTrouble({ detail, headers, nowMs }: ErrorResponse): TryFailure {
  const retryAfterMs = retryAfter(headers?.get('retry-after'), nowMs);
  if (headers?.get('x-should-retry') !== 'false') return { kind: 'busy', detail, retryAfterMs };
  const retryAt = retryAfterMs === undefined ? {} : { retryAtMs: nowMs + retryAfterMs };
  return finalFailure({ kind: 'busy', detail, ...retryAt });
}

/** An `error` event in a stream that began with status 200. */
function ofErrorEvent(type: string | null, detail: string): TryFailure {
  switch (type) {
    case 'overloaded_error':
    case 'rate_limit_error':
      return { kind: 'busy', detail, retryAfterMs: undefined };
    case 'authentication_error':
    case 'permission_error':
      return finalFailure({ kind: 'key', detail });
    case 'request_too_large':
      return finalFailure({ kind: 'too-long', detail });
    case 'invalid_request_error':
    case 'not_found_error':
    case 'billing_error':
      return finalFailure({ kind: TOO_LONG.test(detail) ? 'too-long' : 'request', detail });
    default:
      return { kind: 'broken', detail };
  }
}

function finalFailure(fault: ModelFault): TryFailure {
  return { kind: 'final', fault };
}

/** Milliseconds until the time that a `retry-after` header names, in seconds or as a date; undefined without one. */
function retryAfter(header: string | null | undefined, nowMs: number): number | undefined {
  if (header === null || header === undefined) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - nowMs : seconds * 1000;
  return ms > 0 ? Math.ceil(ms) : undefined;
}

/** "Connection error." says nothing; the last cause does: a code such as ECONNREFUSED, or its message. */
function deepestReason(error: Error): string {
  let deepest: Error = error;
  while (deepest.cause instanceof Error) deepest = deepest.cause;
  return oneLine(codeOf(deepest) ?? deepest.message, MAX_DETAIL_LENGTH);
}
