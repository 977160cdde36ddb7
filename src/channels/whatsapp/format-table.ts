import stringWidth from 'string-width';
import { CELL_BREAK } from '../markdown/meaning.ts';
import { codeBlock, type FormattedPiece, joinPieces } from './format-literals.ts';

/** How many characters of fixed width fit on one line of a phone held upright. */
const PHONE_COLUMNS = 36;
const GAP = '  ';

export interface TableCell {
  /** Without any formatting. */
  readonly plain: string;
  readonly pieces: readonly FormattedPiece[];
}

export interface FormattedTable {
  /** The first row names the columns. */
  readonly rows: readonly (readonly TableCell[])[];
  /** Columns of numbers, aligned to the right. */
  readonly isRight: readonly boolean[];
}

/** A table for a phone: aligned if it fits the width, else a list with the contents of each row. */
export function tableText(table: FormattedTable): string {
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
