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
