import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { SECOND_MS } from '../../../core/clock.ts';
import { codeOf, messageOf } from '../../../core/failure.ts';
import { createRateLimit, type Rate, type RateLimit } from '../../../core/rate-limit.ts';
import { unlessAborted } from '../../../core/waiting.ts';
import { misdirectionStatus, ownAddresses } from '../../../web-server/listen-address.ts';
import type { ServePorts } from './serve-ports.ts';
import type { ServeSdk } from './serve-sdk.ts';
import { createToolServer } from './tool-server.ts';

const LOOPBACK = '127.0.0.1';
const PLACE = { host: LOOPBACK, origin: undefined, tls: undefined };
const PATH = '/mcp';
const MAX_BODY_BYTES = 256 * 1024;
/** A client keeps those that it has used open for some seconds: forty calls at once may not shut others out. */
const MAX_CONNECTIONS = 256;
/** For the headers and the body; an answer may take longer, because it waits for a task. */
const MAX_REQUEST_MS = 10 * SECOND_MS;
const CALLS: Rate = { burst: 300, perSecond: 5 };
/** Guesses at a token, by all callers together. */
const WRONG: Rate = { burst: 20, perSecond: 1 / 3 };

interface HttpEndpoint {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves other programs of this machine by streamable HTTP, at `/mcp`. Each request is answered by itself and names its
 * token: no session could be taken over.
 * @param port 0 = any free one
 * @returns why it cannot listen there, as a text
 */
export async function serveHttp(port: number, ports: ServePorts): Promise<HttpEndpoint | string> {
  const { serveSdk: sdk } = await import('./serve-sdk.ts');
  const limits: ServeLimits = {
    calls: createRateLimit(CALLS, ports.clock),
    wrong: createRateLimit(WRONG, ports.clock),
  };
  const server = createServer(
    { requestTimeout: MAX_REQUEST_MS },
    (request, response) => void answerRequest(request, response, { ports, sdk, limits }),
  );
  server.maxConnections = MAX_CONNECTIONS;
  const why = await tryToListen(server, port);
  if (why !== undefined) return why;
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface ServeLimits {
  readonly calls: RateLimit;
  readonly wrong: RateLimit;
}

interface ServeContext {
  readonly ports: ServePorts;
  readonly sdk: ServeSdk;
  readonly limits: ServeLimits;
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  serving: ServeContext,
): Promise<void> {
  try {
    const admitted = admitRequest(request, serving);
    if (typeof admitted === 'number') return refuseRequest(request, response, admitted);
    const { ports, sdk } = serving;
    const server = createToolServer(admitted.token, ports, sdk);
    const transport = new sdk.StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
      maxRequestBodySize: MAX_BODY_BYTES,
    });
    // A caller who hangs up waits for nothing more.
    response.once('close', () => void server.close());
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response);
  } catch {
    // One request that fails, whatever it was, ends no other.
    if (!response.headersSent) refuseRequest(request, response, 500);
  }
}

/** The token, or the status of the refusal. What a browser could send for a page of somebody else is refused first. */
function admitRequest(
  request: IncomingMessage,
  { ports, limits }: ServeContext,
): { readonly token: string } | number {
  const refused = misdirectedStatus(request);
  if (refused !== undefined) return refused;
  const { method, headers } = request;
  const [, token = ''] = /^Bearer ([\x21-\x7e]{1,200})$/i.exec(headers.authorization ?? '') ?? [];
  const agent = token === '' ? undefined : ports.store.outsideAgents.findByToken(token);
  if (agent === undefined) return limits.wrong.take('') ? 401 : 429;
  if (!limits.calls.take(agent.name)) return 429;
  if (method !== 'POST') return 405;
  return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES ? 413 : { token };
}

/** No page of a browser has anything to ask here, so no `Origin` is one of ours. */
function misdirectedStatus({ url = '/', headers, socket }: IncomingMessage): number | undefined {
  const { hosts } = ownAddresses(PLACE, socket.localPort ?? 0);
  const elsewhere = misdirectionStatus(
    { host: headers.host, origin: headers.origin },
    { hosts, origins: [] },
  );
  return elsewhere ?? (url.split('?')[0] === PATH ? undefined : 404);
}

function refuseRequest(request: IncomingMessage, response: ServerResponse, status: number): void {
  const more = status === 401 ? { 'www-authenticate': 'Bearer' } : status === 405 ? { allow: 'POST' } : {};
  // A connection that is closed with something unread is reset, and the answer is lost.
  request.resume();
  response.writeHead(status, { ...more, connection: 'close' }).end();
}

function tryToListen(server: Server, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(codeOf(error) ?? messageOf(error)));
    server.listen(port, LOOPBACK, () => resolve(undefined));
  });
}

/** Longest message, in bytes: a task and its wrapping fit many times. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** Serves the program that started this one, until it closes our input, sends too much at once, or `signal` aborts. */
export async function serveStdio(
  token: string,
  streams: TransportStreams,
  ports: ServePorts,
  signal: AbortSignal,
): Promise<void> {
  const { serveSdk } = await import('./serve-sdk.ts');
  const server = createToolServer(token, ports, serveSdk);
  // Without the program that started it, this program would stay for ever.
  const over = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  await server.connect(new StreamsTransport(streams, serveSdk));
  await unlessAborted(over, signal);
  await server.close();
}

interface TransportStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Messages of the program that started this one, one a line. Closes with either stream, and when a message is too long.
 * The library's own transport notices the end of neither, and opens standard input when it is merely imported.
 */
class StreamsTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #streams: TransportStreams;
  readonly #sdk: ServeSdk;
  readonly #buffer: InstanceType<ServeSdk['ReadBuffer']>;
  #isOpen = false;

  constructor(streams: TransportStreams, sdk: ServeSdk) {
    this.#streams = streams;
    this.#sdk = sdk;
    this.#buffer = new sdk.ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
  }

  async start(): Promise<void> {
    const { input, output } = this.#streams;
    const over = (): void => void this.close();
    this.#isOpen = true;
    input.on('data', this.#receive).once('end', over).once('close', over).once('error', over);
    output.once('close', over).once('error', over);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { output } = this.#streams;
    if (output.write(this.#sdk.serializeMessage(message))) return;
    await new Promise<void>((resolve) => {
      output.once('drain', resolve);
      output.once('close', resolve);
    });
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#streams.input.off('data', this.#receive).pause();
    this.#buffer.clear();
    this.onclose?.();
  }

  readonly #receive = (bytes: Buffer): void => {
    try {
      this.#buffer.append(bytes);
    } catch {
      // A client that sends such a line speaks another protocol.
      void this.close();
    }
    while (this.#isOpen) {
      const message = this.#next();
      if (message === undefined) return;
      if (message !== 'unreadable') this.onmessage?.(message);
    }
  };

  /** Undefined when no whole line has come. */
  #next(): JSONRPCMessage | 'unreadable' | undefined {
    try {
      return this.#buffer.readMessage() ?? undefined;
    } catch {
      return 'unreadable';
    }
  }
}
