import { Failure } from './failure.ts';

/** Encoding of a text file on the disk. UTF-16 is recognised by its byte order mark, which stays in the text. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/**
 * Characters of the bytes 0x80 to 0x9f in Windows-1252; those of the others have the number of their byte, as in
 * Latin-1.
 */
const HIGH_CONTROLS =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';
const NO_CHARACTER = /[\x81\x8d\x8f\x90\x9d]/;
const BYTES = new Map(
  [...HIGH_CONTROLS].flatMap((character, at) =>
    NO_CHARACTER.test(character) ? [] : [[character, 0x80 + at] as const],
  ),
);

/** Control characters that no text has; ESC colours recorded output of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;
/** Sequences that hardly occur outside UTF-8: beside bytes that are not UTF-8, the file is damaged. */
const UTF8_CHARACTER = /[\xc3-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;
/** In a pattern with the flag `u`, this matches only a lone surrogate. */
const HALF_PAIR = /[\ud800-\udfff]/u;
/** Text of languages that are written in Windows-1252 has fewer letters beyond ASCII than that; Cyrillic has more. */
const MAX_HIGH_SHARE = 1 / 3;

/** Strict: encoding the result gives the same bytes. `binary`: not text; `unknown`: text in an unknown encoding. */
export function decodeBytes(bytes: Buffer): DecodedText | 'binary' | 'unknown' {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark === 0xfffe || mark === 0xfeff) return decodeWide(bytes, mark === 0xfffe ? 'utf-16le' : 'utf-16be');
  if (bytes.includes(0)) return 'binary';
  const text = decodeUtf8(bytes);
  return text === undefined ? decodeNarrow(bytes) : { text, encoding: 'utf-8' };
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function decodeWide(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): DecodedText | 'binary' | 'unknown' {
  if (bytes.length % 2 !== 0) return 'unknown';
  const text = (encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le');
  if (text.includes('\0')) return 'binary';
  return HALF_PAIR.test(text) ? 'unknown' : { text, encoding };
}

function decodeNarrow(bytes: Buffer): DecodedText | 'binary' | 'unknown' {
  const raw = bytes.toString('latin1');
  if (CONTROLS.test(raw)) return 'binary';
  if (NO_CHARACTER.test(raw) || UTF8_CHARACTER.test(raw)) return 'unknown';
  const high = raw.replace(/[\0-\x7f]+/g, '').length;
  if (high > MAX_HIGH_SHARE * raw.replace(/\s+/g, '').length) return 'unknown';
  return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
}

/** Never fails. `TextDecoder` of Node takes it for Latin-1. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (one) => HIGH_CONTROLS[one.charCodeAt(0) - 0x80] ?? one);
}

/** @throws Failure `invalid` that names a character which the encoding does not have */
export function encodeText(text: string, encoding: TextEncoding, path: string): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'windows-1252':
      return Buffer.from(Array.from(text, (character) => byteOf(character, path)));
  }
}

function byteOf(character: string, path: string): number {
  const code = character.codePointAt(0) ?? 0;
  const isLatin1 = code < 0x80 || (code >= 0xa0 && code < 0x100);
  const byte = isLatin1 ? code : BYTES.get(character);
  if (byte !== undefined) return byte;
  throw new Failure(
    'invalid',
    `${path} is in Windows-1252, which has no ${JSON.stringify(character)}. Write it with characters of that encoding, or as an escape of the language.`,
    { facts: { rule: 'encoding' } },
  );
}
