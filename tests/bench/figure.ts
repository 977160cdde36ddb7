/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'kB' | '%' | '';
  readonly ours: number;
  /** The same of the bare loop, where it has one. */
  readonly bare?: number;
  /** Missing: told for comparison. */
  readonly bar?: Bar;
}

/** The most that is allowed (`least`: the least) of ours, of ours divided by the bare loop's, or of the difference. */
export interface Bar {
  readonly of: 'ours' | 'ratio' | 'difference' | 'least';
  readonly limit: number;
}

/** What the bar is held against; NaN when a number is missing. */
function judged({ ours, bare = Number.NaN }: Figure, { of }: Bar): number {
  if (of === 'ratio') return ours / bare;
  if (of === 'difference') return ours - bare;
  return ours;
}

/** A number that is missing is over every bar. */
export function isOver(figure: Figure): boolean {
  const { bar } = figure;
  if (bar === undefined) return false;
  return bar.of === 'least' ? !(judged(figure, bar) >= bar.limit) : !(judged(figure, bar) <= bar.limit);
}

const HEAD = ['figure', 'ours', 'bare loop', 'ratio', 'bar', ''];

export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(rowOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return lines.join('\n');
}

function rowOf(figure: Figure): readonly string[] {
  const { name, unit, ours, bare, bar } = figure;
  return [
    name,
    `${digits(ours)} ${unit}`.trim(),
    bare === undefined ? '' : `${digits(bare)} ${unit}`.trim(),
    bare === undefined ? '' : `${(ours / bare).toFixed(2)} x`,
    ...(bar === undefined ? ['', ''] : [barText(bar, unit), isOver(figure) ? 'over' : 'ok']),
  ];
}

function barText({ of, limit }: Bar, unit: string): string {
  switch (of) {
    case 'ratio':
      return `<= ${limit} x`;
    case 'difference':
      return `<= +${limit} ${unit}`;
    case 'least':
      return `>= ${limit} ${unit}`.trim();
    case 'ours':
      return `<= ${limit} ${unit}`.trim();
  }
}

function digits(value: number): string {
  return Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3);
}
