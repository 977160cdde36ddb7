import fc from 'fast-check';

const PLAIN = /^[A-Za-z0-9_./:@%+,-]$/;

/** One character in one of the ways that bash takes alike. */
const spelledCharacter = fc.constantFrom<(character: string) => string>(
  (character) => (PLAIN.test(character) ? character : `\\${character}`),
  (character) => `\\${character}`,
  (character) => (character === "'" ? `"'"` : `'${character}'`),
  (character) => `"${/["$`\\]/.test(character) ? '\\' : ''}${character}"`,
  (character) => ansi(character, (code) => `\\x${code.toString(16).padStart(2, '0')}`),
  (character) => ansi(character, (code) => `\\${code.toString(8).padStart(3, '0')}`),
  (character) => ansi(character, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  (character) => `''"${/["$`\\]/.test(character) ? '\\' : ''}${character}"""`,
);

function ansi(character: string, escaped: (code: number) => string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? `$'${escaped(code)}'` : `'${character}'`;
}

/** The whole word in one pair of quotes. */
const wholeWord = fc.constantFrom<(word: string) => string>(
  (word) => `'${word.replaceAll("'", `'"'"'`)}'`,
  (word) => `"${word.replace(/["$`\\]/g, '\\$&')}"`,
  (word) => `$'${word.replace(/['\\]/g, '\\$&')}'`,
);

const blank = fc.constantFrom(' ', '  ', '\t');

/** A line that bash reads as exactly this argv: quotes of all kinds, escapes, words split in the middle. */
export function spellingsOf(argv: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(...argv.map((word) => fc.tuple(blank, spellingsOfWord(word))))
    .map((words) => words.map(([before, word]) => `${before}${word}`).join(''));
}

function spellingsOfWord(word: string): fc.Arbitrary<string> {
  const characters = [...word];
  const split = fc
    .array(spelledCharacter, { minLength: characters.length, maxLength: characters.length })
    .map((spell) => characters.map((character, index) => spell[index]?.(character) ?? character).join(''));
  return word === ''
    ? fc.constantFrom("''", '""', "$''")
    : fc.oneof(
        split,
        wholeWord.map((quote) => quote(word)),
      );
}
