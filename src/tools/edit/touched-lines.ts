const HUNKS = /^@@ -(?<old>\d+)(?:,\d+)? \+(?<new>\d+)(?:,\d+)? @@.*\n/gm;

type DiffSide = 'old' | 'new';

/**
 * Numbers, from 1, of the lines that a unified diff of one file touches on one of its sides. Where lines were only
 * taken away, or only added on the other side, the two lines around the place count.
 */
export function touchedLines(diff: string, side: DiffSide): ReadonlySet<number> {
  const hunks = [...diff.matchAll(HUNKS)];
  const touched = hunks.flatMap((hunk, index) => {
    const rows = diff.slice(hunk.index + hunk[0].length, hunks[index + 1]?.index).split('\n');
    return touchedIn(rows, Number(hunk.groups?.[side]), side);
  });
  return new Set(touched.filter((line) => line > 0));
}

const SIGNS: Readonly<Record<DiffSide, { readonly own: string; readonly other: string }>> = {
  old: { own: '-', other: '+' },
  new: { own: '+', other: '-' },
};

function touchedIn(rows: readonly string[], from: number, side: DiffSide): readonly number[] {
  const { own, other } = SIGNS[side];
  const touched: number[] = [];
  let line = from;
  let isOnlyOther = false;
  for (const row of rows) {
    if (row.startsWith(own)) {
      touched.push(line);
      line += 1;
      isOnlyOther = false;
    } else if (row.startsWith(other)) {
      isOnlyOther ||= touched.at(-1) !== line - 1;
    } else if (!row.startsWith('\\')) {
      // A row of its own says that a file has no line break at its end.
      if (isOnlyOther) touched.push(line - 1, line);
      isOnlyOther = false;
      line += 1;
    }
  }
  return touched;
}
