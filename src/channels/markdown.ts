import { parse, postprocess, preprocess } from 'micromark';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';

/** Longest underlined line that is a heading; a longer line is a paragraph above a rule. */
const MAX_HEADING_LENGTH = 60;
/** Signs that people escape with a backslash so that they are not formatting. */
const ESCAPED = '*_~`#|>';
/** A line break within a cell, as models write it. */
export const CELL_BREAK = /<br\s*\/?>/gi;

/** The parser takes seconds for a page of nothing but signs, which is never meant as formatting. */
export function isHardToRead(source: string): boolean {
  const signs = source.length - source.replace(/[*_~[>]/g, '').length;
  return source.length > 1000 && signs > source.length / 6;
}

/** A line of `---` is usually meant as a rule, unless it follows a short line. */
export function isHeading(title: MarkdownNode, source: string): boolean {
  const words = source.slice(title.start, title.end);
  return words.length <= MAX_HEADING_LENGTH && !words.includes('\n');
}

/** What stands for an escaped character: it alone, if people escape it. */
export function unescapeMarkdown(raw: string): string {
  return ESCAPED.includes(raw.slice(1)) ? raw.slice(1) : raw;
}

export function isBeforeTask({ end }: MarkdownNode, source: string): boolean {
  return /^\[[ xX]\]\s/.test(source.slice(end, end + 4));
}

/** White space that only separates the code from the backticks is removed, and a line end becomes a space. */
export function spanValue(node: MarkdownNode, source: string): string {
  return node.children
    .map(({ type, start, end }) => {
      if (type === 'codeTextData') return source.slice(start, end);
      return type === 'lineEnding' ? ' ' : '';
    })
    .join('');
}

/** The text of a block of code, without its fences. */
export function blockValue(node: MarkdownNode, source: string): string {
  const opening = node.children.find(({ type }) => type === 'codeFencedFence');
  const inside = node.children.slice(opening === undefined ? 0 : node.children.indexOf(opening) + 1);
  const last = inside.at(-1);
  return inside
    .filter((child) => child !== last || child.type !== 'codeFencedFence')
    .map(({ type, start, end }) => {
      if (type === 'codeFlowValue') return source.slice(start, end);
      return type === 'lineEnding' || type === 'lineEndingBlank' ? '\n' : '';
    })
    .join('')
    .replace(opening === undefined ? '' : /^\n/, '')
    .replace(/\n$/, '');
}

/** Undefined for what only looks like a link: `handlers[name](event)`, and a reference whose address is elsewhere. */
export function addressOf(node: MarkdownNode, source: string): string | undefined {
  const resource = node.children.find(({ type }) => type === 'resource');
  const destination = resource && findIn(resource, 'resourceDestinationString');
  const address = destination === undefined ? '' : source.slice(destination.start, destination.end);
  const isLink = /[/.#:]/.test(address) && !/[\p{L}\p{N}_)\]]/u.test(source[node.start - 1] ?? '');
  return isLink ? address : undefined;
}

/** True where the words of a link say the address already. */
export function isAddress(words: string, address: string): boolean {
  return words === '' || words.replaceAll('`', '') === address || `mailto:${words}` === address;
}

interface TableParts {
  /** The cells of each row; the first row names the columns. */
  readonly rows: readonly (readonly MarkdownNode[])[];
  /** Columns of numbers, aligned to the right. */
  readonly isRight: readonly boolean[];
}

export function tablePartsOf(node: MarkdownNode, source: string): TableParts {
  const rows: MarkdownNode[][] = [];
  const alignments: string[] = [];
  const visit = (part: MarkdownNode): void => {
    if (part.type === 'tableRow') rows.push(part.children.filter(isCell));
    else if (part.type === 'tableDelimiter')
      alignments.push(source.slice(part.start, part.end).replace(/[|\s]/g, ''));
    else part.children.forEach(visit);
  };
  visit(node);
  return { rows, isRight: alignments.map((dashes) => /^-+:$/.test(dashes)) };
}

function isCell({ type }: MarkdownNode): boolean {
  return type === 'tableHeader' || type === 'tableData';
}

/**
 * `whole`: around whole words, on one line. `part`: elsewhere. `literal`: the signs are not emphasis, and are shown.
 */
type Emphasis = 'whole' | 'part' | 'literal';

/** Characters that may precede emphasis. */
const BEFORE = /[\s([{<"'“‘«¿¡—–*_~]/u;
const AFTER = /[\s.,;:!?)\]}>"'”’»…—–*_~]/u;

/**
 * The intended meaning of two pairs of signs. Models write `**` for bold and hardly anything else with it; single
 * signs are as often part of a name, a pattern or a sum, which must stay as they are.
 * @param inner the content between the signs
 */
export function emphasisOf(node: MarkdownNode, inner: MarkdownNode, source: string): Emphasis {
  const signs = source.slice(node.start, inner.start);
  const words = source.slice(inner.start, inner.end);
  const beginsWord = BEFORE.test(source[node.start - 1] ?? ' ');
  const endsWord = AFTER.test(source[node.end] ?? ' ');
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words)) return 'literal';
  if (signs === '__' && /^[\w.]+$/.test(words)) return 'literal';
  if (
    node.type === 'emphasis' &&
    (isPattern(inner, words) || !beginsWord || !endsWord || words.includes('\n'))
  )
    return 'literal';
  if (!beginsWord) return 'literal';
  return !endsWord || words.includes('\n') ? 'part' : 'whole';
}

/** `*.ts*`, `*_old_*`: emphasis is not nested in itself, nor does it begin with a full stop or a slash. */
function isPattern({ children }: MarkdownNode, words: string): boolean {
  const [only, ...more] = children;
  return /^[./\\-]/.test(words) || (only?.type === 'emphasis' && more.length === 0);
}

/**
 * A piece of Markdown and the pieces in it, by their positions in the source: text that no node covers stays as
 * typed.
 */
export interface MarkdownNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children: readonly MarkdownNode[];
}

/** Longest text for one call of the parser, whose time grows with the square of some inputs. */
const MAX_PIECE_LENGTH = 4500;

/**
 * Cuts a long text into pieces that can be parsed separately: at an empty line if there is one, else at a line end.
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > MAX_PIECE_LENGTH) {
    const window = text.slice(start, start + MAX_PIECE_LENGTH);
    const blank = window.lastIndexOf('\n\n');
    const line = blank > 0 ? blank + 1 : window.lastIndexOf('\n');
    const length = line > 0 ? line + 1 : MAX_PIECE_LENGTH;
    pieces.push(window.slice(0, length));
    start += length;
  }
  return [...pieces, text.slice(start)];
}

export function parseMarkdown(text: string): MarkdownNode {
  const extensions = [gfmTable(), gfmStrikethrough({ singleTilde: false }), gfmTaskListItem()];
  const events = postprocess(
    parse({ extensions })
      .document()
      .write(preprocess()(text, undefined, true)),
  );
  const root: OpenNode = { type: 'document', start: 0, end: text.length, children: [] };
  const open: OpenNode[] = [root];
  for (const [kind, token] of events) {
    if (kind === 'exit') {
      open.pop();
      continue;
    }
    const { type, start, end } = token;
    const node: OpenNode = { type, start: start.offset, end: end.offset, children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  }
  return root;
}

interface OpenNode extends MarkdownNode {
  readonly children: OpenNode[];
}

/** The first piece of this type anywhere below. */
export function findIn(node: MarkdownNode, type: string): MarkdownNode | undefined {
  for (const child of node.children) {
    const found = child.type === type ? child : findIn(child, type);
    if (found !== undefined) return found;
  }
  return undefined;
}
