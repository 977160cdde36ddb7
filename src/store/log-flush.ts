import { close, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { sqliteFailure } from './sqlite-failure.ts';

/** Brings the write-ahead log of a database to the disk while this thread goes on. */
export interface LogFlush {
  /** Resolves when every commit so far is on the disk. */
  flushed(): Promise<void>;
  close(): void;
}

const synced = promisify(fdatasync);

/**
 * SQLite itself flushes its log by the same call, but everything waits for it. The folder's entry for the log is on the
 * disk since the first commit that SQLite flushed.
 * @param database path of the file beside which the log lies
 */
export function createLogFlush(database: string): LogFlush {
  let log: number | undefined;
  let flushes: Promise<unknown> = Promise.resolve();
  return {
    async flushed() {
      try {
        log ??= openSync(`${database}-wal`, 'r+');
        const flush = synced(log);
        flushes = Promise.allSettled([flushes, flush]);
        await flush;
      } catch (error) {
        throw sqliteFailure(error, database);
      }
    },
    close() {
      const left = log;
      log = undefined;
      // Not under a flush that is at it: its number could belong to another file by then.
      if (left !== undefined) void flushes.then(() => close(left));
    },
  };
}
