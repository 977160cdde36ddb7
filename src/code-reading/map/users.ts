import type { WordHash } from './words.ts';

/** Names to search for in the words of all files, as hashes. */
export interface WantedName {
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

const NOBODY = new Uint32Array();

/**
 * Finds the files that use each of these words. In tables of numbers, because a large project has millions of words,
 * of which only the wanted ones are kept.
 */
export function usersOf(
  files: readonly { readonly words: Uint32Array }[],
  asked: readonly WantedName[],
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
      return place === 0 ? NOBODY : all.subarray(ends[place - 1], ends[place]);
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
    const words = files[index]?.words ?? NOBODY;
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

function tableOf(asked: readonly WantedName[]): HashTable {
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
