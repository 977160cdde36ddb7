import { readFrontmatter } from '../../../claude-files/frontmatter.ts';
import type { TextFile, WorkspaceFiles } from '../../../contracts/exec.ts';
import { Failure, isFailure } from '../../../core/failure.ts';
import { codeBlock } from '../../../core/text.ts';
import { type Expansions, type FileExpansion, LoadFault } from './command-answer.ts';
import { type CommandArguments, filledLength, markArguments, withArguments } from './command-arguments.ts';
import { expansionOf, partOf, type RunInline, runAll } from './inline-command.ts';
import { type LayoutPart, layOut } from './lay-out.ts';
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
export interface ExpansionStep {
  readonly real: string;
  readonly shown: string;
}

export interface ExpandedCommand extends Expansions {
  readonly content: string;
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
): Promise<ExpandedCommand> {
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
