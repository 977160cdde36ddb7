import { parentPort, workerData } from 'node:worker_threads';
import { drawDiff } from './draw-diff.ts';
import { drawSvg } from './draw-svg.ts';
import type { Order } from './in-thread.ts';

// Only the thread that `render-diff.ts` starts has a port: merely imported, this does nothing. What cannot be drawn
// ends the thread, and with that tells whoever waits.
if (parentPort !== null) void answer(parentPort);

async function answer(port: NonNullable<typeof parentPort>): Promise<void> {
  const order = workerData as Order;
  port.postMessage('svg' in order ? await drawSvg(order) : await drawDiff(order));
}
