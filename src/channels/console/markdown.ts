import type { styleText } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { isUnifiedDiff } from '../../pictures/changed-files.ts';
import type { Highlighter } from '../../pictures/syntax.ts';
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

interface MarkdownLook {
  readonly columns: number;
  readonly paint: Paint;
  /** Asked for with the first block that names a language. */
  readonly highlight: () => Highlighter;
}

/** Deepest nesting of quotes and lists; deeper text stays as typed. */
const MAX_DEPTH = 100;
const CODE_INDENT = '  ';
const GAP = '  ';
const MAX_RULE_COLUMNS = 40;

/**
 * The rows of a message with its Markdown as a look. Text that is not Markdown stays as typed, and so does every line
 * of code: neither it nor an address is wrapped, because a line end in it would be copied.
 */
export function markdownRows(markdown: string, look: MarkdownLook): readonly string[] {
  if (isUnifiedDiff(markdown)) return paintBlock(markdown.split('\n'), 'diff', look);
  const pieces = piecesOf(markdown).flatMap((source) =>
    isHardToRead(source)
      ? [{ text: source, styles: [] }]
      : renderChildren(parseMarkdown(source), { source, look, styles: [], depth: 0 }),
  );
  return rowsOfPieces(pieces, look);
}

interface RenderState {
  readonly source: string;
  readonly look: MarkdownLook;
  readonly styles: readonly Modifier[];
  readonly depth: number;
}

/** The pieces of a node, with the text between them. */
function renderChildren(node: MarkdownNode, state: RenderState): readonly StyledPiece[] {
  const inner = { ...state, depth: state.depth + 1 };
  if (inner.depth > MAX_DEPTH) return [sourcePiece(node.start, node.end, state)];
  const pieces: StyledPiece[] = [];
  let at = node.start;
  for (const child of node.children) {
    // Marks at the beginning of a line are part of all pieces that continue there.
    if (child.start < at) continue;
    if (child.start > at) pieces.push(sourcePiece(at, child.start, state));
    pieces.push(...piecesIn(child, inner));
    at = child.end;
  }
  if (node.end > at) pieces.push(sourcePiece(at, node.end, state));
  return pieces;
}

function piecesIn(node: MarkdownNode, state: RenderState): readonly StyledPiece[] {
  const raw = state.source.slice(node.start, node.end);
  switch (node.type) {
    case 'strong':
    case 'emphasis':
    case 'strikethrough':
      return renderEmphasis(node, state);
    case 'atxHeading':
      return renderHeading(findIn(node, 'atxHeadingText'), state);
    case 'setextHeading':
      return renderSetextHeading(node, state);
    case 'codeText':
      return [text(spanValue(node, state.source), addStyle(state, 'cyan'))];
    case 'codeFenced':
      return codeBlock(node, state);
    case 'codeIndented':
      return [{ ...text(raw, state), isExact: true }];
    case 'link':
    case 'image':
      return renderLink(node, state);
    case 'autolink':
      return [text(raw.slice(1, -1), addStyle(state, 'blue'))];
    case 'table':
      return renderTable(node, state);
    default:
      return smallPiece(node, raw, state);
  }
}

function smallPiece(node: MarkdownNode, raw: string, state: RenderState): readonly StyledPiece[] {
  switch (node.type) {
    case 'blockQuotePrefix':
      return [{ ...text(raw.replace('>', '│'), { styles: ['dim'] }), isMargin: true }];
    case 'linePrefix':
    case 'listItemIndent':
      return [{ ...text(raw, state), isMargin: true }];
    case 'listItemPrefix':
      return isBeforeTask(node, state.source)
        ? []
        : [{ ...text(raw, addStyle(state, 'cyan')), isMargin: true }];
    case 'taskListCheck':
      return [{ ...text(raw === '[ ]' ? '☐' : '☑', addStyle(state, 'cyan')), isMargin: true }];
    case 'characterEscape':
      return [text(unescapeMarkdown(raw), state)];
    case 'hardBreakEscape':
      return [];
    case 'thematicBreak':
      return [text('─'.repeat(Math.min(MAX_RULE_COLUMNS, state.look.columns)), { styles: ['dim'] })];
    default:
      return renderChildren(node, state);
  }
}

const STYLE_OF: Readonly<Record<string, Modifier>> = {
  strong: 'bold',
  emphasis: 'italic',
  strikethrough: 'strikethrough',
};

function renderEmphasis(node: MarkdownNode, state: RenderState): readonly StyledPiece[] {
  const inner = findIn(node, `${node.type}Text`);
  if (inner === undefined || emphasisOf(node, inner, state.source) === 'literal')
    return [sourcePiece(node.start, node.end, state)];
  return renderChildren(inner, addStyle(state, STYLE_OF[node.type] ?? 'bold'));
}

