/** One line and its own ending; `ending` is empty only where a text stops without one. */
export interface Line {
  readonly start: number;
  readonly content: string;
  readonly ending: '' | '\n' | '\r\n';
}

/** Splits without losing a byte: contents and endings joined give the text again. An empty text has no lines. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    if (newline === -1) {
      lines.push({ start, content: text.slice(start), ending: '' });
      break;
    }
    const ending = newline > start && text[newline - 1] === '\r' ? '\r\n' : '\n';
    lines.push({ start, content: text.slice(start, newline + 1 - ending.length), ending });
    start = newline + 1;
  }
  return lines;
}

/** The line ending in use around an offset: that of its own line, else of the line before, else `\n`. */
export function lineEndingAt(text: string, offset: number): '\n' | '\r\n' {
  const after = text.indexOf('\n', offset);
  const newline = after === -1 ? text.lastIndexOf('\n') : after;
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

export function withLineEnding(text: string, ending: '\n' | '\r\n'): string {
  return text.replace(/\r?\n/g, ending);
}

/** Every line ending as `\n`. */
export function fold(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** 1-based number of the line that holds an offset. */
export function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

export function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `L${first + index}: ${line}`).join('\n');
}
