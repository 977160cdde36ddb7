import { type MessagePort, parentPort } from 'node:worker_threads';
import { messageOf } from '../../base/failure.ts';
import { drawMap, type Looked, lookAtFiles } from './draw-map.ts';
import type { MapAnswer, MapOrder } from './map-orders.ts';

// Only the thread that `map-thread.ts` starts has a port: merely imported, this does nothing.
if (parentPort !== null) answerOn(parentPort);

function answerOn(port: MessagePort): void {
  const answer = (said: MapAnswer): void => port.postMessage(said);
  let looked: Looked | undefined;
  port.on('message', (order: MapOrder) => {
    try {
      if (order.kind === 'look') {
        looked = lookAtFiles(order);
        answer(looked.key === order.known ? { kind: 'same' } : { kind: 'looked', key: looked.key });
      } else if (looked !== undefined) {
        drawMap(looked, order, answer);
        answer({ kind: 'done' });
      }
    } catch (error) {
      answer({ kind: 'broken', why: messageOf(error) });
    }
  });
}
