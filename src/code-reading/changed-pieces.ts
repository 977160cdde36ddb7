import type { GrammarName } from './languages.ts';
import { lineEnd, lineStart, sameAtEnd, sameAtStart } from './same-ends.ts';

/** Languages in which anything may follow anything in the first column, and which have no text around the code. */
const IN_PIECES: ReadonlySet<GrammarName> = new Set([
  'cpp',
  'go',
  'javascript',
  'python',
  'rust',
  'tsx',
  'typescript',
]);

/** What may reach from one line into others far away: comments, strings of many lines, a line that goes on. */
const REACHES = /\/\*|\*\/|`|"""|'''|\\/;

/** What begins something that a grammar understands alone, as far as one can tell by its place: a word in the first column. */
const BEGINS = /[\p{L}_@$]/u;

export function comesInPieces(grammar: GrammarName): boolean {
  return IN_PIECES.has(grammar);
}

/**
 * What differs, before and after, from where the last thing in the first column began to where the next one begins. Undefined when that is
 * most of the file, so that nothing is won, and when the lines that differ may have to do with the rest.
 */
export function changedPieces(before: string, after: string): readonly [string, string] | undefined {
  const same = sameAtStart(before, after);
  const from = beginningBefore(after, same);
  const rest = sameAtEnd(before, after, same);
  const to = beginningFrom(after, after.length - rest);
  if (to - from > after.length / 2) return undefined;
  const line = lineStart(after, same);
  if ([before, after].some((text) => REACHES.test(text.slice(line, lineEnd(text, text.length - rest))))) {
    return undefined;
  }
  return [before.slice(from, to + before.length - after.length), after.slice(from, to)];
}

/** The last beginning whose first character stands before `end`. */
function beginningBefore(text: string, end: number): number {
  for (let line = end; line > 0; ) {
    line = line < 2 ? 0 : text.lastIndexOf('\n', line - 2) + 1;
    if (line < end && beginsAt(text, line)) return line;
  }
  return 0;
}

/** The first beginning of which the end of the line before it also stands behind `start`; else the end of the text. */
function beginningFrom(text: string, start: number): number {
  for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (beginsAt(text, end + 1)) return end + 1;
  }
  return text.length;
}

/** A decorator, or an attribute, belongs to what follows it. */
function beginsAt(text: string, line: number): boolean {
  if (!BEGINS.test(text.charAt(line))) return false;
  const above = line < 2 ? 0 : text.lastIndexOf('\n', line - 2) + 1;
  return line === 0 || !/[@#]/.test(text.charAt(above));
}
