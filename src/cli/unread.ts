import { codeOf } from '../base/failure.ts';

/** A closed pipe, and a terminal that is gone. */
const NOBODY_READS = ['EPIPE', 'EIO'];

/** Is the error that of writing where nobody reads? */
export function isUnread(error: unknown): boolean {
  return NOBODY_READS.includes(codeOf(error) ?? '');
}

/**
 * Resolves when nobody reads any more what is written there, as `head` after its last line. What is still written is
 * dropped without an error.
 * @throws whatever else is wrong with it, in the event loop, as without this
 */
export function whenUnread(output: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    output.on('error', (error: unknown) => {
      if (!isUnread(error)) throw error;
      resolve();
    });
  });
}
