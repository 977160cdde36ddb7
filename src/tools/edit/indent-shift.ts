/** Turns indentation as the search has it into indentation as the file has it; undefined where it cannot. */
export type IndentShift = (indent: string) => string | undefined;

export interface IndentPair {
  readonly wanted: string;
  readonly found: string;
}

const UNITS = [
  ['    ', '\t'],
  ['  ', '\t'],
  ['        ', '\t'],
  ['\t', '    '],
  ['\t', '  '],
  ['\t', '        '],
] as const;

/**
 * The uniform shift that explains all pairs: the same prefix added, the same prefix taken away, or tabs for spaces
 * (and back). No two of these can explain the same pair, so there is never a choice.
 */
export function indentShift(pairs: readonly IndentPair[]): IndentShift | undefined {
  const first = pairs[0];
  if (first === undefined) return undefined;
  const candidates = [prefixShift(first), ...UNITS.map(([from, to]) => unitShift(from, to))];
  return candidates.find((shift) => pairs.every(({ wanted, found }) => shift(wanted) === found));
}

function prefixShift({ wanted, found }: IndentPair): IndentShift {
  if (found.endsWith(wanted)) {
    const added = found.slice(0, found.length - wanted.length);
    return (indent) => added + indent;
  }
  const removed = wanted.endsWith(found) ? wanted.slice(0, wanted.length - found.length) : undefined;
  return (indent) =>
    removed !== undefined && indent.startsWith(removed) ? indent.slice(removed.length) : undefined;
}

function unitShift(from: string, to: string): IndentShift {
  return (indent) => {
    const depth = indent.length / from.length;
    return indent === from.repeat(Math.floor(depth)) ? to.repeat(depth) : undefined;
  };
}
