import { parentPort, workerData } from 'node:worker_threads';
import { type DrawingOrder, drawDiff } from './draw-diff.ts';

// Only the thread that `render-diff.ts` starts has a port: merely imported, this does nothing. What cannot be drawn
// ends the thread, and with that tells whoever waits.
if (parentPort !== null) void answer(parentPort);

async function answer(port: NonNullable<typeof parentPort>): Promise<void> {
  port.postMessage(await drawDiff(workerData as DrawingOrder));
}
