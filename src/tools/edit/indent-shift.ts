/** Converts indentation of the search into that of the file; undefined where it cannot. */
export type IndentShift = (indent: string) => string | undefined;

interface IndentPair {
  readonly wanted: string;
  readonly found: string;
}

/** How one level may be written: in the search, in the file. */
const UNITS = [
  ['    ', '\t'],
  ['  ', '\t'],
  ['   ', '\t'],
  ['        ', '\t'],
  ['\t', '    '],
  ['\t', '  '],
  ['\t', '   '],
  ['\t', '        '],
  ['  ', '    '],
  ['    ', '  '],
] as const;
/** Width of a tab in columns, where a file mixes tabs and spaces. */
const TAB_WIDTHS = [4, 8, 2] as const;

/**
 * The uniform shift that explains all pairs. A prefix that was added or removed comes first; then another way of
 * writing a level; then that at another depth. If several of a kind explain all pairs, they have to agree on each new
 * line.
 * @param newIndents of the added lines
 */
export function indentShift(
  pairs: readonly IndentPair[],
  newIndents: readonly string[],
): IndentShift | undefined {
  const first = pairs[0];
  if (first === undefined) return undefined;
  const unit = unitOf([...pairs.map(({ wanted }) => wanted), ...newIndents]);
  const atOtherDepth = ([from, to]: readonly [string, string]): IndentShift =>
    unitShift(from, to, levelsIn(first.found, to) - levelsIn(first.wanted, from));
  const kinds: readonly (readonly IndentShift[])[] = [
    [prefixShift(first, unit)],
    UNITS.filter(([from]) => from === ' '.repeat(unit)).map(atOtherDepth),
    UNITS.map(([from, to]) => unitShift(from, to, 0)),
    TAB_WIDTHS.map(columnShift),
    TAB_WIDTHS.map((width) => sameColumns(width, pairs)),
    UNITS.map(atOtherDepth),
  ];
  const known = new Map(pairs.map(({ wanted, found }) => [wanted, found]));
  for (const kind of kinds) {
    const fitting = kind.filter((shift) => pairs.every(({ wanted, found }) => shift(wanted) === found));
    if (fitting.length > 0) return (indent) => known.get(indent) ?? agreedIndent(fitting, indent);
  }
  return undefined;
}

function agreedIndent(shifts: readonly IndentShift[], indent: string): string | undefined {
  const results = new Set(shifts.flatMap((shift) => shift(indent) ?? []));
  const [only] = results;
  return results.size === 1 ? only : undefined;
}

function prefixShift({ wanted, found }: IndentPair, unit: number): IndentShift {
  if (found.endsWith(wanted)) {
    const added = found.slice(0, found.length - wanted.length);
    return (indent) => added + inStyleOf(added, indent, unit);
  }
  const removed = wanted.endsWith(found) ? wanted.slice(0, wanted.length - found.length) : undefined;
  return (indent) =>
    removed !== undefined && indent.startsWith(removed) ? indent.slice(removed.length) : undefined;
}

/** A file that indents with tabs continues to do so below the depth that the search shows. */
function inStyleOf(added: string, indent: string, unit: number): string {
  const isForeign = /^\t+$/.test(added) && /^ +$/.test(indent);
  return isForeign && unit > 1 ? '\t'.repeat(indent.length / unit) : indent;
}

/** Spaces of one level: the greatest common divisor of all indentations; 0 if there are tabs among them. */
function unitOf(indents: readonly string[]): number {
  if (indents.some((indent) => indent.includes('\t'))) return 0;
  return indents.reduce((unit, { length }) => commonDivisor(unit, length), 0);
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

function levelsIn(indent: string, unit: string): number {
  return Math.floor(indent.length / unit.length);
}

function unitShift(from: string, to: string, deeper: number): IndentShift {
  return (indent) => {
    const depth = levelsIn(indent, from);
    if (indent !== from.repeat(depth) || depth + deeper < 0) return undefined;
    return to.repeat(depth + deeper);
  };
}

/** Tabs and spaces mixed in the search where the file has only one of them, compared by the file's columns. */
function sameColumns(width: number, pairs: readonly IndentPair[]): IndentShift {
  const found = pairs.map((pair) => pair.found).join('');
  const [isTabs, isSpaces] = [/^\t+$/.test(found), /^ +$/.test(found)];
  return (indent) => {
    const columns = columnsOf(indent, width);
    if (isSpaces) return ' '.repeat(columns);
    return isTabs && columns % width === 0 ? '\t'.repeat(columns / width) : undefined;
  };
}

function columnsOf(indent: string, width: number): number {
  let columns = 0;
  for (const one of indent) columns += one === '\t' ? width - (columns % width) : 1;
  return columns;
}

/** Spaces in the search where the file has tabs, and spaces behind them for alignment. */
function columnShift(width: number): IndentShift {
  return (indent) =>
    /^ *$/.test(indent)
      ? '\t'.repeat(Math.floor(indent.length / width)) + ' '.repeat(indent.length % width)
      : undefined;
}
