import { codeOf } from './failure.ts';

/** Errors of a closed pipe, and of a closed terminal. */
const NOBODY_READS = ['EPIPE', 'EIO'];

/** True for the error of writing to an output that is no longer read. */
export function isUnread(error: unknown): boolean {
  return NOBODY_READS.includes(codeOf(error) ?? '');
}

/**
 * Resolves when the output is no longer read, as with `head` after its last line. Later output is dropped without an
 * error.
 * @throws any other error of the output, in the event loop, as without this
 */
export function whenUnread(output: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    output.on('error', (error: unknown) => {
      if (!isUnread(error)) throw error;
      resolve();
    });
  });
}
