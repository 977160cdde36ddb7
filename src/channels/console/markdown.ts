import stringWidth from 'string-width';
import { isUnifiedDiff } from '../../pictures/changed-files.ts';
import type { Highlight } from '../../pictures/syntax.ts';
import { findIn, type MarkdownNode, parseMarkdown, piecesOf } from '../markdown/markdown-tree.ts';
import {
  addressOf,
  blockValue,
  CELL_BREAK,
  emphasisOf,
  isAddress,
  isBeforeTask,
  isHardToRead,
  isHeading,
  spanValue,
  tablePartsOf,
  unescaped,
} from '../markdown/meaning.ts';
import { type Paint, paintedBlock } from './paint.ts';
import { type Modifier, type Piece, plainOf, rowsOfPieces } from './styled-text.ts';

export interface MarkdownLook {
  readonly columns: number;
  readonly paint: Paint;
  /** Asked for with the first block that names a language. */
  readonly highlight: () => Highlight;
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
  if (isUnifiedDiff(markdown)) return paintedBlock(markdown.split('\n'), 'diff', look);
  const pieces = piecesOf(markdown).flatMap((source) =>
    isHardToRead(source)
      ? [{ text: source, styles: [] }]
      : children(parseMarkdown(source), { source, look, styles: [], depth: 0 }),
  );
  return rowsOfPieces(pieces, look);
}

interface State {
  readonly source: string;
  readonly look: MarkdownLook;
  readonly styles: readonly Modifier[];
  readonly depth: number;
}

/** The pieces of a node, with the text between them. */
function children(node: MarkdownNode, state: State): readonly Piece[] {
  const inner = { ...state, depth: state.depth + 1 };
  if (inner.depth > MAX_DEPTH) return [between(node.start, node.end, state)];
  const pieces: Piece[] = [];
  let at = node.start;
  for (const child of node.children) {
    // Marks at the beginning of a line are part of all pieces that continue there.
    if (child.start < at) continue;
    if (child.start > at) pieces.push(between(at, child.start, state));
    pieces.push(...piecesIn(child, inner));
    at = child.end;
  }
  if (node.end > at) pieces.push(between(at, node.end, state));
  return pieces;
}

function piecesIn(node: MarkdownNode, state: State): readonly Piece[] {
  const raw = state.source.slice(node.start, node.end);
  switch (node.type) {
    case 'strong':
    case 'emphasis':
    case 'strikethrough':
      return emphasised(node, state);
    case 'atxHeading':
      return heading(findIn(node, 'atxHeadingText'), state);
    case 'setextHeading':
      return underlined(node, state);
    case 'codeText':
      return [text(spanValue(node, state.source), styled(state, 'cyan'))];
    case 'codeFenced':
      return codeBlock(node, state);
    case 'codeIndented':
      return [{ ...text(raw, state), isExact: true }];
    case 'link':
    case 'image':
      return link(node, state);
    case 'autolink':
      return [text(raw.slice(1, -1), styled(state, 'blue'))];
    case 'table':
      return table(node, state);
    default:
      return smallPiece(node, raw, state);
  }
}

function smallPiece(node: MarkdownNode, raw: string, state: State): readonly Piece[] {
  switch (node.type) {
    case 'blockQuotePrefix':
      return [{ ...text(raw.replace('>', '│'), { styles: ['dim'] }), isMargin: true }];
    case 'linePrefix':
    case 'listItemIndent':
      return [{ ...text(raw, state), isMargin: true }];
    case 'listItemPrefix':
      return isBeforeTask(node, state.source)
        ? []
        : [{ ...text(raw, styled(state, 'cyan')), isMargin: true }];
    case 'taskListCheck':
      return [{ ...text(raw === '[ ]' ? '☐' : '☑', styled(state, 'cyan')), isMargin: true }];
    case 'characterEscape':
      return [text(unescaped(raw), state)];
    case 'hardBreakEscape':
      return [];
    case 'thematicBreak':
      return [text('─'.repeat(Math.min(MAX_RULE_COLUMNS, state.look.columns)), { styles: ['dim'] })];
    default:
      return children(node, state);
  }
}

const STYLE_OF: Readonly<Record<string, Modifier>> = {
  strong: 'bold',
  emphasis: 'italic',
  strikethrough: 'strikethrough',
};

