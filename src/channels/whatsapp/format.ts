import { codeBlock, codeSpan, type FormattedPiece, joinPieces } from './format-literals.ts';
import { CELL_BREAK, type TableCell, tableText } from './format-table.ts';
import { findIn, type MarkdownNode, parseMarkdown, piecesOf } from '../markdown/markdown-tree.ts';

/** Longest underlined line that is a heading; a longer line is a paragraph above a rule. */
const MAX_HEADING_LENGTH = 60;
/** Deepest nesting of quotes and lists; deeper text stays as typed. */
const MAX_DEPTH = 100;
/** Signs that people escape with a backslash so that they are not formatting. */
const ESCAPED = '*_~`#|>';

/**
 * Converts Markdown, as models write it, to WhatsApp's formatting. Text that is not Markdown, and every line of code,
 * stays as typed, and words with signs that WhatsApp would swallow become code. The result is at most a few
 * characters longer for each such word, except for tables.
 */
export function formatted(markdown: string): string {
  return piecesOf(markdown).map(formattedPiece).join('');
}

/** Length of all texts that are remembered: as many as may wait for their turn at the same time. */
const MAX_REMEMBERED_LENGTH = 100_000;

/** The same, for a text that is first measured, to see whether it is one message, and then sent. */
export function createFormatter(): typeof formatted {
  const remembered = new Map<string, string>();
  let length = 0;
  return (markdown) => {
    const known = remembered.get(markdown);
    if (known !== undefined) return known;
    const result = formatted(markdown);
    remembered.set(markdown, result);
    length += markdown.length;
    for (const [oldest] of remembered) {
      if (length <= MAX_REMEMBERED_LENGTH) break;
      remembered.delete(oldest);
      length -= oldest.length;
    }
    return result;
  };
}

function formattedPiece(source: string): string {
  if (isHardToRead(source)) return source;
  return joinPieces(children(parseMarkdown(source), { source, isBold: false, isQuoted: false, depth: 0 }));
}

