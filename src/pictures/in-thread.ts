import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure, messageOf } from '../core/failure.ts';
import type { DiffPicture, DrawingOrder } from './draw-diff.ts';
import type { SvgOrder } from './draw-svg.ts';

const MAX_MEMORY_MB = 512;

/** Input of a thread: a diff to lay out and draw, or a finished layout to draw. */
export type Order = DrawingOrder | SvgOrder;

/**
 * Draws in a thread that ends with it.
 * @param limitMs how long it may take
 * @throws Failure `timeout` when it takes longer, `unavailable` when it cannot be drawn: show the text
 */
export function drawInThread(order: DrawingOrder, limitMs: number): Promise<readonly DiffPicture[]>;
export function drawInThread(order: SvgOrder, limitMs: number): Promise<Uint8Array>;
export function drawInThread(order: Order, limitMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(order.folder, 'worker.cjs'), {
      workerData: order,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const timer = setTimeout(() => {
      reject(new Failure('timeout', `Nothing was drawn within ${limitMs} ms.`));
      void worker.terminate();
    }, limitMs);
    worker.once('message', resolve);
    worker.once('error', (error) =>
      reject(new Failure('unavailable', `It cannot be drawn: ${messageOf(error)}.`, { cause: error })),
    );
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Failure('unavailable', `It cannot be drawn: the drawing ended with ${code}.`));
    });
  });
}