function renderHeading(title: MarkdownNode | undefined, state: RenderState): readonly StyledPiece[] {
  return title === undefined ? [] : renderChildren(title, addStyle(state, 'bold'));
}

function renderSetextHeading(node: MarkdownNode, state: RenderState): readonly StyledPiece[] {
  const title = findIn(node, 'setextHeadingText');
  if (title === undefined) return [sourcePiece(node.start, node.end, state)];
  if (isHeading(title, state.source)) return renderHeading(title, state);
  return [...renderChildren(title, state), sourcePiece(title.end, node.end, state)];
}

function codeBlock(node: MarkdownNode, state: RenderState): readonly StyledPiece[] {
  const { source, look } = state;
  const language = findIn(node, 'codeFencedFenceInfo');
  const lines = blockValue(node, source).split('\n');
  const shown = paintBlock(
    lines,
    language === undefined ? '' : source.slice(language.start, language.end),
    look,
  );
  // The text before the fence already stands before the first line.
  const before = source.slice(source.lastIndexOf('\n', node.start - 1) + 1, node.start);
  const margin = before.replaceAll('>', '│').replaceAll(/[^│\s]/g, ' ');
  const exact = `${CODE_INDENT}${shown.join(`\n${margin}${CODE_INDENT}`)}`;
  return [{ text: exact, styles: [], isExact: true }];
}

/** `words (address)`; the address alone where the words are the same. */
function renderLink(node: MarkdownNode, state: RenderState): readonly StyledPiece[] {
  const address = addressOf(node, state.source);
  if (address === undefined) return [sourcePiece(node.start, node.end, state)];
  const label = findIn(node, 'labelText');
  const words = label === undefined ? [] : renderChildren(label, state);
  const target = text(address, addStyle(state, 'blue'));
  if (isAddress(plainOf(words), address)) return [target];
  return address.startsWith('#') ? words : [...words, text(' (', state), target, text(')', state)];
}

/** Aligned if it fits the width, else each row as a list of what its columns hold. */
function renderTable(node: MarkdownNode, state: RenderState): readonly StyledPiece[] {
  const { rows, isRight } = tablePartsOf(node, state.source);
  const cells = rows.map((row, index) =>
    row.map((cell) => cellOf(cell, index === 0 ? addStyle(state, 'bold') : state)),
  );
  const [head = [], ...body] = cells;
  const widths = head.map((_cell, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? []))));
  const total = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  const before = node.start - state.source.lastIndexOf('\n', node.start - 1) - 1;
  // In a quote or a list every line would need the signs that stand before the first.
  if (before > 0) return [sourcePiece(node.start, node.end, state)];
  if (total > state.look.columns)
    return joinPieces(
      body.map((row) => renderRowAsList(head, row, state)),
      '\n\n',
    );
  const rule = text(widths.map((width) => '─'.repeat(width)).join(GAP), { styles: ['dim'] });
  const aligned = cells.map((row) =>
    joinPieces(
      widths.map((width, column) => {
        const cell = row[column] ?? [];
        const room = text(' '.repeat(width - widthOf(cell)), { styles: [] });
        if (isRight[column] === true) return [room, ...cell];
        return column === widths.length - 1 ? cell : [...cell, room];
      }),
      GAP,
    ),
  );
  return joinPieces([aligned[0] ?? [], [rule], ...aligned.slice(1)], '\n');
}

/** A line for each column, below the first that has something. */
function renderRowAsList(
  head: readonly CellPieces[],
  row: readonly CellPieces[],
  state: RenderState,
): readonly StyledPiece[] {
  const lines = row.flatMap((cell, column) => {
    if (plainOf(cell) === '') return [];
    const name = head[column] ?? [];
    return [plainOf(name) === '' ? cell : [...name, text(': ', state), ...cell]];
  });
  const margin: StyledPiece = { text: GAP, styles: [], isMargin: true };
  return joinPieces(
    lines.map((line, index) => (index === 0 ? line : [margin, ...line])),
    '\n',
  );
}

type CellPieces = readonly StyledPiece[];

function cellOf(cell: MarkdownNode, state: RenderState): CellPieces {
  const content = findIn(cell, 'tableContent');
  if (content === undefined) return [];
  return renderChildren(content, state).map((piece) => ({
    ...piece,
    text: piece.text.replaceAll(CELL_BREAK, ' '),
  }));
}

function widthOf(cell: CellPieces): number {
  return stringWidth(plainOf(cell));
}

function joinPieces(parts: readonly (readonly StyledPiece[])[], by: string): readonly StyledPiece[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: by, styles: [] }, ...part]));
}

function addStyle(state: RenderState, style: Modifier): RenderState {
  return { ...state, styles: [...state.styles.filter((other) => other !== style), style] };
}

