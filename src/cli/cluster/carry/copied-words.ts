/** In UTF-16 code units: enough to know again what was asked for. */
const LONGEST = 200;
/** Half a character, where a text was cut: PostgreSQL takes none. */
const LONE_SURROGATE = /\p{Cs}/gu;
/** Nor does it take this. */
const ZERO = '\u0000';

/** The beginning of what somebody wrote, as PostgreSQL takes it. */
export function copiedWords(text: string): string {
  return text.slice(0, LONGEST).replace(LONE_SURROGATE, '').replaceAll(ZERO, '');
}
