import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Sandbox } from '../../../contracts/exec.ts';
import { Failure, isFailure, messageOf } from '../../../core/failure.ts';
import { newProcessId } from '../../../core/ids.ts';
import { tailOf } from '../../../core/text.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import type { Environment } from '../../../processes/command-environment.ts';
import { PROCESS_ID_VARIABLE } from '../../../processes/process-table.ts';
import { startTalking, type TalkingProgram } from '../../../processes/talking-program.ts';
import { type HttpAnswer, isRedirect, requestOnce } from '../../../web/http-request.ts';
import {
  type NameResolver,
  publicLookup,
  resolveBySystem,
  whyHostRefused,
} from '../../../web/web-address.ts';
import type { ServerLaunch } from '../config/launch.ts';
import { mcpFault } from '../texts/texts.ts';
import type { Sdk } from './mcp-sdk.ts';

/** Largest message of a server, in bytes. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Messages without a request of ours between them: a server that floods costs everybody else their time. */
const MAX_UNASKED = 2_000;
/** How much of its standard error is kept for the person who looks for a reason, in UTF-16 code units. */
const MAX_SAID = 2_000;

export interface StdioParts {
  readonly sandbox: Sandbox;
  /** That of every command; keys of this program are not in it. */
  readonly environment: Environment;
}

/** In the sandbox the home is not writable, and nobody else writes in this `/tmp`. */
const PRIVATE_CACHES = { npm_config_cache: '/tmp/.npm', UV_CACHE_DIR: '/tmp/.uv' };

/** Reads its own variables from its first lines: in an argv or a file others could read them. */
const WITH_VARIABLES = `while IFS= read -r line && [ -n "$line" ]; do export "$line"; done
exec "$@"`;

