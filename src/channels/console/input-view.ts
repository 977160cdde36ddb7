import stringWidth from 'string-width';
import { charactersOf, type Draft } from './draft.ts';

/** The lines below the messages, as they stand on the screen, and where the cursor is in them. */
export interface InputView {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export interface InputSpace {
  readonly columns: number;
  /** At most so many rows are shown: those around the cursor. */
  readonly rows: number;
}

/** A tab would be as wide as the terminal likes. */
const TAB = '    ';

/** Wraps a message that is being written behind its prompt; further lines begin below its text where there is room. */
export function inputView(prompt: string, { text, cursor }: Draft, space: InputSpace): InputView {
  const { columns } = space;
  const room = stringWidth(prompt);
  const rows = new WrappedRows(prompt, columns);
  const indent = room * 3 < columns ? ' '.repeat(room) : '';
  let offset = 0;
  let at: InputView['cursor'] | undefined;
  for (const character of charactersOf(text)) {
    const shown = character === '\t' ? TAB : character;
    if (character !== '\n') rows.makeRoom(stringWidth(shown));
    if (offset === cursor) at = rows.end();
    if (character === '\n') rows.next(indent);
    else rows.add(shown);
    offset += character.length;
  }
  // A terminal has no place behind its last column.
  rows.makeRoom(1);
  return clipToHeight({ rows: rows.all(), cursor: at ?? rows.end() }, space.rows);
}

/** Text that is wrapped as the terminal would wrap it. */
class WrappedRows {
  readonly #columns: number;
  readonly #full: string[] = [];
  #row: string;
  #column: number;

  constructor(first: string, columns: number) {
    [this.#row, this.#column, this.#columns] = [first, stringWidth(first), columns];
  }

  makeRoom(width: number): void {
    if (this.#column + width > this.#columns && this.#column > 0) this.next('');
  }

  next(begin: string): void {
    this.#full.push(this.#row);
    [this.#row, this.#column] = [begin, begin.length];
  }

  add(text: string): void {
    [this.#row, this.#column] = [this.#row + text, this.#column + stringWidth(text)];
  }

  end(): InputView['cursor'] {
    return { row: this.#full.length, column: this.#column };
  }

  all(): readonly string[] {
    return [...this.#full, this.#row];
  }
}

function clipToHeight({ rows, cursor }: InputView, max: number): InputView {
  if (rows.length <= max) return { rows, cursor };
  const from = Math.max(0, Math.min(cursor.row - Math.floor(max / 2), rows.length - max));
  return { rows: rows.slice(from, from + max), cursor: { ...cursor, row: cursor.row - from } };
}
