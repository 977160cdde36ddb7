/** One word of a text, as it is compared. */
export interface PhraseWord {
  /** Lower case, without accents and the punctuation around it. */
  readonly folded: string;
  /** Place after its last character in the text. */
  readonly end: number;
}

export type PhraseWords = readonly PhraseWord[];

/** What was read from a place on; `next` is the word behind it. */
export interface PhraseReading<Value> {
  readonly value: Value;
  readonly next: number;
}

/** Punctuation that a word begins with. The dash of a number belongs to it: `-5 minutes` are not five. */
const BEFORE_WORD = /^(?:(?!\p{Dash_Punctuation}\p{Number})\p{Punctuation})+/u;

export function splitPhrase(text: string): PhraseWords {
  return [...text.matchAll(/\S+/g)].map((match) => ({
    folded: foldWord(match[0]),
    end: match.index + match[0].length,
  }));
}

/** The place behind these words (`a las`), when they stand here; one of several ways to write them. */
export function matchSpelling(
  words: PhraseWords,
  at: number,
  spellings: readonly string[],
): number | undefined {
  for (const spelling of spellings) {
    const wanted = spelling.split(' ');
    if (wanted.every((word, index) => words[at + index]?.folded === word)) return at + wanted.length;
  }
  return undefined;
}

/** What a pattern finds here; it ends where a word ends. Its groups, and the place behind it. */
export function matchPattern(
  words: PhraseWords,
  at: number,
  pattern: RegExp,
): PhraseReading<Readonly<Record<string, string | undefined>>> | undefined {
  const text = words
    .slice(at, at + MAX_PATTERN_WORDS)
    .map((word) => word.folded)
    .join(' ');
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [whole] = found;
  if (whole.length < text.length && text[whole.length] !== ' ') return undefined;
  return { value: found.groups ?? {}, next: at + whole.split(' ').length };
}

const MAX_PATTERN_WORDS = 16;

function foldWord(word: string): string {
  const plain = word
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  // `a.m.` is one word; the point of `9.30` stays.
  return /^[ap]\.?m[.,;:]*$/.test(plain)
    ? plain.slice(0, 1).concat('m')
    : plain.replace(BEFORE_WORD, '').replace(/[^\p{L}\p{N}*]+$/u, '');
}
