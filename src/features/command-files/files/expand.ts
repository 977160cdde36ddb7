import { readFrontmatter } from '../../../claude-files/frontmatter.ts';
import type { TextFile, WorkspaceFiles } from '../../../contracts/workspace-files.ts';
import { Failure, isFailure, unreachable } from '../../../core/failure.ts';
import { codeBlock } from '../../../core/text.ts';
import { type BashExpansion, type Expansions, type FileExpansion, LoadFault } from '../command-file.ts';
import {
  type CommandArguments,
  filledLength,
  type MarkedLine,
  markArguments,
  withArguments,
} from './command-arguments.ts';
import { type CommandPiece, isPackageLike, isPathLike, piecesOf } from './markdown-pieces.ts';

/** Largest included file, in bytes. */
const MAX_FILE_BYTES = 256 * 1024;
const MAX_FILES = 100;
/** Names that are looked for, those of packages included. */
const MAX_LOOKS = 500;
/** Files within files. */
const MAX_DEPTH = 8;
/** Longest text as a whole, in UTF-16 code units: about 100,000 tokens. */
const MAX_CONTENT = 400_000;

export interface ExpansionParts {
  /** Files of the project. */
  readonly files: Pick<WorkspaceFiles, 'readText'>;
  readonly run: RunInline;
  redact(text: string): string;
  readonly args: CommandArguments;
  readonly signal: AbortSignal;
}

/** A file on the way to the one that is being expanded. */
interface ExpansionStep {
  readonly real: string;
  readonly shown: string;
}

/**
 * Puts files, outputs and arguments into the text of a command file. Only its own commands run, and nothing that came
 * from an argument, a file or an output is looked into for commands or arguments.
 * @param start the command file
 * @throws LoadFault `CIRCULAR_REFERENCE`, `TOO_LARGE`; Failure `stopped`
 */
export async function expandPieces(
  pieces: readonly CommandPiece[],
  start: ExpansionStep,
  parts: ExpansionParts,
): Promise<Expansions & { readonly content: string }> {
  const { args, run, signal } = parts;
  const lengths = pieces.map((piece) => ('text' in piece ? filledLength(piece.text, args) : 0));
  if (lengths.reduce((sum, length) => sum + length, 0) > MAX_CONTENT) throw tooLarge();
  const lines = pieces.flatMap((piece) =>
    piece.kind === 'command' ? [markArguments(piece.line, args)] : [],
  );
  const ran = await runAll(lines, run, signal);
  const included = new IncludedFiles(parts);
  const outputs = ran.values();
  const page: LayoutPart[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'command') {
      const output = outputs.next();
      if (output.done !== true) page.push(partOf(output.value));
    } else if (piece.kind === 'file')
      page.push(...(await included.file(withArgumentsIn(piece, args), [start])));
    else page.push({ kind: piece.kind, text: withArguments(piece.text, args) });
  }
  return { content: layOutWithinLimit(page), files: included.list, bash: ran.map(expansionOf) };
}

/** Measured before it is laid out, which takes time for each part of it. */
function layOutWithinLimit(page: readonly LayoutPart[]): string {
  if (page.reduce((sum, { text }) => sum + text.length, 0) > MAX_CONTENT) throw tooLarge();
  return layOut(page);
}

type FilePiece = Extract<CommandPiece, { readonly kind: 'file' }>;

interface FileReference extends FilePiece {
  /** True when an argument is part of the path: it may turn out to be no path. */
  readonly isFilled?: boolean;
}

function withArgumentsIn(piece: FilePiece, args: CommandArguments): FileReference {
  const path = withArguments(piece.path, args);
  return path === piece.path ? piece : { ...piece, path, isFilled: true };
}

class IncludedFiles {
  readonly list: FileExpansion[] = [];
  readonly #known = new Set<string>();
  readonly #parts: Pick<ExpansionParts, 'files' | 'redact' | 'signal'>;
  #characters = 0;
  #looks = 0;

  constructor(parts: Pick<ExpansionParts, 'files' | 'redact' | 'signal'>) {
    this.#parts = parts;
  }

