import { Writable } from 'node:stream';
import stringWidth from 'string-width';

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are made of control characters.
const SEQUENCE = /^\u001b\[(\?)?(\d*)(?:;\d+)*([A-Za-z])/;

/** As much of a terminal as the program uses: what stands on the screen, and where the cursor is. */
export class TerminalEmulator extends Writable {
  readonly isTTY = true;
  columns: number;
  rows: number;
  /** Everything that was written. */
  raw = '';
  /** Lines that scrolled out at the top come first. */
  readonly #lines: string[][] = [[]];
  #row = 0;
  #column = 0;

  constructor(columns = 60, rows = 24) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  override _write(chunk: unknown, _encoding: unknown, done: () => void): void {
    let text = String(chunk);
    this.raw += text;
    while (text !== '') text = text.slice(this.#take(text));
    done();
  }

  /** All lines without their blanks at the end, those that scrolled out too. */
  text(): string {
    return this.#lines.map((line) => line.join('').trimEnd()).join('\n');
  }

  /** Text of the row with the cursor, and the column of the cursor. */
  cursor(): { readonly line: string; readonly column: number } {
    return { line: (this.#lines[this.#row] ?? []).join('').trimEnd(), column: this.#column };
  }

  #take(text: string): number {
    const [sequence, isPrivate, count = '', command] = SEQUENCE.exec(text) ?? [];
    if (sequence !== undefined) {
      if (isPrivate === undefined) this.#obey(command ?? '', count);
      return sequence.length;
    }
    const character = firstCharacter(text);
    this.#put(character);
    return character.length;
  }

  #obey(command: string, count: string): void {
    const number = count === '' ? 1 : Number(count);
    // Nothing that has scrolled out can be reached.
    const top = Math.max(0, this.#lines.length - this.rows);
    if (command === 'A') this.#row = Math.max(top, this.#row - number);
    if (command === 'C') this.#column = Math.min(this.#width() - 1, this.#column + number);
    if (command === 'H') [this.#row, this.#column] = [top, 0];
    if (command === 'J' && count === '2') this.#lines.splice(top, this.#lines.length, []);
    if (command === 'J' && count === '') {
      this.#lines.splice(this.#row + 1);
      this.#lines[this.#row]?.splice(this.#column);
    }
  }

  #put(character: string): void {
    if (character === '\r') this.#column = 0;
    else if (character === '\n' || character === '\r\n') this.#nextRow();
    else {
      const width = stringWidth(character);
      if (this.#column + width > this.#width()) this.#nextRow();
      this.#lines[this.#row] ??= [];
      const line = this.#lines[this.#row] ?? [];
      while (line.length < this.#column) line.push(' ');
      line[this.#column] = character;
      // The second half of a wide character.
      for (let more = 1; more < width; more += 1) line[this.#column + more] = '';
      this.#column += width;
    }
  }

  #nextRow(): void {
    this.#row += 1;
    this.#column = 0;
    this.#lines[this.#row] ??= [];
  }

  /** One that reports no columns still has some. */
  #width(): number {
    return this.columns > 0 ? this.columns : 80;
  }
}

function firstCharacter(text: string): string {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text))
    return segment;
  return text;
}
