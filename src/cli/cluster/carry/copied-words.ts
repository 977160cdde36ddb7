/** In UTF-16 code units: enough to recognise what was asked for. */
const LONGEST = 200;
/** PostgreSQL refuses the zero, and half a character, which a cut may leave. */
const LONE_SURROGATE = /\p{Cs}/gu;
const ZERO = '\u0000';

/** The first `LONGEST` characters of a text, without those that PostgreSQL refuses. */
export function cleanForPostgres(text: string): string {
  return text.slice(0, LONGEST).replace(LONE_SURROGATE, '').replaceAll(ZERO, '');
}
