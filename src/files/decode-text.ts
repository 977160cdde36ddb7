import { Failure } from '../core/failure.ts';
import { type DecodedText, decodeBytes } from '../core/text-encoding.ts';

/**
 * Strict, so that writing back gives the same bytes; therefore a byte order mark stays in the text. Throws Failure
 * `invalid` for a file that is not text, or whose encoding is unknown.
 */
export function decodeText(bytes: Buffer, path: string): DecodedText {
  const decoded = decodeBytes(bytes);
  if (decoded === 'binary') {
    throw new Failure('invalid', `${path} is binary; only text files are read.`, {
      facts: { rule: 'binary' },
    });
  }
  if (decoded === 'unknown') {
    throw new Failure('invalid', `${path} is not UTF-8, nor UTF-16 or Windows-1252 without doubt.`, {
      facts: { rule: 'encoding' },
    });
  }
  return decoded;
}
