/**
 * The first `max` UTF-16 code units of a text, never ending in half a surrogate pair; `...` marks a cut (ASCII on
 * purpose).
 */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${cutAt(text, Math.max(0, max - 3))}...`;
}

/** One line: white space collapsed, shortened. */
export function oneLine(text: string, max: number): string {
  return shorten(text.replace(/\s+/g, ' ').trim(), max);
}

/**
 * The first `max` code units without splitting a surrogate pair; a split one makes the Messages API answer 400 for
 * ever.
 */
export function cutAt(text: string, max: number): string {
  const end = isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max;
  return text.slice(0, end);
}

/** `mañana` is `manana`: without accents and all other marks, as people type in a hurry. */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** What a person typed, to be compared: small letters without marks, nothing around them. */
export function foldAnswer(text: string): string {
  return withoutMarks(text.trim().toLowerCase());
}

/** `auditoría` is `auditoria`; an n with a tilde is a letter of its own and stays. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/(?<![nN])\p{M}/gu, '')
    .normalize();
}

/** The first whole lines within `max` code units; less than a line only where the first one is longer than that. */
export function firstLines(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf('\n', max);
  return cutAt(text, end > 0 ? end : max);
}

/** The last `max` code units without splitting a surrogate pair. */
export function tailOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.length - max;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

/** Adds the capital letter of a sentence that stands by itself. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One line as code in Markdown: shown exactly, whichever signs it holds. */
export function inlineCode(text: string): string {
  const around = '`'.repeat(longestRun(text, '`') + 1);
  // Backticks at an end would belong to those around.
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return text === '' ? '' : `${around}${room}${text}${room}${around}`;
}

/** Lines as a block of code in Markdown. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Text between the tags of XML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A number in SVG: finer than a hundredth of a pixel is seen on no screen. */
export function roundCoordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function longestRun(text: string, character: string): number {
  let longest = 0;
  let run = 0;
  for (const one of text) {
    run = one === character ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** True when every character fits one byte: a single other one doubles a request string in memory and time. */
export function isLatin1(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the definition of Latin-1.
  return /^[\u0000-\u00ff]*$/.test(text);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/**
 * Sequences that a terminal obeys and does not show. Operating system commands (titles, links) are cut off after
 * 4,096 characters, so that an unterminated one hides little.
 */
export const ANSI_SEQUENCES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are made of control characters.
  /(?:\u001b[\]PX^_]|\u009d)[^\u0007\u001b\u009c\n]{0,4096}(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;

/** One word of `sh`. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Lengths that are compared in one step; one character at a time, a text of 8 kB takes a millisecond before the code
 * is compiled.
 */
const COMPARED_LENGTHS = [4_096, 256, 16, 1] as const;

/** How many code units two texts have in common at their start. */
export function sameAtStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  for (const step of COMPARED_LENGTHS) {
    while (same + step <= most && other.startsWith(one.slice(same, same + step), same)) same += step;
  }
  return same;
}

/** How many at their end, behind the first `start` ones, which are the same too. */
export function sameAtEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let same = 0;
  for (const step of COMPARED_LENGTHS) {
    const isSame = (): boolean => {
      const end = one.length - same;
      return other.endsWith(one.slice(end - step, end), other.length - same);
    };
    while (same + step <= most && isSame()) same += step;
  }
  return same;
}

/** How much white space a line begins with, in UTF-16 code units. */
export function indentWidth(line: string): number {
  return line.length - line.trimStart().length;
}

/** Where the line begins that holds the code unit before `from`, or `from` itself at the start of the text. */
export function lineStart(text: string, from: number): number {
  return from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
}

/** Where the line ends that holds `from`: at its line break, or at the end of the text. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
