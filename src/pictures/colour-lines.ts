import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createSerialQueue } from '../core/work-queues.ts';
import type { ColouredSpan } from './syntax.ts';

/** Lines of one file that stand together. */
export interface CodePiece {
  /** Its ending names the language. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** For each piece its lines, and for each line its parts, in order; none where all of it is plain. */
export type PieceColours = readonly (readonly (readonly ColouredSpan[])[])[];

/** Finds the colours of code. Never fails: what is too long, or takes too long, is plain. */
export type ColourLines = (pieces: readonly CodePiece[]) => Promise<PieceColours>;

/** An order for the thread. */
export interface ColourOrder {
  readonly folder: string;
  readonly pieces: readonly CodePiece[];
}

/** Length of all pieces together, in UTF-16 code units: what follows is plain. */
const MAX_CHARACTERS = 60_000;
const LIMIT_MS = 2000;
const MAX_MEMORY_MB = 128;
/** While this many orders wait, a further one gets no colours. */
const MAX_WAITING = 4;

/**
 * Colours code in a thread that ends with it, one order after the other: a pattern that runs long on one file delays
 * nothing else in the program.
 * @param folder of the drawing program: `dist/pictures`
 */
export function createColourLines(folder: string): ColourLines {
  let waiting = 0;
  const orders = createSerialQueue();
  return async (pieces) => {
    const within = shortEnough(pieces);
    if (within.length === 0 || waiting >= MAX_WAITING) return [];
    waiting += 1;
    try {
      return await orders.run(() => colourInThread({ folder, pieces: within }));
    } finally {
      waiting -= 1;
    }
  };
}

function shortEnough(pieces: readonly CodePiece[]): readonly CodePiece[] {
  let characters = 0;
  const end = pieces.findIndex(({ lines }) => {
    characters += lines.reduce((sum, { length }) => sum + length + 1, 0);
    return characters > MAX_CHARACTERS;
  });
  return end === -1 ? pieces : pieces.slice(0, end);
}

function colourInThread(order: ColourOrder): Promise<PieceColours> {
  return new Promise((resolve) => {
    const worker = new Worker(join(order.folder, 'colour-worker.cjs'), {
      workerData: order,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const timer = setTimeout(() => void worker.terminate(), LIMIT_MS);
    worker.once('message', resolve);
    worker.once('error', () => resolve([]));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve([]);
    });
  });
}
