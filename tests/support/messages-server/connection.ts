/** One HTTP exchange: who ended it, and waiting that stops when the other side has left. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** `answered`: everything was sent. `aborted`: the client left before. `cut`: the server broke it off. */
export type Ending = 'answered' | 'aborted' | 'cut';

export type Connection = {
  readonly response: ServerResponse;
  readonly ended: Promise<Ending>;
  /** @returns false when the connection ended before the time was over */
  wait(ms: number): Promise<boolean>;
  /** Resolves when the connection has ended, whoever ended it. */
  waitForEnd(): Promise<void>;
  /** Writes in pieces of at most `writeSize` bytes. @returns false when the connection has ended */
  write(bytes: Buffer, writeSize: number): Promise<boolean>;
  /** Destroys the socket. */
  cut(): void;
};

export function connectionOf(response: ServerResponse): Connection {
  const gone = new AbortController();
  let cutByServer = false;
  const ended = new Promise<Ending>((resolve) => {
    response.on('close', () => {
      gone.abort();
      resolve(cutByServer ? 'cut' : response.writableFinished ? 'answered' : 'aborted');
    });
  });
  const { signal } = gone;
  return {
    response,
    ended,
    wait: (ms) => untilGone(signal, () => sleep(ms, undefined, { signal })),
    async waitForEnd() {
      await ended;
    },
    async write(bytes, writeSize) {
      for (let start = 0; start < bytes.length && !signal.aborted; start += writeSize) {
        // Without a turn between them the client would read several pieces as one.
        if (start > 0) await nextTurn();
        const accepted = response.write(bytes.subarray(start, start + writeSize));
        if (!accepted) await untilGone(signal, () => once(response, 'drain', { signal }));
      }
      return !signal.aborted;
    },
    cut() {
      cutByServer = true;
      response.destroy();
    },
  };
}

async function untilGone(signal: AbortSignal, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
