import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { codeOf, Failure, isFailure, messageOf } from '../core/failure.ts';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Finds the addresses of a name; not called for a host that is one. */
  readonly lookup?: LookupFunction;
  /** Most of an answer that is read, compressed and unpacked alike. */
  readonly maxBytes: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Unpacked; empty for a status that leads elsewhere. */
  readonly bytes: Buffer;
}

/**
 * One request and its whole answer. Follows no redirect, keeps no connection and no cookie, and uses no proxy of the
 * environment: the address that was looked up is the one that is connected to.
 * @throws Failure `unavailable` without an answer, `invalid` for a larger one, `timeout`
 */
export async function requestOnce(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  try {
    const message = await sendRequest(request, signal);
    const status = message.statusCode ?? 0;
    if (isRedirect(status)) {
      message.destroy();
      return { status, headers: message.headers, bytes: Buffer.alloc(0) };
    }
    return { status, headers: message.headers, bytes: await bytesOf(message, request) };
  } catch (error) {
    throw requestFailure(error, request.url, signal);
  }
}

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

async function sendRequest(
  { url, method, headers, body, lookup }: HttpRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  // Loaded by the first request: the modules of TLS would slow each start.
  const { Agent, request } =
    url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  // An agent of its own: the environment may make the global one use a proxy, which would look names up anew.
  const agent = new Agent({ keepAlive: false });
  const options = { method, headers, agent, signal, ...(lookup && { lookup }) };
  return await new Promise((resolve, reject) => {
    const asking = request(url, options, resolve);
    asking.once('error', reject);
    asking.end(body);
  });
}

async function bytesOf(message: IncomingMessage, { url, maxBytes }: HttpRequest): Promise<Buffer> {
  const tooLarge = (): Failure =>
    new Failure(
      'invalid',
      `${url.host} sends more than ${Math.round(maxBytes / 1024 / 1024)} MB; nothing of it is read.`,
    );
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) {
    message.destroy();
    throw tooLarge();
  }
  const unpacked = decompressBody(message, url);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Counted after the unpacking: some kilobytes may stand for gigabytes.
    for await (const chunk of unpacked) {
      size += (chunk as Buffer).byteLength;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk as Buffer);
    }
  } finally {
    message.destroy();
  }
  return Buffer.concat(chunks);
}

function decompressBody(message: IncomingMessage, { host }: URL): Readable {
  const coding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') return message;
  const make = UNPACKERS[coding];
  if (make === undefined) {
    message.destroy();
    throw new Failure(
      'invalid',
      `${host} packs its answer in a way that is not read (${JSON.stringify(coding.slice(0, 40))}).`,
    );
  }
  const unpacker = make();
  message.once('error', (error) => unpacker.destroy(error));
  return message.pipe(unpacker);
}

const UNPACKERS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** How an answer may be packed. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

function requestFailure(error: unknown, { host }: URL, signal: AbortSignal): Failure {
  if (isFailure(error)) return error;
  if (signal.aborted) {
    const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return isLate
      ? new Failure('timeout', `${host} took too long to answer.`, { cause: error })
      : new Failure('stopped', 'It was stopped.', { cause: error });
  }
  const why = codeOf(error) ?? messageOf(error);
  return new Failure('unavailable', `${host} cannot be read (${why}).`, { cause: error });
}