  /** @param steps the way here, the command file first */
  async file(piece: FileReference, steps: readonly ExpansionStep[]): Promise<readonly LayoutPart[]> {
    const { path, isAlone, isFilled = false } = piece;
    const reference = `@${path}`;
    if (isFilled && !isPathLike(path)) return [{ kind: 'text', text: reference }];
    const read = await this.#read(path, steps);
    if (read.kind === 'unread') {
      if (read.isMissing && isPackageLike(path) && !isFilled) return [{ kind: 'text', text: reference }];
      this.list.push({ reference, resolved: false, error: read.error });
      return [{ kind: 'text', text: `${reference} (not included: ${read.error})` }];
    }
    const { text, real } = read;
    this.list.push({ reference, resolved: true, content: text });
    if (this.#known.has(real)) return [{ kind: 'text', text: `${path} (included only once)` }];
    this.#known.add(real);
    this.#characters += text.length;
    if (this.#characters > MAX_CONTENT) throw tooLarge();
    const block = await this.#blockOf(path, text, [...steps, { real, shown: path }]);
    if (isAlone) return [{ kind: 'block', text: block }];
    return [
      { kind: 'text', text: path },
      { kind: 'behind', text: block },
    ];
  }

  async #read(path: string, steps: readonly ExpansionStep[]): Promise<ReadFile> {
    this.#looks += 1;
    if (this.#looks > MAX_LOOKS) return { kind: 'unread', error: 'too many', isMissing: true };
    if (this.list.length >= MAX_FILES) return unreadableFile(`at most ${MAX_FILES} files are included`);
    if (steps.length > MAX_DEPTH) return unreadableFile(`files are included at most ${MAX_DEPTH} deep`);
    if (this.#parts.signal.aborted)
      throw new Failure('stopped', 'The command was stopped while it was read.');
    let file: TextFile;
    try {
      file = await this.#parts.files.readText(path);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.kind !== 'not-found') return unreadableFile(error.message);
      return { kind: 'unread', error: `not found: ${error.message}`, isMissing: true };
    }
    const { real } = file.path;
    const circle = steps.findIndex((step) => step.real === real);
    if (circle >= 0) {
      const way = [...steps.slice(circle).map(({ shown }) => shown), path];
      const message = `Circular reference: ${way.join(' -> ')}. Take one of them out.`;
      throw new LoadFault('CIRCULAR_REFERENCE', message, { circle: way });
    }
    if (file.bytes > MAX_FILE_BYTES) {
      return unreadableFile(`too large: ${file.bytes} bytes; at most ${MAX_FILE_BYTES} are included`);
    }
    return { kind: 'read', real, text: this.#parts.redact(plainLines(file.text)).trimEnd() };
  }

  async #blockOf(path: string, text: string, steps: readonly ExpansionStep[]): Promise<string> {
    if (!MARKDOWN.test(path)) return `## ${lastName(path)} (from ${path})\n\n${codeBlock(text)}`;
    const { body } = await readFrontmatter(text);
    const page: LayoutPart[] = [];
    for (const piece of piecesOf(body)) {
      if (piece.kind === 'file') page.push(...(await this.file(piece, steps)));
      else if (piece.kind === 'command') page.push({ kind: 'code', text: `!\`${piece.line}\`` });
      else page.push(piece);
    }
    // A heading that comes from an included file already names that file.
    return withSource(layOutWithinLimit(page), path, HEADING.test(body.trimStart()));
  }
}

type ReadFile =
  | { readonly kind: 'read'; readonly real: string; readonly text: string }
  | { readonly kind: 'unread'; readonly error: string; readonly isMissing: boolean };

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const HEADING = /^#{1,6}[ \t]/;

/** Adds the path to the leading heading; a text without one gets a heading of its own. */
function withSource(written: string, path: string, hasHeading: boolean): string {
  const text = written.trimStart();
  const source = ` (from ${path})`;
  const end = text.indexOf('\n');
  const first = end === -1 ? text : text.slice(0, end);
  if (hasHeading) return first.trimEnd() + source + text.slice(first.length);
  const heading = `## ${lastName(path)}${source}`;
  return text === '' ? heading : `${heading}\n\n${written}`;
}

function lastName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

function plainLines(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

function unreadableFile(error: string): ReadFile {
  return { kind: 'unread', error, isMissing: false };
}

function tooLarge(): LoadFault {
  return new LoadFault(
    'TOO_LARGE',
    `With its files the command has more than ${MAX_CONTENT} characters. Name fewer or smaller files.`,
  );
}

/** How one `` !`command` `` ended. */
export type InlineEnd =
  | { readonly kind: 'done'; readonly output: string }
  /** `error`: what it said, and how it ended where it said nothing. */
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'timed-out'; readonly limitMs: number }
  | { readonly kind: 'refused'; readonly why: string };

/** `shown`: the command with its arguments, each quoted where it must be. Output is redacted and shortened. */
type InlineRun = InlineEnd & { readonly shown: string };

/**
 * Runs a command of a command file, if it only reads and is allowed without a question.
 * @throws Failure `stopped` when the signal aborts
 */
export type RunInline = (line: MarkedLine, signal: AbortSignal) => Promise<InlineRun>;

/** Most of one file. */
const MAX_COMMANDS = 20;
/** At the same time. */
const MAX_TOGETHER = 8;

/** In the order of the lines. */
async function runAll(
  lines: readonly MarkedLine[],
  run: RunInline,
  signal: AbortSignal,
): Promise<readonly InlineRun[]> {
  const ends: InlineRun[] = [];
  for (let from = 0; from < lines.length; from += MAX_TOGETHER) {
    const wave = lines.slice(from, from + MAX_TOGETHER);
    const ran = wave.map(async (line, index): Promise<InlineRun> => {
      if (from + index < MAX_COMMANDS) return await run(line, signal);
      return { kind: 'refused', why: `a file runs at most ${MAX_COMMANDS} commands`, shown: line.line };
    });
    ends.push(...(await Promise.all(ran)));
  }
  return ends;
}

function expansionOf(run: InlineRun): BashExpansion {
  if (run.kind === 'done') return { command: run.shown, executed: true, output: run.output };
  return { command: run.shown, executed: false, error: errorOf(run) };
}

/** The text that replaces it. */
function partOf(run: InlineRun): LayoutPart {
  if (run.kind === 'done')
    return { kind: 'block', text: codeBlock(run.output === '' ? '(no output)' : run.output) };
  const heading = `This command was not executed${run.kind === 'failed' ? ' to its end' : ''}:`;
  return { kind: 'block', text: `${heading}\n\n${codeBlock(`${run.shown}\n${errorOf(run)}`)}` };
}

function errorOf(run: Exclude<InlineEnd, { readonly kind: 'done' }>): string {
  switch (run.kind) {
    case 'failed':
      return run.error;
    case 'timed-out':
      return `timeout: it ran longer than ${run.limitMs / 1000} s`;
    case 'refused':
      return `not allowed: ${run.why}`;
    default:
      return unreachable(run);
  }
}

/** Parts of a text. */
type LayoutPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Its blank lines are left as they are. */
  | { readonly kind: 'code'; readonly text: string }
  /** Set between blank lines. */
  | { readonly kind: 'block'; readonly text: string }
  /** Between blank lines, behind the paragraph: a sentence that names a file stays whole. */
  | { readonly kind: 'behind'; readonly text: string };

const BLANK_LINE = /\n[ \t]*(?=\n)/;

/** One text, without white space at its end. */
function layOut(parts: readonly LayoutPart[]): string {
  const page = new LaidOutText();
  for (const { kind, text } of parts) page[kind](text);
  return page.end();
}

class LaidOutText {
  #out = '';
  #waiting: string[] = [];
  #isBehindBlock = false;

  text(text: string): void {
    const gap = this.#waiting.length === 0 ? undefined : this.#blankLineIn(text);
    this.code(text.slice(0, gap));
    if (gap === undefined) return;
    this.#flush();
    this.code(text.slice(gap));
  }

  code(text: string): void {
    let next = text;
    if (this.#isBehindBlock) {
      next = text.replace(/^(?:[ \t]*\n)+/, '');
      if (next === text) next = text.replace(/^[ \t]+/, '');
      if (next.trim() === '') return;
      this.#out += '\n\n';
      this.#isBehindBlock = false;
    }
    this.#out += next;
  }

  block(text: string): void {
    const before = this.#out.trimEnd();
    this.#out = before === '' ? text : `${before}\n\n${text}`;
    this.#isBehindBlock = true;
  }

  behind(text: string): void {
    this.#waiting.push(text);
  }

  end(): string {
    this.#flush();
    return this.#out.trimEnd();
  }

  /** Where it begins, also when the line before it is there already. */
  #blankLineIn(text: string): number | undefined {
    if (this.#out.endsWith('\n') && /^[ \t]*\n/.test(text)) return 0;
    return BLANK_LINE.exec(text)?.index;
  }

  #flush(): void {
    for (const text of this.#waiting) this.block(text);
    this.#waiting = [];
  }
}
