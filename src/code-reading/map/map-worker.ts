import { type MessagePort, parentPort } from 'node:worker_threads';
import { messageOf } from '../../base/failure.ts';
import { drawMap } from './draw-map.ts';
import type { MapAnswer, MapOrder } from './map-orders.ts';

// Only the thread that `map-thread.ts` starts has a port: merely imported, this does nothing.
if (parentPort !== null) answerOn(parentPort);

function answerOn(port: MessagePort): void {
  const answer = (said: MapAnswer): void => port.postMessage(said);
  port.on('message', (order: MapOrder) => {
    try {
      drawMap(order, answer);
      answer({ kind: 'done' });
    } catch (error) {
      answer({ kind: 'broken', why: messageOf(error) });
    }
  });
}