function emphasised(node: MarkdownNode, state: State): readonly Piece[] {
  const inner = findIn(node, `${node.type}Text`);
  if (inner === undefined || emphasisOf(node, inner, state.source) === 'literal')
    return [between(node.start, node.end, state)];
  return children(inner, styled(state, STYLE_OF[node.type] ?? 'bold'));
}

function heading(title: MarkdownNode | undefined, state: State): readonly Piece[] {
  return title === undefined ? [] : children(title, styled(state, 'bold'));
}

function underlined(node: MarkdownNode, state: State): readonly Piece[] {
  const title = findIn(node, 'setextHeadingText');
  if (title === undefined) return [between(node.start, node.end, state)];
  if (isHeading(title, state.source)) return heading(title, state);
  return [...children(title, state), between(title.end, node.end, state)];
}

function codeBlock(node: MarkdownNode, state: State): readonly Piece[] {
  const { source, look } = state;
  const language = findIn(node, 'codeFencedFenceInfo');
  const lines = blockValue(node, source).split('\n');
  const shown = paintedBlock(
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
function link(node: MarkdownNode, state: State): readonly Piece[] {
  const address = addressOf(node, state.source);
  if (address === undefined) return [between(node.start, node.end, state)];
  const label = findIn(node, 'labelText');
  const words = label === undefined ? [] : children(label, state);
  const target = text(address, styled(state, 'blue'));
  if (isAddress(plainOf(words), address)) return [target];
  return address.startsWith('#') ? words : [...words, text(' (', state), target, text(')', state)];
}

/** Aligned if it fits the width, else each row as a list of what its columns hold. */
function table(node: MarkdownNode, state: State): readonly Piece[] {
  const { rows, isRight } = tablePartsOf(node, state.source);
  const cells = rows.map((row, index) =>
    row.map((cell) => cellOf(cell, index === 0 ? styled(state, 'bold') : state)),
  );
  const [head = [], ...body] = cells;
  const widths = head.map((_cell, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? []))));
  const total = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  const before = node.start - state.source.lastIndexOf('\n', node.start - 1) - 1;
  // In a quote or a list every line would need the signs that stand before the first.
  if (before > 0) return [between(node.start, node.end, state)];
  if (total > state.look.columns)
    return joined(
      body.map((row) => entry(head, row, state)),
      '\n\n',
    );
  const rule = text(widths.map((width) => '─'.repeat(width)).join(GAP), { styles: ['dim'] });
  const aligned = cells.map((row) =>
    joined(
      widths.map((width, column) => {
        const cell = row[column] ?? [];
        const room = text(' '.repeat(width - widthOf(cell)), { styles: [] });
        if (isRight[column] === true) return [room, ...cell];
        return column === widths.length - 1 ? cell : [...cell, room];
      }),
      GAP,
    ),
  );
  return joined([aligned[0] ?? [], [rule], ...aligned.slice(1)], '\n');
}

/** A line for each column, below the first that has something. */
function entry(head: readonly Cell[], row: readonly Cell[], state: State): readonly Piece[] {
  const lines = row.flatMap((cell, column) => {
    if (plainOf(cell) === '') return [];
    const name = head[column] ?? [];
    return [plainOf(name) === '' ? cell : [...name, text(': ', state), ...cell]];
  });
  const margin: Piece = { text: GAP, styles: [], isMargin: true };
  return joined(
    lines.map((line, index) => (index === 0 ? line : [margin, ...line])),
    '\n',
  );
}

type Cell = readonly Piece[];

function cellOf(cell: MarkdownNode, state: State): Cell {
  const content = findIn(cell, 'tableContent');
  if (content === undefined) return [];
  return children(content, state).map((piece) => ({
    ...piece,
    text: piece.text.replaceAll(CELL_BREAK, ' '),
  }));
}

function widthOf(cell: Cell): number {
  return stringWidth(plainOf(cell));
}

function joined(parts: readonly (readonly Piece[])[], by: string): readonly Piece[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: by, styles: [] }, ...part]));
}

function styled(state: State, style: Modifier): State {
  return { ...state, styles: [...state.styles.filter((other) => other !== style), style] };
}

function text(value: string, { styles }: Pick<State, 'styles'>): Piece {
  return { text: value, styles };
}

function between(start: number, end: number, state: State): Piece {
  return text(state.source.slice(start, end), state);
}
