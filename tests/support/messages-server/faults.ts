/** Builders for everything that goes wrong between the model and the program. */
import { reply, text, toolUse } from './replies.ts';
import type { Break, BreakPoint, ErrorInfo, ErrorReply, MessageReply, Reply } from './reply.ts';

type Status = 400 | 401 | 403 | 404 | 413 | 429 | 500 | 529;

type FailOptions = Partial<ErrorInfo> & {
  /** Seconds, or an HTTP date, as it shall stand in the `retry-after` header. */
  readonly retryAfter?: number | string;
};

type Carrier = {
  readonly after: BreakPoint;
  /** The reply that breaks off. Default: a sentence and a call of `read_source_file`. */
  readonly reply?: MessageReply;
};

const ERRORS: Readonly<Record<Status, ErrorInfo>> = {
  400: { type: 'invalid_request_error', message: 'The request is not valid.' },
  401: { type: 'authentication_error', message: 'invalid x-api-key' },
  403: { type: 'permission_error', message: 'Your API key does not have permission to use this resource.' },
  404: { type: 'not_found_error', message: 'model: no-such-model' },
  413: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
  429: { type: 'rate_limit_error', message: 'This request would exceed your rate limit.' },
  500: { type: 'api_error', message: 'Internal server error' },
  529: { type: 'overloaded_error', message: 'Overloaded' },
};

export function fails(status: Status, { retryAfter, ...error }: FailOptions = {}): ErrorReply {
  const reply: ErrorReply = { kind: 'error', status, error: { ...ERRORS[status], ...error } };
  return retryAfter === undefined ? reply : { ...reply, headers: { 'retry-after': String(retryAfter) } };
}

/** The conversation has outgrown the model's window. */
export function promptTooLong(tokens = 1_000_001, limit = 1_000_000): ErrorReply {
  return fails(400, { message: `prompt is too long: ${tokens} tokens > ${limit} maximum` });
}

/** The socket is destroyed at this point of the stream. */
export function cutsStream(at: Carrier): MessageReply {
  return broken(at, { how: 'cut', after: at.after });
}

/** The body ends without an error at this point of the stream. */
export function endsEarly(at: Carrier): MessageReply {
  return broken(at, { how: 'end', after: at.after });
}

/** From this point on nothing comes any more, or only pings, and the connection stays open. */
export function stalls({ pingEveryMs, ...at }: Carrier & { readonly pingEveryMs?: number }): MessageReply {
  const pings = pingEveryMs === undefined ? {} : { pingEveryMs };
  return broken(at, { how: 'stall', after: at.after, ...pings });
}

/** An error that arrives inside a stream that began with status 200. */
export function errorEvent(
  error: Partial<ErrorInfo> = {},
  at: Carrier = { after: 'first-text' },
): MessageReply {
  return broken(at, { how: 'error-event', after: at.after, error: { ...ERRORS[529], ...error } });
}

/** A finished call whose input is not JSON at all. */
export function malformedToolInput(name: string, rawJson: string): MessageReply {
  return reply([{ type: 'raw_tool_use', name, json: rawJson }], { stopReason: 'tool_use' });
}

/**
 * The token limit ended the reply inside a call. `partialJson` may be incomplete, empty, or happen to be valid JSON:
 * the call was cut in any of these cases and must not be executed.
 */
export function cutByMaxTokens(call: { readonly tool: string; readonly partialJson: string }): MessageReply {
  return reply([{ type: 'raw_tool_use', name: call.tool, json: call.partialJson }], {
    stopReason: 'max_tokens',
  });
}

export function unknownTool(
  name = 'no_such_tool',
  input: Readonly<Record<string, unknown>> = {},
): MessageReply {
  return reply([toolUse(name, input)]);
}

/** `times(2, fails(529))` is the same reply twice, to be spread into a script or into the attempts of a step. */
export function times<R extends Reply>(count: number, of: R): readonly R[] {
  return Array.from({ length: count }, () => of);
}

function broken(at: Carrier, breaks: Break): MessageReply {
  return { ...(at.reply ?? interrupted()), breaks };
}

function interrupted(): MessageReply {
  const path = 'src/interrupted/before-the-end.ts';
  return reply([text('I will read the file first.'), toolUse('read_source_file', { path })]);
}
