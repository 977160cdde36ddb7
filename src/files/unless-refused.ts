import { codeOf } from '../core/failure.ts';

/** The result of `read`; undefined when the system refuses it: missing, of another kind, or not readable. */
export function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
