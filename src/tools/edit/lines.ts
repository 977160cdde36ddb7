export type LineEnding = '\n' | '\r\n';

/** One line and its own ending; `ending` is empty only where a text stops without one. */
export interface TextLine {
  readonly start: number;
  readonly content: string;
  readonly ending: '' | LineEnding;
}

/** Splits without losing a byte: contents and endings joined are the text again. An empty text has no lines. */
export function splitTextLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
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

/** The line ending that most lines of a text have; `\n` where there is none. */
export function lineEndingOf(text: string): LineEnding {
  let [all, withReturn] = [0, 0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    all += 1;
    if (at > 0 && text[at - 1] === '\r') withReturn += 1;
  }
  return withReturn * 2 > all ? '\r\n' : '\n';
}

export function withLineEnding(text: string, ending: LineEnding): string {
  return text.replace(/\r?\n/g, ending);
}

/** Every line ending as `\n`. */
export function foldLineEndings(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** 1-based number of the line that holds an offset. */
export function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

export function numberLines(lines: readonly string[], first: number): string {
  return lines.map((line, index) => `L${first + index}: ${line}`).join('\n');
}

/** Spaces and tabs a line begins with. */
export function indentOf(content: string): string {
  return /^[ \t]*/.exec(content)?.[0] ?? '';
}

/** Without the spaces and tabs around it; other white space has a meaning. */
export function trimSpace(content: string): string {
  let [start, end] = [0, content.length];
  while (start < end && isSpace(content.charCodeAt(start))) start += 1;
  while (end > start && isSpace(content.charCodeAt(end - 1))) end -= 1;
  return content.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}
