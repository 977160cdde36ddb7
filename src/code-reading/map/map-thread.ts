import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/failure.ts';
import type { MapAnswer, MapOrder } from './map-orders.ts';

/** Reads the files of one project, apart from everything else. */
export interface MapThread {
  order(order: MapOrder): void;
  /** The next thing it says, in order; `broken` when it has ended or says nothing for `limitMs`. */
  next(limitMs: number): Promise<MapAnswer>;
  end(): void;
}

const MOST_MEMORY_MB = 512;

/**
 * It keeps no program from ending.
 * @param folder what the build made: `dist/code-reading`
 */
export function startMapThread(folder: string): MapThread {
  const worker = new Worker(join(folder, 'map-worker.cjs'), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  const said: MapAnswer[] = [];
  let wake: () => void = () => undefined;
  const hear = (answer: MapAnswer): void => {
    said.push(answer);
    wake();
  };
  worker.on('message', hear);
  worker.on('error', (error) => hear({ kind: 'broken', why: messageOf(error) }));
  worker.on('exit', () => hear({ kind: 'broken', why: 'the thread ended' }));
  worker.unref();
  return {
    order: (order) => worker.postMessage(order),
    async next(limitMs) {
      if (said.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitMs).unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return said.shift() ?? { kind: 'broken', why: `it took longer than ${limitMs} ms` };
    },
    end: () => void worker.terminate(),
  };
}
