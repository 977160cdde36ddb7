import { lineEnd, lineStart, sameAtEnd, sameAtStart } from '../core/same-ends.ts';
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

/** Syntax that may affect distant lines: comments, strings of many lines, a continued line, a condition. */
const REACHES = /\/\*|\*\/|`|"""|'''|\\|^[ \t]*#[ \t]*(?:if|el|end)/m;

/** Beginning of something that a grammar can parse alone, judged by its place: a word in the first column. */
const BEGINS = /[\p{L}_@$]/u;

/** Words in the first column that continue something. */
const GOES_ON =
  /^(?:case|catch|default|elif|else|except|extends|finally|implements|private|protected|public|where|while)(?![\p{L}\p{N}_$])/u;
/** Longest word of these with what follows it, in UTF-16 code units. */
const MAX_GOING_ON_LENGTH = 12;

/** A line that the next one continues; an attribute belongs to the line after it. */
const GOES_ON_BELOW = /^[@#]|(?:[=,([&|+?.<\\]|=>)\r?$/;

/** The return type of a function may have a line of its own there. */
const GOES_ON_BELOW_IN_CPP = /^#|^(?!\/\/).*[=,([&|+?.<\w*>]\r?$/;

/** Opening and closing signs of a text of many lines. */
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
 * The differing parts, before and after, from the last beginning in the first column to the next one. Undefined when
 * that is most of the file, so that nothing is gained, and when the differing lines may affect the rest.
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
  // An apparent beginning may be a line of a text, or of a comment.
  if (isInText(after.slice(0, from), grammar)) return undefined;
  return [before.slice(from, to + before.length - after.length), after.slice(from, to)];
}

type IsBeginning = (line: number) => boolean;

/** The last beginning whose first character is before `end`. */
function beginningBefore(text: string, end: number, begins: IsBeginning): number {
  for (let line = end; line > 0; ) {
    line = line < 2 ? 0 : text.lastIndexOf('\n', line - 2) + 1;
    if (line < end && begins(line)) return line;
  }
  return 0;
}

/** The first beginning whose previous line ends after `start`; else the end of the text. */
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
