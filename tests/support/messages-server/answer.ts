/** Sends a reply, whole or broken, as JSON or as a stream of events. */
import type { Connection } from './connection.ts';
import type { FinishedMessage } from './finish-reply.ts';
import type { Break, ErrorInfo } from './reply.ts';
import { eventsUntil, messageJson, type StreamEvent, sseText, streamEvents } from './stream-events.ts';

export type Pace = {
  /** Longest delta, in code points; 0: each block is one delta. Default 12. */
  readonly chunkSize: number;
  /**
   * Longest piece handed to the network, in bytes: a small one splits lines and multi-byte characters. 0: the whole
   * answer at once, which is what a benchmark wants. Default 509.
   */
  readonly writeSize: number;
  /** Wait before each event. Default 0. */
  readonly chunkDelayMs: number;
};

export type Outgoing = {
  readonly requestId: string;
  readonly message: FinishedMessage;
  readonly streamed: boolean;
  readonly breaks: Break | undefined;
};

export type Failure = {
  readonly requestId: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly error: ErrorInfo;
};

// A break "inside the call's input" needs an input that comes in several pieces.
const CHUNK_SIZE_OF_BROKEN = 12;
// Bytes that are still unread when the socket ends may be thrown away by the client: let it read them.
const SETTLE_MS = 25;

/** @returns true when the client got all of the message */
export async function sendMessage(connection: Connection, outgoing: Outgoing, pace: Pace): Promise<boolean> {
  const { message, breaks, streamed } = outgoing;
  const { requestId } = outgoing;
  if (breaks?.after === 'before-headers') return endBroken(connection, breaks, requestId);
  if (!streamed && breaks === undefined) {
    return sendJson(connection, messageJson(message), { requestId, status: 200 });
  }
  const events = eventsToSend(outgoing, pace);
  startStream(connection, requestId);
  const sent = await sendEvents(connection, events, pace);
  if (breaks !== undefined) return endBroken(connection, breaks, requestId);
  connection.response.end();
  return sent && (await connection.ended) === 'answered';
}

/** @returns true when the client got all of it */
export async function sendFailure(connection: Connection, failure: Failure): Promise<boolean> {
  return sendJson(connection, errorBody(failure.error, failure.requestId), failure);
}

type Head = Pick<Failure, 'requestId' | 'status' | 'headers'>;

async function sendJson(connection: Connection, body: unknown, head: Head): Promise<boolean> {
  const headers = { 'content-type': 'application/json', 'request-id': head.requestId, ...head.headers };
  connection.response.writeHead(head.status, headers).end(JSON.stringify(body));
  return (await connection.ended) === 'answered';
}

// Worked out before the first byte, because a break that is never reached is a mistake to be told with a status.
function eventsToSend({ message, breaks }: Outgoing, { chunkSize }: Pace): readonly StreamEvent[] {
  if (breaks === undefined) return streamEvents(message, chunkSize);
  const pieces = Math.min(chunkSize, CHUNK_SIZE_OF_BROKEN);
  return eventsUntil(streamEvents(message, pieces), breaks.after);
}

function startStream(connection: Connection, requestId: string): void {
  connection.response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'request-id': requestId,
  });
  connection.response.flushHeaders();
}

async function sendEvents(
  connection: Connection,
  events: readonly StreamEvent[],
  pace: Pace,
): Promise<boolean> {
  if (pace.chunkDelayMs === 0) return connection.write(bytesOf(events), pace.writeSize);
  for (const event of events) {
    const open =
      (await connection.wait(pace.chunkDelayMs)) &&
      (await connection.write(bytesOf([event]), pace.writeSize));
    if (!open) return false;
  }
  return true;
}

async function endBroken(connection: Connection, breaks: Break, requestId: string): Promise<false> {
  switch (breaks.how) {
    case 'cut':
      await connection.wait(SETTLE_MS);
      connection.cut();
      return false;
    case 'end':
      connection.response.end();
      return false;
    case 'stall':
      await stall(connection, breaks.pingEveryMs);
      return false;
    case 'error-event':
      await connection.write(bytesOf([errorBody(breaks.error, requestId)]), Number.POSITIVE_INFINITY);
      connection.response.end();
      return false;
  }
}

async function stall(connection: Connection, pingEveryMs: number | undefined): Promise<void> {
  if (pingEveryMs === undefined) return connection.waitForEnd();
  while (await connection.wait(pingEveryMs)) {
    await connection.write(bytesOf([{ type: 'ping' }]), Number.POSITIVE_INFINITY);
  }
}

function errorBody({ type, message }: ErrorInfo, requestId: string): StreamEvent {
  return { type: 'error', error: { type, message }, request_id: requestId };
}

function bytesOf(events: readonly StreamEvent[]): Buffer {
  return Buffer.from(events.map(sseText).join(''));
}
