/** The requests that came in, and waiting for them. */
import type { IncomingHttpHeaders } from 'node:http';

import type { Connection, Ending } from './connection.ts';
import type { MessagesRequest } from './request.ts';

export type RecordedRequest = {
  /** Position among all requests, refused ones included, from 0. */
  readonly index: number;
  /** When its first line arrived: milliseconds since 1970, with fractions. */
  readonly arrivedAtMs: number;
  readonly headers: IncomingHttpHeaders;
  /** The body byte for byte, decoded as UTF-8. */
  readonly rawBody: string;
  /** Without messages when the body was not a request at all. */
  readonly body: MessagesRequest;
  /** Why the server itself refused it, as against a scripted error; undefined for a request that is in order. */
  readonly refusal: string | undefined;
  /** The client left before it had the whole answer. */
  readonly aborted: boolean;
  readonly ended: Promise<Ending>;
};

type Arrival = Omit<RecordedRequest, 'index' | 'aborted' | 'ended'> & {
  readonly connection: Connection;
};

export type Recordings = {
  readonly requests: readonly RecordedRequest[];
  add(arrival: Arrival): RecordedRequest;
  /** @throws Error when the request has not come within `limitMs`, or the server closes */
  waitFor(count: number, limitMs: number): Promise<RecordedRequest>;
  close(): void;
};

type Waiter = {
  readonly count: number;
  readonly resolve: (request: RecordedRequest) => void;
  readonly reject: (error: Error) => void;
};

export function createRecordings(): Recordings {
  const requests: RecordedRequest[] = [];
  const waiters = new Set<Waiter>();
  return {
    requests,
    add(arrival) {
      const request = record(arrival, requests.length);
      requests.push(request);
      for (const waiter of [...waiters].filter(({ count }) => count === requests.length))
        waiter.resolve(request);
      return request;
    },
    waitFor(count, limitMs) {
      const present = requests[count - 1];
      if (present !== undefined) return Promise.resolve(present);
      return waitIn(waiters, { count, limitMs, arrived: () => requests.length });
    },
    close() {
      for (const waiter of waiters) {
        waiter.reject(
          new Error(`The server was closed; ${requests.length} of ${waiter.count} requests had come.`),
        );
      }
    },
  };
}

function record({ connection, ...facts }: Arrival, index: number): RecordedRequest {
  const state = { aborted: false };
  void connection.ended.then((ending) => {
    state.aborted = ending === 'aborted';
  });
  return {
    index,
    ...facts,
    ended: connection.ended,
    get aborted() {
      return state.aborted;
    },
  };
}

type Wanted = { readonly count: number; readonly limitMs: number; readonly arrived: () => number };

function waitIn(waiters: Set<Waiter>, { count, limitMs, arrived }: Wanted): Promise<RecordedRequest> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      waiters.delete(waiter);
    };
    const waiter: Waiter = {
      count,
      resolve(request) {
        leave();
        resolve(request);
      },
      reject(error) {
        leave();
        reject(error);
      },
    };
    const timer = setTimeout(() => {
      waiter.reject(new Error(`Request ${count} did not come within ${limitMs} ms; ${arrived()} came.`));
    }, limitMs);
    waiters.add(waiter);
  });
}
