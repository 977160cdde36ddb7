/** Samples a second that an Opus stream counts in, whatever it was recorded with. */
const SAMPLE_RATE = 48_000;
const HEADER_LENGTH = 27;
/** Flags of a page. */
const FIRST_PAGE = 2;
/** A page on which no packet ends has no position. */
const NO_POSITION = 2n ** 64n - 1n;

/**
 * How long a recording is that holds one Opus stream in Ogg, in seconds, by the position of its last page; undefined
 * for bytes that are anything else, or that end in the middle of a page.
 */
export function opusSeconds(bytes: Buffer): number | undefined {
  const first = pageAt(bytes, 0);
  if (first?.isFirst !== true) return undefined;
  const preSkip = preSkipIn(bytes.subarray(first.bodyStart, first.end));
  const samples = samplesAfter(first, bytes);
  if (preSkip === undefined || samples === undefined) return undefined;
  const seconds = (Number(samples) - preSkip) / SAMPLE_RATE;
  return seconds > 0 ? seconds : undefined;
}

/** The position of the last page; undefined for pages that are no continuation of this one. */
function samplesAfter(first: OggPage, bytes: Buffer): bigint | undefined {
  let samples = 0n;
  for (let at = first.end; at < bytes.length; ) {
    const page = pageAt(bytes, at);
    // Several streams in one file could each be played: their lengths would add up.
    if (page === undefined || page.isFirst || page.serial !== first.serial) return undefined;
    const position = page.position === NO_POSITION ? samples : page.position;
    if (position < samples) return undefined;
    samples = position;
    at = page.end;
  }
  return samples;
}

interface OggPage {
  readonly isFirst: boolean;
  /** Samples up to its end, from the beginning of the stream. */
  readonly position: bigint;
  readonly serial: number;
  readonly bodyStart: number;
  readonly end: number;
}

function pageAt(bytes: Buffer, at: number): OggPage | undefined {
  if (bytes.length < at + HEADER_LENGTH || bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined;
  if (bytes[at + 4] !== 0) return undefined;
  const bodyStart = at + HEADER_LENGTH + bytes.readUInt8(at + 26);
  if (bytes.length < bodyStart) return undefined;
  const lengths = bytes.subarray(at + HEADER_LENGTH, bodyStart);
  const end = lengths.reduce((sum, length) => sum + length, bodyStart);
  if (bytes.length < end) return undefined;
  return {
    isFirst: (bytes.readUInt8(at + 5) & FIRST_PAGE) !== 0,
    position: bytes.readBigUInt64LE(at + 6),
    serial: bytes.readUInt32LE(at + 14),
    bodyStart,
    end,
  };
}

/** Samples at the beginning that are decoded and not played. */
function preSkipIn(header: Buffer): number | undefined {
  if (header.length < 19 || header.toString('latin1', 0, 8) !== 'OpusHead') return undefined;
  return header.readUInt16LE(10);
}
