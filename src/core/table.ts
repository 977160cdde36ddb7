import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

export interface Column<Row> {
  readonly title: string;
  text(row: Row): string;
}

const GAP = '  ';
/** Least width of the last column, even if the table becomes wider than asked. */
const NARROWEST = 20;

/** Columns as wide as their contents; the last one takes the rest and is wrapped. Nothing is cut. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<NoInfer<Row>>[],
  width: number,
): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ text }) => text(row))),
  ];
  const fixed = columns
    .slice(0, -1)
    .map((_, at) => Math.max(...cells.map((line) => stringWidth(line[at] ?? ''))));
  const before = fixed.reduce((sum, size) => sum + size + GAP.length, 0);
  const left = Math.max(NARROWEST, width - before);
  return cells.flatMap((line) => wrapRow(line, fixed, left)).join('\n');
}

function wrapRow(line: readonly string[], fixed: readonly number[], left: number): readonly string[] {
  const head = fixed.map((size, at) => `${padToWidth(line[at] ?? '', size)}${GAP}`).join('');
  const [first = '', ...more] = wrapAnsi(line.at(-1) ?? '', left, { hard: true }).split('\n');
  const indent = ' '.repeat(stringWidth(head));
  return [`${head}${first}`, ...more.map((text) => `${indent}${text}`)].map((text) => text.trimEnd());
}

function padToWidth(text: string, size: number): string {
  return `${text}${' '.repeat(size - stringWidth(text))}`;
}
