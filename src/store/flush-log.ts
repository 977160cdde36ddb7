import { open } from 'node:fs/promises';
import { Failure, messageOf } from '../core/failure.ts';

/**
 * Flushes a write-ahead log to the disk, without blocking the program: resolves when everything written to it before
 * is safe from a power cut. Callers during a flush share the next one.
 */
export function createLogFlush(path: string): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    running = flush(path).finally(() => {
      running = undefined;
    });
    return running;
  };
  const afterRunning = async (): Promise<void> => {
    // The running flush may have begun before the last write; its failure is reported to its own callers.
    await Promise.allSettled([running]);
    next = undefined;
    await begin();
  };
  return () => {
    if (running === undefined) return begin();
    next ??= afterRunning();
    return next;
  };
}

async function flush(path: string): Promise<void> {
  try {
    // Opened anew each time: the file may have been replaced. SQLite keeps no locks on it that closing could drop.
    const log = await open(path, 'r+');
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  } catch (error) {
    const why = messageOf(error);
    throw new Failure('unavailable', `${path}: what was stored may not survive a power cut (${why}).`, {
      cause: error,
      facts: { path },
    });
  }
}
