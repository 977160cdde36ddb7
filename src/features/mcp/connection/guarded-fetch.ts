import { lookup } from 'node:dns/promises';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Failure, messageOf } from '../../../core/failure.ts';
import { isPublicAddress } from '../../../web/web-address.ts';
import { MAX_MESSAGE_BYTES } from './stdio-transport.ts';

/** A stream of events is open as long as the server is used. */
const MAX_STREAM_BYTES = 16 * MAX_MESSAGE_BYTES;

/**
 * Reaches the very server that a person has seen, and nothing that it points to: redirects are not followed. Other
 * addresses, which a server names for a login, have to be public ones with https.
 */
export function guardedFetch(server: URL): FetchLike {
  return async (address, init) => {
    const target = new URL(address);
    if (target.origin !== server.origin) await assertPublic(target);
    let response: Response;
    try {
      response = await fetch(target, { ...init, redirect: 'manual' });
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      throw new Failure('unavailable', `${target.host} cannot be reached: ${reasonOf(error)}.`, {
        cause: error,
      });
    }
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new Failure('denied', `${target.host} answers with a redirect, which is not followed.`);
    }
    return bounded(response);
  };
}

async function assertPublic(target: URL): Promise<void> {
  const refused = new Failure(
    'denied',
    `The server points to ${target.host}, which is no public https address.`,
  );
  if (target.protocol !== 'https:') throw refused;
  const addresses = await lookup(target.hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) throw refused;
}

/** Node's own message says only that it failed; the reason is its cause. */
function reasonOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}

function bounded(response: Response): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const most = isStream ? MAX_STREAM_BYTES : MAX_MESSAGE_BYTES;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= most) controller.enqueue(chunk);
      else
        controller.error(new Failure('unavailable', `The server sent more than ${most / 1024 / 1024} MB.`));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}
