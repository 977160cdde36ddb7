/**
 * Characters that would move a terminal's cursor, reverse a line or be invisible in it: controls, bidi controls,
 * invisible characters. Not line ends and tabs, nor the joiners and marks of scripts and emoji.
 */
const HIDDEN = /(?![\n\t\u00ad\u061c\u200c-\u200f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes each of them as `\u{202e}`: file names and models may contain them. */
export function escapeInvisible(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
