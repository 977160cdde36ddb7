import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Failure, isFailure, messageOf } from '../../../core/failure.ts';
import { type HttpAnswer, isRedirect, requestOnce } from '../../../web/http-request.ts';
import { type NameResolver, publicLookup, resolveBySystem } from '../../../web/public-lookup.ts';
import { whyHostRefused } from '../../../web/web-address.ts';
import { mcpFault } from '../texts/faults.ts';
import { MAX_MESSAGE_BYTES } from './stdio-transport.ts';

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
