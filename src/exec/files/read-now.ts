import { readlinkSync, readSync } from 'node:fs';
import { unlessRefused } from './unless-refused.ts';

/**
 * A small file is read in a few calls of the system, each of which takes a hundredth of the time that it would take to
 * have it done in another thread and wait for it. Not for what may be long or is done to many files.
 */
export const MAX_AT_ONCE = 256 * 1024;

const CHUNK = 64 * 1024;

/** Where what was opened really lies; undefined where the system does not tell. */
export function pathOfOpened(descriptor: number): string | undefined {
  return unlessRefused(() => readlinkSync(`/proc/self/fd/${descriptor}`));
}

/** To its end: the file may grow, or shrink, at this moment. @param size as it was when it was opened */
export function readToEnd(descriptor: number, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let room = size + 1; ; room = CHUNK) {
    const chunk = Buffer.allocUnsafe(room);
    const length = readSync(descriptor, chunk, 0, room, null);
    chunks.push(chunk.subarray(0, length));
    if (length < room) return Buffer.concat(chunks);
  }
}
