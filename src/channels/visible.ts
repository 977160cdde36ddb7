/**
 * What would move a terminal's cursor, turn a line round or hide in it: controls, bidi controls, invisible characters.
 * Not line ends and tabs, nor the joiners and marks that scripts and emoji are written with.
 */
const HIDDEN = /(?![\n\t\u00ad\u061c\u200c-\u200f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text with each of them written out, as `\u{202e}`: a file name or a model may bring them along. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
