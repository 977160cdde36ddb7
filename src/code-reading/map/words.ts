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

/** Names to search for in the words of all files, as hashes. */
export interface NameSearch {
  /** How others name the file. */
  readonly names: readonly WordHash[];
  readonly declared: readonly WordHash[];
}

export interface UsersByName {
  /** Indices of the files that hold a word, in ascending order. */
  of(hash: WordHash): Uint32Array;
  /** How many files declare it. */
  countDeclaring(hash: WordHash): number;
}

const NO_WORDS = new Uint32Array();

/**
 * Finds the files that use each of these words. In tables of numbers, because a large project has millions of words,
 * of which only the wanted ones are kept.
 */
export function usersOf(
  files: readonly { readonly words: Uint32Array }[],
  asked: readonly NameSearch[],
): UsersByName {
  const table = tableOf(asked);
  const declaring = new Uint32Array(table.size + 1);
  for (const { declared } of asked) for (const hash of declared) addAt(declaring, placeOfHash(table, hash));
  const counts = new Uint32Array(table.size + 1);
  forEachUse(table, files, (place) => addAt(counts, place));
  const ends = sumsOf(counts);
  const next = ends.slice();
  const all = new Uint32Array(ends[table.size] ?? 0);
  forEachUse(table, files, (place, index) => {
    all[next[place - 1] ?? 0] = index;
    addAt(next, place - 1);
  });
  return {
    of(hash) {
      const place = placeOfHash(table, hash);
      return place === 0 ? NO_WORDS : all.subarray(ends[place - 1], ends[place]);
    },
    countDeclaring: (hash) => declaring[placeOfHash(table, hash)] ?? 0,
  };
}

function addAt(counts: Uint32Array, place: number): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

function forEachUse(
  table: HashTable,
  files: readonly { readonly words: Uint32Array }[],
  use: (place: number, index: number) => void,
): void {
  // By index: an iterator makes an object for each of millions.
  for (let index = 0; index < files.length; index += 1) {
    const words = files[index]?.words ?? NO_WORDS;
    for (let at = 0; at < words.length; at += 1) {
      const place = placeOfHash(table, words[at] ?? 0);
      if (place > 0) use(place, index);
    }
  }
}

/** Open addressing; at most half full. */
interface HashTable {
  readonly mask: number;
  readonly keys: Uint32Array;
  /** From 1; 0 is an empty slot. */
  readonly places: Uint32Array;
  readonly size: number;
}

function tableOf(asked: readonly NameSearch[]): HashTable {
  const count = asked.reduce((sum, { names, declared }) => sum + names.length + declared.length, 0);
  let slots = 16;
  while (slots < count * 2) slots *= 2;
  const table = { keys: new Uint32Array(slots), places: new Uint32Array(slots), mask: slots - 1, size: 0 };
  for (const { names, declared } of asked) {
    for (const hash of names) addWord(table, hash);
    for (const hash of declared) addWord(table, hash);
  }
  return table;
}

function addWord(table: { -readonly [Key in keyof HashTable]: HashTable[Key] }, hash: WordHash): void {
  const slot = slotOf(table, hash);
  if (table.places[slot] !== 0) return;
  table.size += 1;
  table.keys[slot] = hash;
  table.places[slot] = table.size;
}

function placeOfHash(table: HashTable, hash: WordHash): number {
  return table.places[slotOf(table, hash)] ?? 0;
}

function slotOf({ mask, keys, places }: HashTable, hash: WordHash): number {
  let slot = hash & mask;
  while (places[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & mask;
  return slot;
}

/** Where the list of each place ends, the one of place 0 at 0. */
function sumsOf(counts: Uint32Array): Uint32Array {
  const ends = new Uint32Array(counts.length);
  for (let place = 1; place < counts.length; place += 1) {
    ends[place] = (ends[place - 1] ?? 0) + (counts[place] ?? 0);
  }
  return ends;
}
