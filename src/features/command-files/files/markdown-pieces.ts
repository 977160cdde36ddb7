/** A command file as it is read for expansion. One after the other, their sources are the whole text. */
export type CommandPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** Spans and fences: nothing in them is expanded. */
  | { readonly kind: 'code'; readonly text: string }
  /** `@path`; `isAlone`: nothing else is on its line. */
  | { readonly kind: 'file'; readonly path: string; readonly isAlone: boolean }
  /** `` !`line` `` */
  | { readonly kind: 'command'; readonly line: string };

/** Also within quotations and lists: what is taken for code is not run, so in doubt it is code. */
const FENCE = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)/;
const FENCE_END = /^([ \t>]*)(`{3,}|~{3,})[ \t]*$/m;
/** Quotes and brackets of every language end it. */
const PATH = /[^\s"'`<>|*?,;:!#@\p{Ps}\p{Pe}\p{Pi}\p{Pf}]+/uy;
/** Characters that end a sentence, or an aside within it. */
const PATH_END = /[.…–—]+$/;
const EXTENSION = /\.[a-z0-9]*[a-z][a-z0-9]*$/i;
const PACKAGE = /^[a-z0-9~-][a-z0-9._~-]*(?:\/[a-z0-9~-][a-z0-9._~-]*)+$/;
const PLACEHOLDER = /\$(?:ARGUMENTS|[1-9])/;

/** @param text with `\n` between lines */
export function piecesOf(text: string): readonly CommandPiece[] {
  return blocksOf(text).flatMap((block) =>
    block.isCode
      ? [{ kind: 'code', text: block.text } as const]
      : block.text.split(PARAGRAPHS).flatMap(inlinePieces),
  );
}

/** True for what is meant as a path: it has a `/` or an extension. */
export function isPathLike(path: string): boolean {
  return /[/\\]/.test(path) || EXTENSION.test(path);
}

/** True for what may be a package, such as `octokit/rest`, or a team: a file only when there is one. */
export function isPackageLike(path: string): boolean {
  return PACKAGE.test(path) && !EXTENSION.test(path);
}

/** Behind each blank line: spans of code end with their paragraph. */
const PARAGRAPHS = /(?<=\n[ \t]*\n)(?![ \t]*\n)/;

interface MarkdownBlock {
  readonly isCode: boolean;
  readonly text: string;
}

interface CodeFence {
  readonly signs: string;
  readonly indent: number;
}

/** A fence without an end continues to the end of the text. */
function blocksOf(text: string): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let lines: string[] = [];
  let fence: CodeFence | undefined;
  const close = (isCode: boolean): void => {
    if (lines.length > 0) blocks.push({ isCode, text: lines.join('') });
    lines = [];
  };
  for (const line of text.split(/(?<=\n)/)) {
    if (fence !== undefined) {
      lines.push(line);
      if (!endsFence(line, fence)) continue;
      close(true);
      fence = undefined;
    } else {
      fence = fenceOf(line);
      if (fence !== undefined) close(false);
      lines.push(line);
    }
  }
  close(fence !== undefined);
  return blocks;
}

function fenceOf(line: string): CodeFence | undefined {
  const [, prefix = '', signs = '', info = ''] = FENCE.exec(line) ?? [];
  if (signs === '' || (signs.startsWith('`') && info.includes('`'))) return undefined;
  return { signs, indent: prefix.length };
}

/** Deeper text is shown as code: ending the fence there would expand the rest of it. */
function endsFence(line: string, { signs, indent }: CodeFence): boolean {
  const [, prefix = '', found = ''] = FENCE_END.exec(line) ?? [];
  return found.startsWith(signs) && prefix.length <= indent + 3;
}

function inlinePieces(text: string): readonly CommandPiece[] {
  const closing = backtickRuns(text);
  const pieces: CommandPiece[] = [];
  let done = 0;
  const add = (piece: CommandPiece, from: number, to: number): void => {
    if (from > done) pieces.push({ kind: 'text', text: text.slice(done, from) });
    pieces.push(piece);
    done = to;
  };
  const signs = /`+|@/g;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    const at = sign.index;
    const isBehindCommand = pieces.at(-1)?.kind === 'command' && done === at - 1;
    const found = sign[0] === '@' ? fileAt(text, at) : codeAt(text, at, { closing, isBehindCommand });
    if (found === undefined) continue;
    add(found.piece, found.from, found.to);
    signs.lastIndex = found.to;
  }
  if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) });
  return pieces;
}

interface PieceMatch {
  readonly piece: CommandPiece;
  readonly from: number;
  readonly to: number;
}

function fileAt(text: string, at: number): PieceMatch | undefined {
  if (/[\p{L}\p{N}_.%+\-/\\@$&=~`]$/u.test(text.slice(0, at).slice(-2))) return undefined;
  PATH.lastIndex = at + 1;
  const [written = ''] = PATH.exec(text) ?? [];
  const path = written.replace(PATH_END, '');
  const to = at + 1 + path.length;
  // `@scope/name@1.2` and `@name@server` are no files.
  if (text[at + 1 + written.length] === '@') return undefined;
  if (!isPathLike(path) && !PLACEHOLDER.test(path)) return undefined;
  return { piece: { kind: 'file', path, isAlone: isAlone(text, at, to) }, from: at, to };
}

/** Looks no further than the nearest sign: a line may hold thousands of these. */
function isAlone(text: string, from: number, to: number): boolean {
  let start = from;
  while (isSpace(text[start - 1])) start -= 1;
  let end = to;
  while (isSpace(text[end])) end += 1;
  return (start === 0 || text[start - 1] === '\n') && (end === text.length || text[end] === '\n');
}

function isSpace(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\t';
}

interface PieceContext {
  /** Start of the next run of exactly so many backticks. */
  closing(length: number, after: number): number | undefined;
  /** True where a command ends: `!` precedes the sign. */
  readonly isBehindCommand: boolean;
}

function codeAt(
  text: string,
  at: number,
  { closing, isBehindCommand }: PieceContext,
): PieceMatch | undefined {
  const length = /^`+/.exec(text.slice(at))?.[0].length ?? 1;
  if (isEscaped(text, at)) return undefined;
  const end = closing(length, at + length);
  if (end === undefined) return undefined;
  const to = end + length;
  const line = text.slice(at + length, end);
  const isCommand =
    length === 1 &&
    text[at - 1] === '!' &&
    (isBehindCommand || !/[\p{L}\p{N}_\\!`]$/u.test(text.slice(0, at - 1).slice(-2))) &&
    line.trim() !== '' &&
    !line.includes('\n');
  if (isCommand) return { piece: { kind: 'command', line }, from: at - 1, to };
  return { piece: { kind: 'code', text: text.slice(at, to) }, from: at, to };
}

function isEscaped(text: string, at: number): boolean {
  const [slashes = ''] = /\\*$/.exec(text.slice(Math.max(0, at - 20), at)) ?? [];
  return slashes.length % 2 === 1;
}

/** Start of the next run of exactly so many backticks. Each run is examined once, however many there are. */
function backtickRuns(text: string): (length: number, after: number) => number | undefined {
  const places = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = places.get(run.length);
    if (known === undefined) places.set(run.length, [index]);
    else known.push(index);
  }
  const next = new Map<number, number>();
  return (length, after) => {
    const all = places.get(length) ?? [];
    let index = next.get(length) ?? 0;
    while (index < all.length && (all[index] ?? 0) < after) index += 1;
    next.set(length, index);
    return all[index];
  };
}