/** The parser takes seconds for a page of nothing but signs, which is never meant as formatting. */
function isHardToRead(source: string): boolean {
  const signs = source.length - source.replace(/[*_~[>]/g, '').length;
  return source.length > 1000 && signs > source.length / 6;
}

interface FormatState {
  readonly source: string;
  /** True when everything here is bold already. */
  readonly isBold: boolean;
  readonly isQuoted: boolean;
  readonly depth: number;
}

/** The pieces of a node, with the text between them. */
function children(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
  const { source } = state;
  const inner = { ...state, depth: state.depth + 1 };
  if (inner.depth > MAX_DEPTH) return [text(source.slice(node.start, node.end))];
  const pieces: FormattedPiece[] = [];
  let at = node.start;
  for (const child of node.children) {
    // Marks at the beginning of a line are part of all pieces that continue there.
    if (child.start < at) continue;
    if (child.start > at) pieces.push(text(source.slice(at, child.start)));
    pieces.push(...piecesIn(child, inner));
    at = child.end;
  }
  if (node.end > at) pieces.push(text(source.slice(at, node.end)));
  return pieces;
}

function piecesIn(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
  const { source } = state;
  const raw = source.slice(node.start, node.end);
  switch (node.type) {
    case 'strong':
    case 'emphasis':
    case 'strikethrough':
      return emphasised(node, state);
    case 'atxHeading':
      return heading(findIn(node, 'atxHeadingText'), state);
    case 'setextHeading':
      return formatUnderlined(node, state);
    case 'codeText':
      return [fixed(codeSpan(spanValue(node, source)))];
    case 'codeFenced':
    case 'codeIndented':
      return [fixed(block(node, state))];
    case 'link':
    case 'image':
      return formatLink(node, state);
    case 'autolink':
      return [fixed(raw.slice(1, -1))];
    case 'table':
      return state.isQuoted ? [text(raw)] : [fixed(tableText(tableOf(node, state)))];
    case 'blockQuote':
      return children(node, { ...state, isQuoted: true });
    case 'listItemPrefix':
      return isBeforeTask(node, source) ? [] : [text(raw)];
    case 'taskListCheck':
      return [text(raw === '[ ]' ? '☐' : '☑')];
    case 'characterEscape':
      return [text(ESCAPED.includes(raw.slice(1)) ? raw.slice(1) : raw)];
    case 'hardBreakEscape':
      return [];
    case 'thematicBreak':
      return [fixed('---')];
    default:
      return children(node, state);
  }
}

function emphasised(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
  const { source, isBold } = state;
  const inner = findIn(node, `${node.type}Text`);
  if (inner === undefined) return [text(source.slice(node.start, node.end))];
  const isStrong = node.type === 'strong';
  const how: Emphasis = isStrong && isBold ? { kind: 'plain' } : emphasisOf(node, inner, source);
  const within = children(inner, { ...state, isBold: isBold || (isStrong && how.kind === 'signs') });
  switch (how.kind) {
    case 'plain':
      return within;
    case 'signs':
      return [mark(how.sign), ...within, mark(how.sign)];
    case 'literal':
      // Not parsed further: signs within signs (`*_old_*`) belong together.
      return [text(source.slice(node.start, node.end))];
  }
}

function heading(title: MarkdownNode | undefined, state: FormatState): readonly FormattedPiece[] {
  if (title === undefined) return [];
  const pieces = children(title, { ...state, isBold: true });
  const words = pieces.map((piece) => piece.text).join('');
  return words.trim() === '' || words.includes('*') || words.includes('\n')
    ? pieces
    : [mark('*'), ...pieces, mark('*')];
}

/** A line of `---` is usually meant as a rule, unless it follows a short line. */
function formatUnderlined(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
  const title = findIn(node, 'setextHeadingText');
  if (title === undefined) return [text(state.source.slice(node.start, node.end))];
  const words = state.source.slice(title.start, title.end);
  if (words.length <= MAX_HEADING_LENGTH && !words.includes('\n')) return heading(title, state);
  return [...children(title, state), text(state.source.slice(title.end, node.end))];
}

/** White space that only separates the code from the backticks is removed, and a line end becomes a space. */
function spanValue(node: MarkdownNode, source: string): string {
  return node.children
    .map(({ type, start, end }) => {
      if (type === 'codeTextData') return source.slice(start, end);
      return type === 'lineEnding' ? ' ' : '';
    })
    .join('');
}

function block(node: MarkdownNode, { source, isQuoted }: FormatState): string {
  const opening = node.children.find(({ type }) => type === 'codeFencedFence');
  const inside = node.children.slice(opening === undefined ? 0 : node.children.indexOf(opening) + 1);
  const last = inside.at(-1);
  const lines = inside
    .filter((child) => child !== last || child.type !== 'codeFencedFence')
    .map(({ type, start, end }) => {
      if (type === 'codeFlowValue') return source.slice(start, end);
      return type === 'lineEnding' || type === 'lineEndingBlank' ? '\n' : '';
    })
    .join('')
    .replace(opening === undefined ? '' : /^\n/, '')
    .replace(/\n$/, '');
  // A quote ends with its line, so code in it is formatted line by line.
  return isQuoted ? lines.split('\n').map(codeSpan).join('\n> ') : codeBlock(lines);
}

/** Renders `words (address)`; the address alone where the words are the same. */
function formatLink(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
  const { source } = state;
  const raw = source.slice(node.start, node.end);
  const resource = node.children.find(({ type }) => type === 'resource');
  const destination = resource && findIn(resource, 'resourceDestinationString');
  const label = findIn(node, 'labelText');
  const address = destination === undefined ? '' : source.slice(destination.start, destination.end);
  // `handlers[name](event)` is not a link, and neither is a reference whose address is elsewhere.
  if (!/[/.#:]/.test(address) || /[\p{L}\p{N}_)\]]/u.test(source[node.start - 1] ?? '')) return [text(raw)];
  const words = label === undefined ? [] : children(label, state);
  const said = words.map((piece) => piece.text).join('');
  if (said === '' || said.replaceAll('`', '') === address || `mailto:${said}` === address)
    return [fixed(address)];
  return address.startsWith('#') ? words : [...words, text(' ('), fixed(address), text(')')];
}

function isBeforeTask({ end }: MarkdownNode, source: string): boolean {
  return /^\[[ xX]\]\s/.test(source.slice(end, end + 4));
}

function tableOf(node: MarkdownNode, state: FormatState): Parameters<typeof tableText>[0] {
  const rows: TableCell[][] = [];
  const alignments: string[] = [];
  const visit = (part: MarkdownNode): void => {
    if (part.type === 'tableRow') rows.push(part.children.filter(isCell).map((cell) => cellOf(cell, state)));
    else if (part.type === 'tableDelimiter')
      alignments.push(state.source.slice(part.start, part.end).replace(/[|\s]/g, ''));
    else part.children.forEach(visit);
  };
  visit(node);
  return { rows, isRight: alignments.map((dashes) => /^-+:$/.test(dashes)) };
}

function isCell({ type }: MarkdownNode): boolean {
  return type === 'tableHeader' || type === 'tableData';
}

function cellOf(cell: MarkdownNode, state: FormatState): TableCell {
  const content = findIn(cell, 'tableContent');
  if (content === undefined) return { plain: '', pieces: [] };
  const pieces = children(content, { ...state, isBold: true });
  const words = pieces.filter(({ kind }) => kind !== 'mark').map((piece) => piece.text);
  return { plain: words.join('').replaceAll('`', '').replaceAll(CELL_BREAK, ' '), pieces };
}

function text(value: string): FormattedPiece {
  return { kind: 'text', text: value };
}

function mark(value: string): FormattedPiece {
  return { kind: 'mark', text: value };
}

function fixed(value: string): FormattedPiece {
  return { kind: 'fixed', text: value };
}

/** `plain`: the signs are removed. `literal`: they are not emphasis, and are shown. */
type Emphasis =
  | { readonly kind: 'signs'; readonly sign: string }
  | { readonly kind: 'plain' }
  | { readonly kind: 'literal' };

/** Characters that may precede emphasis. */
const BEFORE = /[\s([{<"'“‘«¿¡—–*_~]/u;
const AFTER = /[\s.,;:!?)\]}>"'”’»…—–*_~]/u;

/**
 * The intended meaning of two pairs of signs. Models write `**` for bold and hardly anything else with it; single
 * signs are as often part of a name, a pattern or a sum, which must stay as they are. WhatsApp knows emphasis only
 * around whole words, and on one line.
 * @param inner the content between the signs
 */
function emphasisOf(node: MarkdownNode, inner: MarkdownNode, source: string): Emphasis {
  const signs = source.slice(node.start, inner.start);
  const words = source.slice(inner.start, inner.end);
  const beginsWord = BEFORE.test(source[node.start - 1] ?? ' ');
  const endsWord = AFTER.test(source[node.end] ?? ' ');
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words)) return { kind: 'literal' };
  if (signs === '__' && /^[\w.]+$/.test(words)) return { kind: 'literal' };
  if (
    node.type === 'emphasis' &&
    (isPattern(inner, words) || !beginsWord || !endsWord || words.includes('\n'))
  )
    return { kind: 'literal' };
  if (!beginsWord) return { kind: 'literal' };
  if (!endsWord || words.includes('\n')) return { kind: 'plain' };
  return { kind: 'signs', sign: SIGN_OF[node.type] ?? '' };
}

const SIGN_OF: Readonly<Record<string, string>> = { strong: '*', emphasis: '_', strikethrough: '~' };

/** `*.ts*`, `*_old_*`: emphasis is not nested in itself, nor does it begin with a full stop or a slash. */
function isPattern({ children }: MarkdownNode, words: string): boolean {
  const [only, ...more] = children;
  return /^[./\\-]/.test(words) || (only?.type === 'emphasis' && more.length === 0);
}
