import { codeOf } from '../../base/failure.ts';

/** What `read` gives; undefined when the system refuses it: what is gone, of another kind, or not to be read. */
export function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
