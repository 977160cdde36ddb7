import { inlineCode, oneLine } from '../core/text.ts';

// The runtime takes milliseconds to prepare such classes of characters: they stand where they are first used, so that
// no start pays for them.

/**
 * Characters that are invisible or look like a space: controls, format and bidi characters, line separators, spaces
 * other than the plain one, blank letters, lone surrogates, and variation selectors that turn no sign into a picture.
 */
function everyHidden(): RegExp {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|(?!(?<=\p{ExtPict})[\ufe0e\ufe0f]|(?<=[\d#*])\ufe0f\u20e3)\p{DI}/gu;
}

const OPERATOR_OR_PATH = /^[$`|&;<>()'"\\/.~]$/;

export function hasHiddenCharacters(text: string): boolean {
  return text.search(everyHidden()) !== -1;
}

/** True when a character looks like one that a shell or a path would act on, or alphabets are mixed in one word. */
export function hasLookAlikes(text: string): boolean {
  const others = text.match(/[^\0-\x7f]/gu) ?? [];
  return mixesAlphabets(text) || others.some((one) => OPERATOR_OR_PATH.test(one.normalize('NFKC')));
}

/**
 * Beside a Latin letter all of Cyrillic is misleading, but only these Greek letters, since a `\u03bcs` or `\u0394t`
 * misleads nobody: capitals like A B E Z H I K M N O P T Y X, and small ones like a y i k v o p u x.
 */
function mixesAlphabets(text: string): boolean {
  return /[\p{sc=Cyrillic}\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7](?:(?<=\p{sc=Latin}\p{M}*.)|(?=\p{M}*\p{sc=Latin}))/u.test(
    text,
  );
}

/** Between letters of these scripts the wide forms of signs are ordinary punctuation. */
function hasEastAsian(text: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text);
}

/** True for a word that a person would misread, however it is quoted. */
export function isMisleading(word: string): boolean {
  return mixesAlphabets(word) || (!hasEastAsian(word) && hasLookAlikes(word));
}

/** The text with every hidden character written as an escape such as `\x1b` or `\u{202e}`. */
export function escapeHidden(text: string): string {
  return text.replace(everyHidden(), (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/** Like `escapeHidden`, for several lines: line breaks and tabs stay. */
export function escapeHiddenInLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escapeHidden).join('\t'))
    .join('\n');
}

/** From this number of blanks in a row on, they are counted for the reader. */
const MAX_SHOWN_BLANKS = 8;

/** Shows many blanks, in a row or at an end, as signs: `ls` and 300 blanks would hide the rest. */
export function showBlanks(text: string): string {
  return text.replace(/^ +| +$| {2,}/g, ({ length }) =>
    length > MAX_SHOWN_BLANKS ? `\u2423{${length}}` : '\u2423'.repeat(length),
  );
}

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Puts a mark before every line of an untrusted text: no line can pass for one of the program's own. */
export function dataLines(text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => `> ${line.split('\t').map(escapeHidden).join('\t')}`)
    .join('\n');
}

/** An argv as a person reads it: words with anything unusual in single quotes, hidden characters escaped. */
export function displayOf(argv: readonly string[]): string {
  return escapeHidden(argv.map(quoteWord).join(' '));
}

function quoteWord(word: string): string {
  // The symbols that have a meaning for a shell are excluded.
  const needsNone = /^(?!~)(?:[\p{L}\p{N}\p{M}_@%:,./-]|(?![$<>|`])\p{S})+$/u.test(word);
  return needsNone ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Signs that Markdown, or a chat, could take for more than text. */
const MARKUP = /[*_~`[\]<>#|\\!&@]|:\/\/|www\./i;

/** One line of other authors: as code if any of its signs could be interpreted. `most`: UTF-16 code units. */
export function foreignLine(text: string, most: number): string {
  const shown = oneLine(escapeHidden(text), most);
  return MARKUP.test(shown) ? inlineCode(shown) : shown;
}
