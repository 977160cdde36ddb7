import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Outline, SyntaxFault } from '../contracts/code.ts';
import { messageOf } from '../core/failure.ts';
import { createKeyedQueue } from '../core/keyed-queue.ts';
import { MINUTE_MS } from '../core/time.ts';

/** Requests to the thread. */
export type ReadingOrder =
  | { readonly kind: 'outline'; readonly path: string; readonly text: string }
  | { readonly kind: 'pieces'; readonly path: string; readonly pieces: readonly string[] }
  | {
      readonly kind: 'faults';
      readonly path: string;
      readonly before: string | undefined;
      readonly after: string;
    };

export type ThreadResult = Outline | readonly SyntaxFault[] | boolean;
export type ReadingAnswer = { readonly value: ThreadResult } | { readonly error: string };

export interface ReaderThreadParts {
  /** What the build made: `dist/code-reading`. */
  readonly folder: string;
  readonly limitMs?: number;
  /** The thread ends when nothing was asked for so long. */
  readonly idleMs?: number;
}

export interface ReaderThread {
  /** One after the other: the limit is for a file, not for those before it. */
  ask(order: ReadingOrder): Promise<ReadingAnswer>;
  /** Asks for nothing but what later orders need, once in the life of the thread. */
  makeReady(what: string, order: ReadingOrder): void;
}

const LIMIT_MS = 5_000;
const IDLE_MS = 5 * MINUTE_MS;
const MAX_MEMORY_MB = 512;

/**
 * Parsing arbitrary files may take for ever or crash: it has a thread of its own, which is started for the first
 * file, handles one at a time, and is ended when a file takes longer than `limitMs`.
 */
export function createReaderThread({
  folder,
  limitMs = LIMIT_MS,
  idleMs = IDLE_MS,
}: ReaderThreadParts): ReaderThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const queue = createKeyedQueue();
  /** Grammars that the thread has loaded, or is about to. */
  const ready = new Set<string>();

  function start(): Worker {
    const started = new Worker(join(folder, 'worker.cjs'), {
      workerData: folder,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    // Also a thread that fails between two questions is replaced, and ends nothing else.
    started.on('error', () => end(started));
    started.on('exit', () => end(started));
    return started;
  }

  function end(one: Worker | undefined): void {
    if (one !== undefined && one === worker) {
      worker = undefined;
      ready.clear();
    }
    void one?.terminate();
  }

  async function ask(order: ReadingOrder): Promise<ReadingAnswer> {
    clearTimeout(idle);
    const asked = worker ?? start();
    worker = asked;
    asked.ref();
    const answer = await awaitAnswer(asked, order, limitMs);
    asked.unref();
    // After one crash the thread may be damaged.
    if ('error' in answer) end(asked);
    idle = setTimeout(() => end(worker), idleMs).unref();
    return answer;
  }

  const inTurn = (order: ReadingOrder): Promise<ReadingAnswer> => queue.run('', () => ask(order));

  return {
    ask: inTurn,
    makeReady(what, order) {
      if (ready.has(what)) return;
      ready.add(what);
      void inTurn(order);
    },
  };
}

function awaitAnswer(worker: Worker, order: ReadingOrder, limitMs: number): Promise<ReadingAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: ReadingAnswer): void => {
      clearTimeout(timer);
      worker.off('message', settle);
      worker.off('error', failed);
      worker.off('exit', ended);
      resolve(answer);
    };
    const failed = (error: unknown): void => settle({ error: messageOf(error) });
    const ended = (): void => settle({ error: 'the parser ended' });
    const timer = setTimeout(() => settle({ error: `it took longer than ${limitMs} ms` }), limitMs);
    worker.on('message', settle);
    worker.on('error', failed);
    worker.on('exit', ended);
    worker.postMessage(order);
  });
}
