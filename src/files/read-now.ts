import { readlinkSync, readSync } from 'node:fs';
import { unlessRefused } from './unless-refused.ts';

/**
 * A small file is read synchronously: that takes a hundredth of the time of handing it to another thread and waiting.
 * Not for large files, or many.
 */
export const MAX_AT_ONCE = 256 * 1024;

const CHUNK = 64 * 1024;

/** Real path of an open file; undefined where the system does not give it. */
export function pathOfOpened(descriptor: number): string | undefined {
  return unlessRefused(() => readlinkSync(`/proc/self/fd/${descriptor}`));
}

/** Reads to the end: the file may grow, or shrink, meanwhile. @param size as it was when it was opened */
export function readToEnd(descriptor: number, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let room = size + 1; ; room = CHUNK) {
    const chunk = Buffer.allocUnsafe(room);
    const length = readSync(descriptor, chunk, 0, room, null);
    chunks.push(chunk.subarray(0, length));
    if (length < room) return Buffer.concat(chunks);
  }
}
