/** A name as a number: whether two files hold the same one is all that is asked of it. Never 0. */
export type WordHash = number;

/** Shortest word that counts, in bytes, and the most different ones of one file. */
const MIN_LENGTH = 2;
const MAX_WORDS = 3_000;

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

const LAST_ASCII = 0x7f;
const HYPHEN = '-'.charCodeAt(0);
const OTHER = 0;
const DIGIT = 1;
const LETTER = 2;

export function hashOf(word: string): WordHash {
  let hash = OFFSET;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code > LAST_ASCII) return hashOfBytes(Buffer.from(word));
    hash = Math.imul(hash ^ code, PRIME);
  }
  return hash >>> 0 || 1;
}

function hashOfBytes(bytes: Uint8Array): WordHash {
  return hashOfRange(bytes, 0, bytes.length);
}

function hashOfRange(bytes: Uint8Array, from: number, end: number): WordHash {
  let hash = OFFSET;
  for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME);
  return hash >>> 0 || 1;
}

/**
 * The different words of source texts: names, and the contents of strings and comments, because an import is a
 * string. `a-b` counts as `a`, `b` and `a-b`, as in file names. Reuses its tables for every file.
 */
export class SourceWords {
  readonly #kinds = kindsOfBytes();
  readonly #slots = new Uint32Array(8_192);
  readonly #stamps = new Uint32Array(8_192);
  readonly #found = new Uint32Array(MAX_WORDS);
  #stamp = 0;
  #count = 0;

  /** Hashes in ascending order. */
  in(bytes: Uint8Array): Uint32Array {
    this.#stamp += 1;
    this.#count = 0;
    let at = 0;
    while (at < bytes.length && this.#count < MAX_WORDS) {
      if (this.#kinds[bytes[at] ?? 0] === LETTER) at = this.#word(bytes, at);
      else at += 1;
    }
    return this.#found.slice(0, this.#count).sort();
  }

  /** Takes the word that begins here, with those that are joined to it. Returns the place behind. */
  #word(bytes: Uint8Array, from: number): number {
    let start = from;
    for (;;) {
      const end = this.#endOf(bytes, start);
      if (end - start >= MIN_LENGTH) this.#add(hashOfRange(bytes, start, end));
      if (!this.#isJoined(bytes, end)) {
        if (start > from) this.#add(hashOfRange(bytes, from, end));
        return end;
      }
      start = end + 1;
    }
  }

  #isJoined(bytes: Uint8Array, end: number): boolean {
    return bytes[end] === HYPHEN && this.#kinds[bytes[end + 1] ?? 0] === LETTER;
  }

  #endOf(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && this.#kinds[bytes[at] ?? 0] !== OTHER) at += 1;
    return at;
  }

  #add(hash: WordHash): void {
    if (this.#count >= MAX_WORDS) return;
    let slot = hash & 8_191;
    while (this.#stamps[slot] === this.#stamp) {
      if (this.#slots[slot] === hash) return;
      slot = (slot + 1) & 8_191;
    }
    this.#stamps[slot] = this.#stamp;
    this.#slots[slot] = hash;
    this.#found[this.#count] = hash;
    this.#count += 1;
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$';

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(256).fill(OTHER);
  // Characters above ASCII count as letters.
  kinds.fill(LETTER, LAST_ASCII + 1);
  for (const letter of LETTERS) kinds[letter.charCodeAt(0)] = LETTER;
  for (const digit of '0123456789') kinds[digit.charCodeAt(0)] = DIGIT;
  return kinds;
}
