import { lineEnd, lineStart, sameAtEnd, sameAtStart } from '../core/same-ends.ts';
import { comesInPieces } from './changed-pieces.ts';
import type { GrammarName } from './languages.ts';

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
const REACHES = /\/\*|\*\/|`|"""|'''|\\|<[\p{L}_$/]/u;

/** In these languages some signs make something else of the word behind them, as in `'a'`, `#if` and `$a:expr`. */
const WITH_CHARACTERS: ReadonlySet<GrammarName> = new Set(['cpp', 'go', 'rust']);

/** Means nothing in a comment, and nothing where what looks like a comment is a part of a longer text. */
const HARMLESS = /^[\p{L}\p{N}\s_.,:;!?()[\]@'/+=-]*$/u;

/**
 * True when a grammar surely finds as much sense in the one as in the other, as after a change of names, of numbers or of
 * a comment: the lines that differ have the same signs, and between them words of the same kinds. False proves nothing.
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
  if (REACHES.test(text) || (WITH_CHARACTERS.has(grammar) && /['#$]/.test(text))) return undefined;
  const lines = text.split('\n').map((line) => withoutComment(line, grammar === 'python' ? '#' : '//'));
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .replace(/[\p{L}\p{N}_$]+/gu, kindOf);
}

function withoutComment(line: string, mark: '#' | '//'): string {
  const at = line.indexOf(mark);
  const isComment =
    at !== -1 && HARMLESS.test(line.slice(at + mark.length)) && !/["'/]/.test(line.slice(0, at));
  return (isComment ? line.slice(0, at) : line).trimEnd();
}

/**
 * Names of a compiler, as `__attribute__`; a pattern, as `_` alone; C++'s own types, as `uint8_t`; a name in capitals
 * may be a macro.
 */
const OWN = /^_$|^_[_A-Z]|_t$|^[A-Z][A-Z\d_]+$/;

function kindOf(word: string, at: number, text: string): string {
  const around = text.charAt(at - 1) + text.charAt(at + word.length);
  // Some letters belong to signs beside them: /a/g, rb"a", {a!r}, and what C++ has around its own long texts: R"a( )a".
  const isPart = /^[/!]|^"\(|^\)"/.test(around) || (/["']$/.test(around) && word.length < 4);
  if (isPart || RESERVED.has(word) || OWN.test(word)) return word;
  if (word === 'true' || word === 'false') return '\0boolean';
  if (/^[1-9]\d*$/.test(word)) return '\0number';
  return /^[A-Za-z_]\w*$/.test(word) ? '\0name' : word;
}
