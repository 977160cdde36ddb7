/** Longest head of one part, in bytes: a name of a file and two types. */
const MAX_HEAD_BYTES = 8 * 1024;
const LINE_END: Buffer = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/** What came is no form. */
export class BrokenForm extends Error {
  override readonly name = 'BrokenForm';
}

/** What is said before the bytes of a part. */
export interface PartHead {
  readonly name: string;
  /** As its sender named it; undefined: the part is a field. */
  readonly fileName: string | undefined;
  /** According to the sender; empty when nothing is said. */
  readonly mimeType: string;
}

/** A head, and then its bytes as they come. */
export type FormPiece = PartHead | Buffer;

/**
 * Reads a form with files (RFC 7578) piece by piece, as it comes. Nothing is held but a head, or what may be the beginning of
 * a delimiter.
 */
export class FormReader {
  readonly #delimiter: Buffer;
  // The first one stands at the beginning, without a line before it.
  #pending = LINE_END;
  #at: 'preamble' | 'head' | 'part' | 'end' = 'preamble';

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Heads, and after each its bytes. @throws BrokenForm */
  take(bytes: Uint8Array): readonly FormPiece[] {
    if (this.#at === 'end') return [];
    this.#pending = Buffer.concat([this.#pending, bytes]);
    const pieces: FormPiece[] = [];
    while (this.#at === 'head' ? this.#takeHead(pieces) : this.#takePart(pieces));
    return pieces;
  }

  /** Nothing more comes. @throws BrokenForm when something is missing */
  end(): void {
    if (this.#at !== 'end') throw new BrokenForm('it does not end');
  }

  /** False: more has to come first. */
  #takeHead(pieces: FormPiece[]): boolean {
    const end = this.#pending.indexOf(HEAD_END);
    const length = end === -1 ? this.#pending.length : end;
    if (length > MAX_HEAD_BYTES) throw new BrokenForm('a head is too long');
    if (end === -1) return false;
    pieces.push(headIn(this.#pending.toString('utf8', 0, end)));
    this.#pending = this.#pending.subarray(end + HEAD_END.length);
    this.#at = 'part';
    return true;
  }

  /** Up to the next delimiter; before the first one nothing is said. False: more has to come first, or all is here. */
  #takePart(pieces: FormPiece[]): boolean {
    const length = this.#delimiter.length;
    const found = this.#pending.indexOf(this.#delimiter);
    const known = found === -1 ? Math.max(0, this.#pending.length - length + 1) : found;
    if (this.#at === 'part' && known > 0) pieces.push(this.#pending.subarray(0, known));
    this.#pending = this.#pending.subarray(known);
    if (found === -1 || this.#pending.length < length + LINE_END.length) return false;
    const after = this.#pending.toString('latin1', length, length + LINE_END.length);
    if (after !== '\r\n' && after !== '--') throw new BrokenForm('a delimiter has no end');
    this.#pending = this.#pending.subarray(length + LINE_END.length);
    this.#at = after === '--' ? 'end' : 'head';
    return this.#at === 'head';
  }
}

function headIn(text: string): PartHead {
  const lines = text.split('\r\n');
  const headerOf = (name: string): string | undefined => {
    const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
    return line?.slice(name.length + 1).trim();
  };
  const disposition = headerOf('content-disposition') ?? '';
  const name = parameterOf(disposition, 'name');
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw new BrokenForm('a part has no name');
  return { name, fileName: parameterOf(disposition, 'filename'), mimeType: headerOf('content-type') ?? '' };
}

/** Browsers write a quote and line ends within it as `%22`, `%0D` and `%0A`, and nothing else. */
function parameterOf(disposition: string, name: string): string | undefined {
  const [, value] = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition) ?? [];
  return value?.replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');
}
