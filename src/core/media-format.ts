interface ImageFormat {
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the bytes themselves, whatever was declared; undefined for another format, and for an empty or truncated
 * file.
 */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facts = pngFacts(file) ?? jpegFacts(file) ?? gifFacts(file) ?? webpFacts(file);
  return facts !== undefined && facts.width > 0 && facts.height > 0 ? facts : undefined;
}

function begins(file: Buffer, text: string, at = 0): boolean {
  return file.toString('latin1', at, at + text.length) === text;
}

function pngFacts(file: Buffer): ImageFormat | undefined {
  if (file.length < 24 || !begins(file, '\x89PNG\r\n\x1a\n') || !begins(file, 'IHDR', 12)) return undefined;
  return { mediaType: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function gifFacts(file: Buffer): ImageFormat | undefined {
  if (file.length < 10 || !(begins(file, 'GIF87a') || begins(file, 'GIF89a'))) return undefined;
  return { mediaType: 'image/gif', width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
}

/** Goes from segment to segment: a preview inside the file has a size of its own. */
function jpegFacts(file: Buffer): ImageFormat | undefined {
  if (!begins(file, '\xff\xd8\xff')) return undefined;
  let at = 2;
  while (at + 9 <= file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    if (isFrameHeader(marker))
      return { mediaType: 'image/jpeg', width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    // A segment may be preceded by any number of filling bytes.
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

/** C0 to CF, except tables and extensions. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Three kinds of the same container: lossy, lossless, extended. */
function webpFacts(file: Buffer): ImageFormat | undefined {
  if (file.length < 30 || !begins(file, 'RIFF') || !begins(file, 'WEBP', 8)) return undefined;
  const mediaType = 'image/webp';
  if (begins(file, 'VP8 ', 12))
    return { mediaType, width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (begins(file, 'VP8X', 12))
    return { mediaType, width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) };
  if (!begins(file, 'VP8L', 12)) return undefined;
  const bits = file.readUInt32LE(21);
  return { mediaType, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

/** Sound formats that browsers play. */
export type SoundType = 'audio/ogg' | 'audio/webm' | 'audio/mpeg' | 'audio/mp4' | 'audio/wav' | 'audio/flac';

/** The type that the first bytes of a sound file show, whatever was declared; undefined for anything else. */
export function soundTypeOf(bytes: Uint8Array): SoundType | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16));
  const has = (text: string, at = 0): boolean => file.toString('latin1', at, at + text.length) === text;
  if (has('OggS\0')) return 'audio/ogg';
  if (has('fLaC')) return 'audio/flac';
  if (has('RIFF') && has('WAVE', 8)) return 'audio/wav';
  if (has('ftypM4A', 4) || has('ftypM4B', 4)) return 'audio/mp4';
  // EBML: recordings of a browser.
  if (has('\x1a\x45\xdf\xa3')) return 'audio/webm';
  return has('ID3') || isMpegFrame(file) ? 'audio/mpeg' : undefined;
}

/** Eleven bits that are set, a version and a layer that exist. */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const isSynchronised = first === 0xff && (second & 0xe0) === 0xe0;
  return isSynchronised && (second & 0x18) !== 0x08 && (second & 0x06) === 0x02 && third >> 4 < 15;
}
