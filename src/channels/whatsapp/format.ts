import stringWidth from 'string-width';
import {
  addressOf,
  blockValue,
  CELL_BREAK,
  emphasisOf,
  findIn,
  isAddress,
  isBeforeTask,
  isHardToRead,
  isHeading,
  type MarkdownNode,
  parseMarkdown,
  piecesOf,
  spanValue,
  tablePartsOf,
  unescapeMarkdown,
} from '../markdown.ts';
import { codeBlock, codeSpan, type FormattedPiece, joinPieces } from './format-literals.ts';

/** Deepest nesting of quotes and lists; deeper text stays as typed. */
const MAX_DEPTH = 100;
/**
 * Converts Markdown, as models write it, to WhatsApp's formatting. Text that is not Markdown, and every line of code,
 * stays as typed, and words with signs that WhatsApp would swallow become code. The result is at most a few
 * characters longer for each such word, except for tables.
 */
export function formatForWhatsApp(markdown: string): string {
  return piecesOf(markdown).map(formatPiece).join('');
}

/** Length of all texts that are remembered: as many as may wait for their turn at the same time. */
const MAX_REMEMBERED_LENGTH = 100_000;

/** The same, for a text that is first measured, to see whether it is one message, and then sent. */
export function createFormatter(): typeof formatForWhatsApp {
  const remembered = new Map<string, string>();
  let length = 0;
  return (markdown) => {
    const known = remembered.get(markdown);
    if (known !== undefined) return known;
    const result = formatForWhatsApp(markdown);
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

function formatPiece(source: string): string {
  if (isHardToRead(source)) return source;
  return joinPieces(
    formatChildren(parseMarkdown(source), { source, isBold: false, isQuoted: false, depth: 0 }),
  );
}

interface FormatState {
  readonly source: string;
  /** True when everything here is bold already. */
  readonly isBold: boolean;
  readonly isQuoted: boolean;
  readonly depth: number;
}

/** The pieces of a node, with the text between them. */
function formatChildren(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
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
      return formatEmphasis(node, state);
    case 'atxHeading':
      return formatHeading(findIn(node, 'atxHeadingText'), state);
    case 'setextHeading':
      return formatUnderlined(node, state);
    case 'codeText':
      return [fixed(codeSpan(spanValue(node, source)))];
    case 'codeFenced':
    case 'codeIndented':
      return [fixed(formatCodeBlock(node, state))];
    case 'link':
    case 'image':
      return formatLink(node, state);
    case 'autolink':
      return [fixed(raw.slice(1, -1))];
    case 'table':
      return state.isQuoted ? [text(raw)] : [fixed(tableText(tableOf(node, state)))];
    case 'blockQuote':
      return formatChildren(node, { ...state, isQuoted: true });
    case 'listItemPrefix':
      return isBeforeTask(node, source) ? [] : [text(raw)];
    case 'taskListCheck':
      return [text(raw === '[ ]' ? '☐' : '☑')];
    case 'characterEscape':
      return [text(unescapeMarkdown(raw))];
    case 'hardBreakEscape':
      return [];
    case 'thematicBreak':
      return [fixed('---')];
    default:
      return formatChildren(node, state);
  }
}

function formatEmphasis(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
  const { source, isBold } = state;
  const inner = findIn(node, `${node.type}Text`);
  if (inner === undefined) return [text(source.slice(node.start, node.end))];
  const isStrong = node.type === 'strong';
  const emphasis = emphasisOf(node, inner, source);
  // Not parsed further: signs within signs (`*_old_*`) belong together.
  if (emphasis === 'literal' && !(isStrong && isBold)) return [text(source.slice(node.start, node.end))];
  // WhatsApp knows emphasis only around whole words, and on one line.
  const hasSigns = emphasis === 'whole' && !(isStrong && isBold);
  const within = formatChildren(inner, { ...state, isBold: isBold || (isStrong && hasSigns) });
  const sign = mark(SIGN_OF[node.type] ?? '');
  return hasSigns ? [sign, ...within, sign] : within;
}

function formatHeading(title: MarkdownNode | undefined, state: FormatState): readonly FormattedPiece[] {
  if (title === undefined) return [];
  const pieces = formatChildren(title, { ...state, isBold: true });
  const words = pieces.map((piece) => piece.text).join('');
  return words.trim() === '' || words.includes('*') || words.includes('\n')
    ? pieces
    : [mark('*'), ...pieces, mark('*')];
}

function formatUnderlined(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
  const title = findIn(node, 'setextHeadingText');
  if (title === undefined) return [text(state.source.slice(node.start, node.end))];
  if (isHeading(title, state.source)) return formatHeading(title, state);
  return [...formatChildren(title, state), text(state.source.slice(title.end, node.end))];
}

function formatCodeBlock(node: MarkdownNode, { source, isQuoted }: FormatState): string {
  const lines = blockValue(node, source);
  // A quote ends with its line, so code in it is formatted line by line.
  return isQuoted ? lines.split('\n').map(codeSpan).join('\n> ') : codeBlock(lines);
}

/** Renders `words (address)`; the address alone where the words are the same. */
function formatLink(node: MarkdownNode, state: FormatState): readonly FormattedPiece[] {
  const { source } = state;
  const label = findIn(node, 'labelText');
  const address = addressOf(node, source);
  if (address === undefined) return [text(source.slice(node.start, node.end))];
  const words = label === undefined ? [] : formatChildren(label, state);
  if (isAddress(words.map((piece) => piece.text).join(''), address)) return [fixed(address)];
  return address.startsWith('#') ? words : [...words, text(' ('), fixed(address), text(')')];
}

function tableOf(node: MarkdownNode, state: FormatState): Parameters<typeof tableText>[0] {
  const { rows, isRight } = tablePartsOf(node, state.source);
  return { rows: rows.map((row) => row.map((cell) => cellOf(cell, state))), isRight };
}

function cellOf(cell: MarkdownNode, state: FormatState): TableCell {
  const content = findIn(cell, 'tableContent');
  if (content === undefined) return { plain: '', pieces: [] };
  const pieces = formatChildren(content, { ...state, isBold: true });
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

const SIGN_OF: Readonly<Record<string, string>> = { strong: '*', emphasis: '_', strikethrough: '~' };

/** How many characters of fixed width fit on one line of a phone held upright. */
const PHONE_COLUMNS = 36;
const GAP = '  ';

interface TableCell {
  /** Without any formatting. */
  readonly plain: string;
  readonly pieces: readonly FormattedPiece[];
}

interface FormattedTable {
  /** The first row names the columns. */
  readonly rows: readonly (readonly TableCell[])[];
  /** Columns of numbers, aligned to the right. */
  readonly isRight: readonly boolean[];
}

/** A table for a phone: aligned if it fits the width, else a list with the contents of each row. */
function tableText(table: FormattedTable): string {
  const [head = []] = table.rows;
  const widths = head.map((_cell, column) =>
    Math.max(...table.rows.map((row) => stringWidth(row[column]?.plain ?? ''))),
  );
  const total = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  return total <= PHONE_COLUMNS ? alignTable(table, widths) : tableAsList(table);
}

function alignTable({ rows, isRight }: FormattedTable, widths: readonly number[]): string {
  const lines = rows.map((row) =>
    widths
      .map((width, column) => {
        const { plain } = row[column] ?? { plain: '' };
        const room = ' '.repeat(width - stringWidth(plain));
        return isRight[column] === true ? room + plain : plain + room;
      })
      .join(GAP)
      .trimEnd(),
  );
  const [head = '', ...body] = lines;
  return codeBlock([head, widths.map((width) => '-'.repeat(width)).join(GAP), ...body].join('\n'));
}

function tableAsList({ rows: [head = [], ...rows] }: FormattedTable): string {
  const names = head.map(({ plain }) => plain).filter((name) => name !== '');
  const [title, ...more] = [names.join(' · '), ...rows.map((row) => formatRowAsList(head, row))];
  // Entries of several lines are separated by an empty line; those of one line read better without.
  return [title, ...more].filter((part) => part !== '').join(head.length > 2 ? '\n\n' : '\n');
}

/** `- *name*: value`; with more columns one line for each of them. */
function formatRowAsList(head: readonly TableCell[], [first, ...others]: readonly TableCell[]): string {
  const name = first === undefined ? '' : bold(first);
  const values = others
    .map((cell, index) => ({
      label: head[index + 1]?.plain ?? '',
      value: joinPieces(cell.pieces).replaceAll(CELL_BREAK, ' '),
    }))
    .filter(({ value }) => value !== '');
  if (head.length <= 2) return `- ${[name, ...values.map(({ value }) => value)].join(': ')}`;
  return [
    name,
    ...values.map(({ label, value }) => (label === '' ? `- ${value}` : `- ${label}: ${value}`)),
  ].join('\n');
}

function bold({ plain, pieces }: TableCell): string {
  return plain === '' || /[*`]/.test(pieces.map(({ text }) => text).join(''))
    ? joinPieces(pieces)
    : joinPieces([{ kind: 'mark', text: '*' }, ...pieces, { kind: 'mark', text: '*' }]);
}
