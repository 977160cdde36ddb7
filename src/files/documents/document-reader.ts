import { join } from 'node:path';
import type { DocumentPages, DocumentReader } from '../../contracts/binary-files.ts';
import { Failure } from '../../core/failure.ts';
import { askThread } from '../../core/limited-work.ts';
import { createKeyedQueue } from '../../core/work-queues.ts';

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
/** A few kilobytes of a PDF may stand for gigabytes, which are not in the heap of the thread. */
const MAX_GROWTH = 768 * 1024 * 1024;

/** Reads each document in a thread of its own. Nothing of the parser is loaded before the first. */
export function createDocumentReader({
  folder,
  limitMs = LIMIT_MS,
  mostGrowth = MAX_GROWTH,
}: DocumentReaderParts): DocumentReader {
  const queue = createKeyedQueue();
  const script = join(folder, 'pdf-worker.cjs');
  return {
    // One after the other: together they could take as much memory as there is.
    pagesOf: (request, signal) =>
      queue.run('', async () =>
        pagesIn(await askThread<PdfAnswer>({ script, data: request, limitMs, mostGrowth }, signal)),
      ),
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
