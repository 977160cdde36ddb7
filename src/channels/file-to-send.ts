import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { readBeginning } from '../core/file-access.ts';

/**
 * Bytes of a file that a message brings.
 * @param mostBytes the largest that the channel takes
 * @throws Failure `not-found` when it cannot be read, `invalid` when it is too large
 */
export function fileToSend(path: string, mostBytes: number): Uint8Array {
  try {
    const { bytes, size } = readBeginning(path, mostBytes);
    if (size <= mostBytes) return bytes;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new Failure('not-found', `The file ${path} cannot be sent: ${messageOf(error)}.`, { cause: error });
  }
  throw new Failure(
    'invalid',
    `The file ${path} is larger than ${Math.floor(mostBytes / 1_000_000)} MB, so it wasn't sent.`,
  );
}
