import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DocumentPages, DocumentReader } from '../../contracts/documents.ts';
import { Failure, messageOf } from '../../core/failure.ts';
import { createKeyedQueue } from '../../core/keyed-queue.ts';

/** What the thread answers. `locked`: a password is needed. */
export type PdfAnswer = DocumentPages | { readonly problem: 'locked' | 'damaged'; readonly detail: string };

export interface DocumentReaderParts {
  /** What the build made: `dist/documents`. */
  readonly folder: string;
  readonly limitMs?: number;
  /** By how many bytes the whole program may grow meanwhile. */
  readonly mostGrowth?: number;
}

const LIMIT_MS = 20_000;
const MAX_HEAP_MB = 512;
/** A few kilobytes of a PDF may stand for gigabytes, which are not in the heap of the thread. */
const MAX_GROWTH = 768 * 1024 * 1024;
const LOOK_MS = 50;

/**
 * A document may come from anybody, and parsing it may take for ever, take all memory or crash: each has a thread of its
 * own, which is ended after it. Nothing of the parser is loaded before the first.
 */
export function createDocumentReader({
  folder,
  limitMs = LIMIT_MS,
  mostGrowth = MAX_GROWTH,
}: DocumentReaderParts): DocumentReader {
  const queue = createKeyedQueue();
  const limits = { limitMs, mostGrowth };
  return {
    // One after the other: together they could take as much memory as there is.
    pagesOf: (request, signal) =>
      queue.run('', async () => {
        if (signal.aborted) throw stopped();
        const worker = new Worker(join(folder, 'pdf-worker.cjs'), {
          workerData: request,
          env: {},
          stdout: true,
          stderr: true,
          resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
        });
        try {
          return pagesIn(await answerOf(worker, signal, limits));
        } finally {
          await worker.terminate();
        }
      }),
  };
}

function pagesIn(answer: PdfAnswer): DocumentPages {
  if (!('problem' in answer)) return answer;
  const what =
    answer.problem === 'locked'
      ? 'It is locked by a password'
      : `It cannot be read as a PDF (${answer.detail})`;
  throw new Failure('invalid', `${what}.`);
}

function stopped(): Failure {
  return new Failure('stopped', 'Reading it was stopped.');
}

interface Limits {
  readonly limitMs: number;
  readonly mostGrowth: number;
}

function answerOf(worker: Worker, signal: AbortSignal, { limitMs, mostGrowth }: Limits): Promise<PdfAnswer> {
  const before = process.memoryUsage.rss();
  return new Promise((resolve, reject) => {
    const giveUp = (why: string | Failure): void => {
      settled();
      reject(typeof why === 'string' ? new Failure('timeout', why) : why);
    };
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before > mostGrowth) giveUp('Reading it takes too much memory.');
    }, LOOK_MS);
    const timer = setTimeout(() => giveUp(`Reading it takes longer than ${limitMs / 1000} s.`), limitMs);
    const stop = (): void => giveUp(stopped());
    const settled = (): void => {
      clearInterval(look);
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    worker.once('message', (answer: PdfAnswer) => {
      settled();
      resolve(answer);
    });
    // Also of a heap that is full, which ends the thread alone.
    worker.once('error', (error: unknown) => giveUp(`Reading it failed (${messageOf(error)}).`));
    worker.once('exit', () => giveUp('Reading it ended early.'));
  });
}
