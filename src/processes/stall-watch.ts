import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../core/clock.ts';

/** What the thread of `stall-watch-worker.ts` is given. */
export interface StallWatchData {
  /** Its one number grows while the program's loop turns. */
  readonly beats: Int32Array<SharedArrayBuffer>;
  readonly everyMs: number;
  /** So many looks in a row at the same number end the program. */
  readonly looks: number;
  /** The log, for the last words: the program itself can write nothing any more. */
  readonly log: string;
}

interface StallWatchOptions {
  readonly packageRoot: string;
  /** DATA_DIR, where the program's log is. */
  readonly dataFolder: string;
  /** Time between two looks, in milliseconds. */
  readonly everyMs?: number;
  readonly looks?: number;
}

/**
 * Kills this program when its main thread has stood still for five minutes. A deadlock in Node or in a library answers
 * no message and no signal, Ctrl-C included; as after every kill, the next start goes on from what is stored, and a
 * service manager makes that start. Time in which the whole process was stopped does not count (a sleeping computer,
 * `kill -STOP`). It keeps no program alive.
 * @returns ends the watch
 */
export function watchForStall({
  packageRoot,
  dataFolder,
  everyMs = MINUTE_MS / 2,
  looks = 10,
}: StallWatchOptions): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = setInterval(() => Atomics.add(beats, 0, 1), everyMs / 2).unref();
  let thread: Worker | undefined;
  // A short run needs none, and a start has better things to do.
  const begin = setTimeout(() => {
    const workerData: StallWatchData = { beats, everyMs, looks, log: join(dataFolder, 'wasap.log') };
    thread = new Worker(join(packageRoot, 'dist', 'processes', 'stall-watch.cjs'), { workerData });
    thread.unref();
  }, everyMs).unref();
  return () => {
    clearTimeout(begin);
    clearInterval(beat);
    void thread?.terminate();
  };
}
