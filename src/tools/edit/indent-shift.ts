/** Turns indentation as the search has it into indentation as the file has it; undefined where it cannot. */
export type IndentShift = (indent: string) => string | undefined;

export interface IndentPair {
  readonly wanted: string;
  readonly found: string;
}

/** What one level may be written as: in the search, in the file. */
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
/** Columns of a tab where a file mixes tabs and spaces. */
const TAB_WIDTHS = [4, 8, 2] as const;

/**
 * The uniform shift that explains all pairs. The same prefix added or taken away comes first; then one way of writing
 * a level in place of another; then that at another depth. Where several of a kind explain all pairs, they have to
 * agree on each new line.
 * @param newIndents of the lines that come in
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
    if (fitting.length > 0) return (indent) => known.get(indent) ?? agreed(fitting, indent);
  }
  return undefined;
}

function agreed(shifts: readonly IndentShift[], indent: string): string | undefined {
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

/** A file that indents with tabs goes on doing so below the depth that the search shows. */
function inStyleOf(added: string, indent: string, unit: number): string {
  const isForeign = /^\t+$/.test(added) && /^ +$/.test(indent);
  return isForeign && unit > 1 ? '\t'.repeat(indent.length / unit) : indent;
}

/** Spaces of one level: what all indentations are multiples of; 0 where tabs are among them. */
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

/** Tabs and spaces mixed in the search where the file has only one of them, all in the columns of the file. */
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

/** Spaces in the search where the file has tabs, and spaces behind them to line things up. */
function columnShift(width: number): IndentShift {
  return (indent) =>
    /^ *$/.test(indent)
      ? '\t'.repeat(Math.floor(indent.length / width)) + ' '.repeat(indent.length % width)
      : undefined;
}
