import { parentPort, workerData } from 'node:worker_threads';
import type { ColourOrder } from './colour-lines.ts';
import { loadHighlight } from './load-highlight.ts';

// Only the thread that `colour-lines.ts` starts has a port: importing this does nothing.
if (parentPort !== null) answerColourOrder(parentPort);

function answerColourOrder(port: NonNullable<typeof parentPort>): void {
  const { folder, pieces } = workerData as ColourOrder;
  const highlight = loadHighlight(folder);
  port.postMessage(pieces.map(({ path, lines }) => highlight(path, lines)));
}
