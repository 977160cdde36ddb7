import { parentPort, workerData } from 'node:worker_threads';
import { drawDiff, drawSvg } from './draw-diff.ts';
import type { DrawOrder } from './render-diff.ts';

// Only the thread that `render-diff.ts` starts has a port: importing this does nothing. A failure ends the thread,
// which notifies the waiting caller.
if (parentPort !== null) void answerDrawOrder(parentPort);

async function answerDrawOrder(port: NonNullable<typeof parentPort>): Promise<void> {
  const order = workerData as DrawOrder;
  port.postMessage('svg' in order ? await drawSvg(order) : await drawDiff(order));
}