function text(value: string, { styles }: Pick<RenderState, 'styles'>): StyledPiece {
  return { text: value, styles };
}

function sourcePiece(start: number, end: number, state: RenderState): StyledPiece {
  return text(state.source.slice(start, end), state);
}

/** A piece of text in one style. */
interface StyledPiece {
  readonly text: string;
  readonly styles: readonly Modifier[];
  /** Set at the beginning of a line for text that further rows begin with as well. */
  readonly isMargin?: true;
  /** A line of these is not wrapped, so that it can be copied as it is. */
  readonly isExact?: true;
}

type Modifier = Extract<Style, string>;

/** The rows of these pieces on a screen of this width; every style ends with its row. */
function rowsOfPieces(
  pieces: readonly StyledPiece[],
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): readonly string[] {
  return splitStyledLines(pieces).flatMap((line) => {
    const look = (some: readonly StyledPiece[]) => some.map((piece) => paintPiece(piece, paint)).join('');
    const body = line.findIndex(({ isMargin }) => isMargin !== true);
    const margin = line.slice(0, body === -1 ? line.length : body);
    const rest = line.slice(margin.length);
    const words = plainOf(rest);
    const room = columns - stringWidth(plainOf(margin));
    if (rest.some(({ isExact }) => isExact) || stringWidth(words) <= room || room < 1) return [look(line)];
    // A long address or path stays whole: the terminal breaks it without a line end that a copy would have.
    const hard = !words.split(/\s/).some((word) => ADDRESS.test(word) && word.length > room);
    const blank = look(margin.map((piece) => ({ ...piece, text: withoutSigns(piece.text) })));
    const wrapped = wrapAnsi(look(rest), room, { hard }).split('\n');
    return wrapped.map((row, index) => `${index === 0 ? look(margin) : blank}${row}`);
  });
}

const ADDRESS = /^[!-~]*[/:][!-~]*$/;

function plainOf(pieces: readonly StyledPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

function splitStyledLines(pieces: readonly StyledPiece[]): readonly (readonly StyledPiece[])[] {
  const lines: StyledPiece[][] = [[]];
  for (const piece of pieces) {
    const [first = '', ...more] = piece.text.split('\n');
    lines.at(-1)?.push({ ...piece, text: first });
    for (const text of more) lines.push([{ ...piece, text }]);
  }
  return lines.map((line) => line.filter(({ text }) => text !== ''));
}

function paintPiece({ text, styles }: StyledPiece, paint: Paint): string {
  return styles.reduce((shown, style) => paint(style, shown), text);
}

/** The bar of a quote goes on beside its further rows; a list's sign does not. */
function withoutSigns(text: string): string {
  return text.replace(/[^│\s]+/gu, (signs) => ' '.repeat(stringWidth(signs)));
}

type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** By the beginning of a line of a diff; the first that fits counts. */
const DIFF_STYLES: readonly (readonly [RegExp, Style])[] = [
  [/^(diff --git|index |---|\+\+\+|rename |new file|deleted file|similarity )/, 'bold'],
  [/^@@/, 'cyan'],
  [/^\+/, 'green'],
  [/^-/, 'red'],
];

/** By the kinds of the highlighter; code of other kinds stays plain. */
const CODE_STYLES: ReadonlyMap<string, Style> = new Map(
  Object.entries({
    keyword: 'magenta',
    literal: 'magenta',
    built_in: 'cyan',
    type: 'cyan',
    attr: 'cyan',
    attribute: 'cyan',
    tag: 'cyan',
    string: 'green',
    regexp: 'green',
    number: 'yellow',
    title: 'blue',
    section: 'blue',
    comment: 'gray',
    meta: 'gray',
  } as const),
);

/**
 * Lines of code with colours: diffs by line, others by their language. Only styles are added: the text stays what it
 * was.
 * @param highlight asked for with the first block that names a language
 */
function paintBlock(
  block: readonly string[],
  language: string,
  { paint, highlight }: { readonly paint: Paint; readonly highlight: () => Highlighter },
): readonly string[] {
  if (language === 'diff' || isUnifiedDiff(block.join('\n')))
    return block.map((line) => paintDiffLine(line, paint));
  if (!/^[\w+#.-]+$/.test(language)) return block;
  const spans = highlight()(`.${language}`, block);
  return block.map((line, index) => {
    let from = 0;
    const parts = (spans[index] ?? []).map(({ end, kind }) => {
      const part = line.slice(from, end);
      from = end;
      const style = kind === undefined ? undefined : CODE_STYLES.get(kind);
      return style === undefined ? part : paint(style, part);
    });
    return parts.join('') + line.slice(from);
  });
}

function paintDiffLine(line: string, paint: Paint): string {
  const style = DIFF_STYLES.find(([beginning]) => beginning.test(line))?.[1];
  return style === undefined ? line : paint(style, line);
}
