import type { IncomingMessage, RequestOptions } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { ConversationId } from '../../core/ids.ts';
import { assertOwnWork, type OwnsItsWork } from '../own-work.ts';

/** GitHub sends a request on when a repository has another name by now. */
const SENT_ON = [307, 308];
const MAX_SENT_ON = 3;

/**
 * The `fetch` of one request that changes something on GitHub. It asks whether the work is still its own when it is
 * connected, and looks once more right before it writes: an own request, because nothing of the usual one says when
 * that is. Undefined where the program works alone.
 */
export function fetchIfOurs(
  ownsItsWork: OwnsItsWork | undefined,
  conversation: ConversationId,
): typeof fetch | undefined {
  if (ownsItsWork === undefined) return undefined;
  const mayWrite = () => assertOwnWork(ownsItsWork, conversation);
  return async (input, init = {}) => {
    let url = new URL(String(input));
    for (let times = 0; ; times += 1) {
      const answer = await sendRequest(url, init, mayWrite);
      const { statusCode: status = 0, headers } = answer;
      const next = new URL(headers.location ?? '', url);
      if (!SENT_ON.includes(status) || times === MAX_SENT_ON || next.origin !== url.origin)
        return await responseOf(answer, status);
      answer.resume();
      url = next;
    }
  };
}

async function sendRequest(
  url: URL,
  { method, headers, signal, body }: RequestInit,
  mayWrite: () => Promise<() => void>,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const { request } = isSecure ? await import('node:https') : await import('node:http');
  const options: RequestOptions = {
    method: method ?? 'GET',
    headers: Object.fromEntries(new Headers(headers)),
    signal: signal ?? undefined,
    agent: false,
  };
  return await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, options);
    sent.on('error', reject);
    sent.on('response', resolve);
    const write = async (): Promise<void> => {
      try {
        const assertInTime = await mayWrite();
        assertInTime();
        // Head and body are written here, at once: nothing of them before.
        sent.end(typeof body === 'string' ? body : undefined);
      } catch (error) {
        reject(error);
        sent.destroy();
      }
    };
    sent.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => void write()));
  });
}

async function responseOf(answer: IncomingMessage, status: number): Promise<Response> {
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const text = await readText(answer);
  return new Response(text === '' ? null : text, { status, headers });
}
