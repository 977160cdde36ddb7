/**
 * A server on 127.0.0.1 that speaks the Messages API with a script in place of the model, for tests and benchmarks
 * that use the real client library. It refuses what the real API refuses, so that a transcript which would fail
 * there fails here.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { type Pace, sendFailure, sendMessage } from './answer.ts';
import {
  headerProblem,
  invalid,
  isRefusal,
  type Refusal,
  readRequest,
  requestProblem,
} from './check-request.ts';
import { type Connection, connectionOf } from './connection.ts';
import { createTokenCounter, type TokenCounter, totalTokens } from './count-tokens.ts';
import { promptTooLong } from './faults.ts';
import { finishReply } from './finish-reply.ts';
import { answerOther } from './other-endpoints.ts';
import { createPauses, type Pauses } from './pauses.ts';
import { createRecordings, type RecordedRequest, type Recordings } from './recordings.ts';
import type { Reply } from './reply.ts';
import { type MessagesRequest, parseJson } from './request.ts';
import type { Script, ScriptFunction } from './script.ts';
import { type AllowsChange, createStrictPrefix, type StrictPrefix } from './strict-prefix.ts';

export type ServerOptions = Partial<Pace> & {
  readonly script: Script;
  /** 0: any free port. */
  readonly port?: number;
  /** Refuse requests that change what was sent before; a function allows the changes that are meant. */
  readonly strictPrefix?: boolean | AllowsChange;
  /** Report usage by the size of the request, and refuse one that is larger than the window. */
  readonly counting?: boolean | { readonly windowTokens: number };
  /** Called for each request before it is answered. */
  readonly onRequest?: (request: RecordedRequest) => void;
};

export type MessagesServer = {
  readonly url: string;
  /** Requests for messages in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** All other requests, as `GET /v1/models/some-model`. */
  readonly otherRequests: readonly string[];
  /** What the server refused by itself or had no reply for. A test of a program that behaves well expects []. */
  readonly refusals: readonly string[];
  /** These replies come after the script's list, and before a script function is asked. */
  push(...replies: readonly Reply[]): void;
  /** @param count 1 is the first request. @throws Error after `limitMs` (10 s) or when the server closes */
  waitForRequest(count: number, limitMs?: number): Promise<RecordedRequest>;
  /** Ends stalled streams and closes every connection. */
  close(): Promise<void>;
};

type Parts = {
  readonly next: (request: MessagesRequest) => Promise<Reply | undefined>;
  readonly recordings: Recordings;
  readonly otherRequests: string[];
  readonly refusals: string[];
  readonly open: Set<Connection>;
  readonly strict: StrictPrefix | undefined;
  readonly pauses: Pauses;
  readonly counter: TokenCounter | undefined;
  readonly windowTokens: number;
  readonly pace: Pace;
  readonly onRequest: (request: RecordedRequest) => void;
};

const PACE: Pace = { chunkSize: 12, writeSize: 509, chunkDelayMs: 0 };
const WAIT_LIMIT_MS = 10_000;

export async function startMessagesServer(options: ServerOptions): Promise<MessagesServer> {
  const queue: Reply[] = typeof options.script === 'function' ? [] : [...options.script];
  const recordings = createRecordings();
  const otherRequests: string[] = [];
  const server = createServer();
  const parts: Parts = {
    next: createSpeaker(queue, typeof options.script === 'function' ? options.script : () => undefined),
    recordings,
    otherRequests,
    refusals: [],
    open: new Set(),
    strict: strictPrefixOf(options.strictPrefix),
    pauses: createPauses(),
    counter: options.counting === undefined ? undefined : createTokenCounter(),
    windowTokens: windowOf(options.counting),
    pace: paceOf(options),
    onRequest: options.onRequest ?? (() => undefined),
  };
  server.on('request', (request, response) => {
    void answer(parts, request, response);
  });
  await listen(server, options.port ?? 0);
  return {
    url: urlOf(server),
    requests: recordings.requests,
    otherRequests,
    refusals: parts.refusals,
    push(...replies) {
      queue.push(...replies);
    },
    waitForRequest: (count, limitMs = WAIT_LIMIT_MS) => recordings.waitFor(count, limitMs),
    async close() {
      recordings.close();
      for (const connection of parts.open) connection.cut();
      await close(server);
    },
  };
}

function createSpeaker(queue: Reply[], speak: ScriptFunction): Parts['next'] {
  let index = 0;
  return async (request) => {
    const reply = queue.shift() ?? speak(request, index);
    index += 1;
    return reply;
  };
}

function windowOf(counting: ServerOptions['counting']): number {
  return typeof counting === 'object' ? counting.windowTokens : Number.POSITIVE_INFINITY;
}

