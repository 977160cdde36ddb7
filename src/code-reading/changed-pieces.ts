import { lineEnd, lineStart, sameAtEnd, sameAtStart } from '../core/text.ts';
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
const DEFAULT_TEXTS: readonly RegExp[] = [/(?<!\\)`/g];

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

/** True for words in the first column that continue something. */
function goesOn(text: string): boolean {
  return /^(?:case|catch|default|elif|else|except|extends|finally|implements|private|protected|public|where|while)(?![\p{L}\p{N}_$])/u.test(
    text,
  );
}

/** Beginning of something that a grammar can parse alone, judged by its place: a word in the first column. */
function beginsAt(text: string, line: number, grammar: GrammarName): boolean {
  if (!/[\p{L}_@$]/u.test(text.charAt(line))) return false;
  if (line === 0) return true;
  if (goesOn(text.slice(line, line + MAX_GOING_ON_LENGTH))) return false;
  const above = text.slice(line < 2 ? 0 : text.lastIndexOf('\n', line - 2) + 1, line - 1);
  return !(grammar === 'cpp' ? GOES_ON_BELOW_IN_CPP : GOES_ON_BELOW).test(above);
}

/**
 * True when a text of many lines, or a comment, begins in these lines and does not end in them, as far as marks tell.
 */
function isInText(text: string, grammar: GrammarName): boolean {
  const marks = TEXTS[grammar] ?? DEFAULT_TEXTS;
  if (marks.some((mark) => (text.match(mark)?.length ?? 0) % 2 === 1)) return true;
  return grammar !== 'python' && text.lastIndexOf('/*') > text.lastIndexOf('*/');
}

/** Words that mean something to a grammar of `changed-pieces.ts`: each is like itself alone. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    // JavaScript and TypeScript
    'abstract accessor any as asserts async await bigint boolean break case catch class const continue debugger declare',
    'default delete do else enum export extends finally for from function get global if implements import in infer',
    'instanceof interface is keyof let meta module namespace never new null number object of out override package',
    'private protected public readonly require return satisfies set static string super switch symbol target this throw',
    'try type typeof undefined unique unknown using var void while with yield',
    // Python
    'and assert def del elif except exec False lambda match None nonlocal not or pass print raise True',
    // Go
    'chan defer fallthrough func go goto iota make map nil range select struct',
    // Rust
    'auto become bool box char crate dyn extern final fn impl loop macro macro_rules mod move mut priv pub raw ref self',
    'Self str trait union unsafe unsized use virtual where',
    'u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64',
    // C++
    'alignas alignof and_eq asm bitand bitor co_await co_return co_yield compl concept const_cast consteval constexpr',
    'constinit decltype defined double dynamic_cast explicit float friend inline int long mutable noexcept not_eq operator',
    'noreturn nullptr offsetof or_eq register reinterpret_cast requires restrict short signed sizeof static_assert',
    'static_cast template thread_local typedef typeid typename unsigned volatile xor xor_eq _alignof _unaligned',
  ]
    .join(' ')
    .split(' '),
);

/** A comment or a string over many lines, a continued line, a tag: a change beside it may have distant effects. */
function reachesOtherLines(text: string): boolean {
  return /\/\*|\*\/|`|"""|'''|\\|<[\p{L}_$/]/u.test(text);
}

/** In these languages some signs make something else of the word behind them, as in `'a'`, `#if` and `$a:expr`. */
const WITH_CHARACTERS: ReadonlySet<GrammarName> = new Set(['cpp', 'go', 'rust']);

/** It means nothing in a comment, and nothing where what looks like a comment is a part of a longer text. */
function isHarmless(text: string): boolean {
  return /^[\p{L}\p{N}\s_.,:;!?()[\]@'/+=-]*$/u.test(text);
}

/**
 * True when a grammar surely finds as much sense in the one as in the other, as after a change of names, of numbers or
 * of a comment: the lines that differ have the same signs, and between them words of the same kinds. False proves
 * nothing.
 */
export function keepsItsShape(before: string, after: string, grammar: GrammarName): boolean {
  if (!comesInPieces(grammar)) return false;
  const same = sameAtStart(before, after);
  const rest = sameAtEnd(before, after, same);
  const line = lineStart(after, same);
  // A continued line includes the changed one.
  if (/\\\r?\n$/.test(after.slice(Math.max(0, line - 3), line))) return false;
  const [old, now] = [before, after].map((text) =>
    shapeOf(text.slice(line, lineEnd(text, text.length - rest)), grammar),
  );
  return old !== undefined && old === now;
}

/** Lines of code without comments, with the kind of each word in its place. Undefined when that is not certain. */
function shapeOf(text: string, grammar: GrammarName): string | undefined {
  if (reachesOtherLines(text) || (WITH_CHARACTERS.has(grammar) && /['#$]/.test(text))) return undefined;
  const lines = text.split('\n').map((line) => withoutComment(line, grammar === 'python' ? '#' : '//'));
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .replace(/[\p{L}\p{N}_$]+/gu, wordKind);
}

function withoutComment(line: string, mark: '#' | '//'): string {
  const at = line.indexOf(mark);
  const isComment = at !== -1 && isHarmless(line.slice(at + mark.length)) && !/["'/]/.test(line.slice(0, at));
  return (isComment ? line.slice(0, at) : line).trimEnd();
}

/**
 * Names of a compiler, as `__attribute__`; a pattern, as `_` alone; C++'s own types, as `uint8_t`; a name in capitals
 * may be a macro.
 */
const OWN = /^_$|^_[_A-Z]|_t$|^[A-Z][A-Z\d_]+$/;

function wordKind(word: string, at: number, text: string): string {
  const around = text.charAt(at - 1) + text.charAt(at + word.length);
  // Some letters belong to signs beside them: /a/g, rb"a", {a!r}, and what C++ has around its own long texts: R"a( )a".
  const isPart = /^[/!]|^"\(|^\)"/.test(around) || (/["']$/.test(around) && word.length < 4);
  if (isPart || RESERVED.has(word) || OWN.test(word)) return word;
  if (word === 'true' || word === 'false') return '\0boolean';
  if (/^[1-9]\d*$/.test(word)) return '\0number';
  return /^[A-Za-z_]\w*$/.test(word) ? '\0name' : word;
}
