import { lineEnd, lineStart, sameAtEnd, sameAtStart } from '../base/same-ends.ts';
import type { GrammarName } from './languages.ts';

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

/** What may reach from one line into others far away: comments, strings of many lines, a line that goes on, a condition. */
const REACHES = /\/\*|\*\/|`|"""|'''|\\|^[ \t]*#[ \t]*(?:if|el|end)/m;

/** What begins something that a grammar understands alone, as far as one can tell by its place: a word in the first column. */
const BEGINS = /[\p{L}_@$]/u;

/** Words in the first column with which something goes on that began before. */
const GOES_ON =
  /^(?:case|catch|default|elif|else|except|extends|finally|implements|private|protected|public|where|while)(?![\p{L}\p{N}_$])/u;
/** Longest word of these with what follows it, in UTF-16 code units. */
const MAX_GOING_ON_LENGTH = 12;

/** A line behind which something goes on; an attribute belongs to what follows it. */
const GOES_ON_BELOW = /^[@#]|(?:[=,([&|+?.<\\]|=>)\r?$/;

/** What a function returns may have a line of its own there. */
const GOES_ON_BELOW_IN_CPP = /^#|^(?!\/\/).*[=,([&|+?.<\w*>]\r?$/;

/** What opens, and closes, a text of many lines. */
const TEXTS: Partial<Record<GrammarName, readonly RegExp[]>> = {
  cpp: [/(?<![\\'])"/g],
  python: [/"""/g, /'''/g],
  rust: [/(?<![\\'])"/g],
};
const USUAL_TEXTS: readonly RegExp[] = [/(?<!\\)`/g];

export function comesInPieces(grammar: GrammarName): boolean {
  return IN_PIECES.has(grammar);
}

/**
 * What differs, before and after, from where the last thing in the first column began to where the next one begins. Undefined when that is
 * most of the file, so that nothing is won, and when the lines that differ may have to do with the rest.
 */
export function changedPieces(
  before: string,
  after: string,
  grammar: GrammarName,
): readonly [string, string] | undefined {
  const same = sameAtStart(before, after);
  const begins = (line: number): boolean => beginsAt(after, line, grammar);
  const from = beginningBefore(after, same, begins);
  const rest = sameAtEnd(before, after, same);
  const to = beginningFrom(after, after.length - rest, begins);
  if (to - from > after.length / 2) return undefined;
  const line = lineStart(after, same);
  if ([before, after].some((text) => REACHES.test(text.slice(line, lineEnd(text, text.length - rest))))) {
    return undefined;
  }
  // What looks like the beginning of something may be a line of a text, or of a comment.
  if (isInText(after.slice(0, from), grammar)) return undefined;
  return [before.slice(from, to + before.length - after.length), after.slice(from, to)];
}

type IsBeginning = (line: number) => boolean;

/** The last beginning whose first character stands before `end`. */
function beginningBefore(text: string, end: number, begins: IsBeginning): number {
  for (let line = end; line > 0; ) {
    line = line < 2 ? 0 : text.lastIndexOf('\n', line - 2) + 1;
    if (line < end && begins(line)) return line;
  }
  return 0;
}

/** The first beginning of which the end of the line before it also stands behind `start`; else the end of the text. */
function beginningFrom(text: string, start: number, begins: IsBeginning): number {
  for (let end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (begins(end + 1)) return end + 1;
  }
  return text.length;
}

function beginsAt(text: string, line: number, grammar: GrammarName): boolean {
  if (!BEGINS.test(text.charAt(line))) return false;
  if (line === 0) return true;
  if (GOES_ON.test(text.slice(line, line + MAX_GOING_ON_LENGTH))) return false;
  const above = text.slice(line < 2 ? 0 : text.lastIndexOf('\n', line - 2) + 1, line - 1);
  return !(grammar === 'cpp' ? GOES_ON_BELOW_IN_CPP : GOES_ON_BELOW).test(above);
}

/** True when a text of many lines, or a comment, begins in these lines and does not end in them, as far as marks tell. */
function isInText(text: string, grammar: GrammarName): boolean {
  const marks = TEXTS[grammar] ?? USUAL_TEXTS;
  if (marks.some((mark) => (text.match(mark)?.length ?? 0) % 2 === 1)) return true;
  return grammar !== 'python' && text.lastIndexOf('/*') > text.lastIndexOf('*/');
}
