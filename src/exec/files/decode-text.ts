import { Failure } from '../../base/failure.ts';

/**
 * Strict, so that what is written back has the same bytes; a byte order mark stays in the text for that reason.
 * Throws Failure `invalid` for what is no UTF-8 text.
 */
export function decodeText(bytes: Buffer, path: string): string {
  if (bytes.includes(0) && !hasWideMark(bytes)) {
    throw new Failure('invalid', `${path} is binary; only text files are read.`, {
      facts: { rule: 'binary' },
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Failure('invalid', `${path} is not UTF-8; only UTF-8 text is read.`, {
      cause: error,
      facts: { rule: 'encoding' },
    });
  }
}

/** UTF-16 is text, though it is full of NUL. */
function hasWideMark(bytes: Buffer): boolean {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  return mark === 0xfeff || mark === 0xfffe;
}