function strictPrefixOf(option: boolean | AllowsChange = false): StrictPrefix | undefined {
  if (option === false) return undefined;
  return createStrictPrefix(option === true ? () => false : option);
}

function paceOf({ chunkSize, writeSize, chunkDelayMs }: Partial<Pace>): Pace {
  return {
    chunkSize: sizeOf(chunkSize ?? PACE.chunkSize),
    writeSize: sizeOf(writeSize ?? PACE.writeSize),
    chunkDelayMs: chunkDelayMs ?? PACE.chunkDelayMs,
  };
}

// JSON has no Infinity, and a script file must be able to say "not cut at all".
function sizeOf(size: number): number {
  return size === 0 ? Number.POSITIVE_INFINITY : size;
}

async function listen(server: Server, port: number): Promise<void> {
  // A pooled connection that the server closes while the client writes to it would look like a fault of the script.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function answer(parts: Parts, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAtMs = performance.timeOrigin + performance.now();
  const connection = connectionOf(response);
  parts.open.add(connection);
  try {
    const rawBody = await readBody(incoming);
    const path = new URL(incoming.url ?? '/', 'http://127.0.0.1').pathname;
    if (incoming.method !== 'POST' || path !== '/v1/messages') {
      parts.otherRequests.push(`${incoming.method} ${path}`);
      await answerOther(connection, { method: incoming.method ?? '', path, rawBody });
      return;
    }
    await answerMessages(parts, { connection, arrivedAtMs, headers: incoming.headers, rawBody });
  } catch (error) {
    // A client that leaves while it sends its body makes the read fail; everything else is a mistake in the script.
    if (!response.headersSent && !response.destroyed) await sendScriptError(parts, connection, String(error));
    else connection.cut();
  } finally {
    parts.open.delete(connection);
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

type Received = Pick<RecordedRequest, 'arrivedAtMs' | 'headers' | 'rawBody'> & {
  readonly connection: Connection;
};

async function answerMessages(parts: Parts, received: Received): Promise<void> {
  const { connection, arrivedAtMs, headers, rawBody } = received;
  const read = readRequest(parseJson(rawBody));
  const body = isRefusal(read) ? { messages: [] } : read;
  const refused = headerProblem(headers) ?? (isRefusal(read) ? read : problemOf(parts, read));
  const refusal = refused?.message;
  const recorded = parts.recordings.add({ connection, arrivedAtMs, headers, rawBody, body, refusal });
  parts.onRequest(recorded);
  const requestId = `req_${recorded.index + 1}`;
  if (refused !== undefined) {
    parts.refusals.push(refused.message);
    await sendFailure(connection, { status: refused.status, error: refused, requestId });
    return;
  }
  const tokens = totalTokens(body);
  if (tokens > parts.windowTokens) {
    await sendReply(parts, promptTooLong(tokens, parts.windowTokens), { connection, body, requestId });
    return;
  }
  const reply = await parts.next(body);
  if (reply === undefined) {
    await sendScriptError(parts, connection, `The script has no reply for request ${recorded.index + 1}.`);
    return;
  }
  if (reply.delayMs !== undefined && !(await connection.wait(reply.delayMs))) return;
  await sendReply(parts, reply, { connection, body, requestId });
}

function problemOf({ strict, pauses }: Parts, request: MessagesRequest): Refusal | undefined {
  const refused = requestProblem(request);
  if (refused !== undefined) return refused;
  const problem = pauses.problemOf(request) ?? strict?.problemOf(request);
  return problem === undefined ? undefined : invalid(problem);
}

type Exchange = {
  readonly connection: Connection;
  readonly body: MessagesRequest;
  readonly requestId: string;
};

async function sendReply(
  parts: Parts,
  reply: Reply,
  { connection, body, requestId }: Exchange,
): Promise<void> {
  if (reply.kind === 'error') {
    const { status, headers, error } = reply;
    await sendFailure(connection, { status, headers, error, requestId });
    return;
  }
  const counted = { ...parts.counter?.usageOf(body), ...reply.usage };
  const message = finishReply({ ...reply, usage: counted }, body);
  const streamed = body.stream === true;
  const outgoing = { requestId, message, streamed, breaks: reply.breaks };
  if (await sendMessage(connection, outgoing, parts.pace)) {
    parts.pauses.answered(body, message);
    parts.strict?.answered(body, message);
  }
}

/** A test that asked for more than its script says must fail at once: no client library tries this again. */
async function sendScriptError(parts: Parts, connection: Connection, message: string): Promise<void> {
  parts.refusals.push(message);
  await sendFailure(connection, {
    status: 500,
    headers: { 'x-should-retry': 'false' },
    error: { type: 'api_error', message },
    requestId: 'req_script',
  });
}