/** A server that runs in the sandbox, with a clean environment, and ends with this program. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #launch: Extract<ServerLaunch, { kind: 'stdio' }>;
  readonly #folder: string;
  readonly #parts: StdioParts;
  readonly #sdk: Sdk;
  readonly #buffer: InstanceType<Sdk['ReadBuffer']>;
  readonly #id = newProcessId();
  #program: TalkingProgram | undefined;
  #unasked = 0;
  #said = '';
  #fault: Failure | undefined;

  /** @param folder canonical path of the folder that it starts in */
  constructor(launch: Extract<ServerLaunch, { kind: 'stdio' }>, folder: string, parts: StdioParts, sdk: Sdk) {
    this.#launch = launch;
    this.#folder = folder;
    this.#parts = parts;
    this.#sdk = sdk;
    this.#buffer = new sdk.ReadBuffer({ maxBufferSize: MAX_MESSAGE_BYTES });
  }

  /** Why it was ended from here; undefined when it was not. */
  get fault(): Failure | undefined {
    return this.#fault;
  }

  /** The end of what it wrote to its standard error: text from outside. */
  get said(): string {
    return this.#said;
  }

  async start(): Promise<void> {
    const { argv, variables, access } = this.#launch;
    const { sandbox } = this.#parts;
    // A sandbox confines nothing before its state is known.
    const isConfined = (await sandbox.state()).kind === 'on';
    const caches = isConfined ? PRIVATE_CACHES : {};
    const environment = { ...this.#parts.environment, ...caches, [PROCESS_ID_VARIABLE]: this.#id };
    const reading = ['/bin/sh', '-c', WITH_VARIABLES, 'server', ...argv];
    const confined = { workspace: this.#folder, access, environment };
    const program = await startTalking(
      { argv: await sandbox.wrap(reading, confined, this.#id), cwd: this.#folder, environment },
      { stdout: (bytes) => this.#receive(bytes), stderr: (bytes) => this.#hear(bytes) },
    );
    this.#program = program;
    void program.ended.then(() => {
      this.#parts.sandbox.changes(this.#id);
      this.#parts.sandbox.forget(this.#id);
      this.#closed();
    });
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
    await program.write(`${lines.join('')}\n`);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#unasked = 0;
    if (this.#program === undefined) throw this.#fault ?? new Failure('unavailable', mcpFault('ended'));
    await this.#program.write(this.#sdk.serializeMessage(message));
  }

  /** Callers that wait for an answer get the failure at once. */
  async close(): Promise<void> {
    const program = this.#program;
    this.#closed();
    await program?.end();
  }

  #receive(bytes: Buffer): void {
    if (this.#program === undefined) return;
    try {
      this.#buffer.append(bytes);
    } catch {
      this.#endFor(mcpFault('message-too-large', MAX_MESSAGE_BYTES / 1024 / 1024));
    }
    while (this.#fault === undefined) {
      const message = this.#next();
      if (message === undefined) return;
      this.#unasked += 1;
      if (this.#unasked > MAX_UNASKED) this.#endFor(mcpFault('too-many-unasked', MAX_UNASKED));
      else if (message !== 'unreadable') this.onmessage?.(message);
    }
  }

  /** Undefined when no whole line has come. Some servers print a greeting: what is no message is passed over. */
  #next(): JSONRPCMessage | 'unreadable' | undefined {
    try {
      return this.#buffer.readMessage() ?? undefined;
    } catch {
      return 'unreadable';
    }
  }

  #hear(bytes: Buffer): void {
    this.#said = tailOf(this.#said + bytes.toString('utf8'), MAX_SAID);
  }

  #endFor(why: Fault): void {
    this.#fault = new Failure('unavailable', why);
    void this.close();
  }

  #closed(): void {
    if (this.#program === undefined) return;
    this.#program = undefined;
    this.#buffer.clear();
    this.onclose?.();
  }
}

/** A stream of events is open as long as the server is used. */
const MAX_STREAM_BYTES = 16 * MAX_MESSAGE_BYTES;

/**
 * Reaches the very server that a person has seen, and nothing that it points to: redirects are not followed. Other
 * addresses, which a server names for a login, have to be public ones with https.
 * @param resolve how names of other hosts are looked up
 */
export function guardedFetch(server: URL, resolve: NameResolver = resolveBySystem): FetchLike {
  return async (address, init) => {
    const target = new URL(address);
    return target.origin === server.origin
      ? await fetchServer(target, init)
      : await fetchElsewhere(target, init, resolve);
  };
}

async function fetchServer(target: URL, init: RequestInit | undefined): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(target, { ...init, redirect: 'manual' });
  } catch (error) {
    if (init?.signal?.aborted === true) throw error;
    throw new Failure('unavailable', mcpFault('unreachable', target.host, reasonOf(error)), {
      cause: error,
    });
  }
  if (isRedirect(response.status)) {
    await response.body?.cancel();
    throw redirectFailure(target);
  }
  return limitResponse(response);
}

/** The name is looked up once, by the connection itself: an answer that changes after a check reaches nothing. */
async function fetchElsewhere(
  target: URL,
  init: RequestInit | undefined,
  resolve: NameResolver,
): Promise<Response> {
  const refused = new Failure('denied', mcpFault('not-public', target.host));
  if (target.protocol !== 'https:' || whyHostRefused(target) !== undefined) throw refused;
  const request = { ...requestOf(target, init), maxBytes: MAX_MESSAGE_BYTES, lookup: publicLookup(resolve) };
  let answer: HttpAnswer;
  try {
    answer = await requestOnce(request, init?.signal ?? new AbortController().signal);
  } catch (error) {
    if (isFailure(error) && ['denied', 'not-found'].includes(error.kind)) throw refused;
    throw error;
  }
  if (isRedirect(answer.status)) throw redirectFailure(target);
  return responseOf(answer);
}

/** A login asks for metadata with GET, and posts a form or JSON: nothing else is sent on. */
function requestOf(url: URL, init: RequestInit | undefined) {
  const { method = 'GET', body } = init ?? {};
  const headers = new Headers(init?.headers);
  const isForm = body instanceof URLSearchParams;
  const text = isForm ? body.toString() : body;
  const isText = text === undefined || text === null || typeof text === 'string';
  if (!isText || (method !== 'GET' && method !== 'POST'))
    throw new Failure('denied', mcpFault('login-request', url.host));
  if (isForm && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  return {
    url,
    method: method as 'GET' | 'POST',
    headers: Object.fromEntries(headers),
    ...(typeof text === 'string' ? { body: text } : {}),
  };
}

/** The bytes are unpacked already. */
function responseOf({ status, headers, bytes }: HttpAnswer): Response {
  const kept = new Headers();
  for (const name of ['content-type', 'www-authenticate'] as const) {
    const value = headers[name];
    if (value !== undefined) kept.set(name, value);
  }
  return new Response(bytes.byteLength === 0 ? null : new Uint8Array(bytes), { status, headers: kept });
}

function redirectFailure({ host }: URL): Failure {
  return new Failure('denied', mcpFault('redirect', host));
}

/** Node's own message says only that it failed; the reason is its cause. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}

function limitResponse(response: Response): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const most = isStream ? MAX_STREAM_BYTES : MAX_MESSAGE_BYTES;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= most) controller.enqueue(chunk);
      else controller.error(new Failure('unavailable', mcpFault('sent-too-much', most / 1024 / 1024)));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}
