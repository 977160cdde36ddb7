import type { styleText } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { isUnifiedDiff } from '../../pictures/changed-files.ts';
import type { Highlighter } from '../../pictures/syntax.ts';

/** A stretch of text in one look. */
export interface StyledPiece {
  readonly text: string;
  readonly styles: readonly Modifier[];
  /** Set at the beginning of a line for text that further rows begin with as well. */
  readonly isMargin?: true;
  /** A line of these is not wrapped, so that it can be copied as it is. */
  readonly isExact?: true;
}

export type Modifier = Extract<Style, string>;

/** The rows of these pieces on a screen of this width; every style ends with its row. */
export function rowsOfPieces(
  pieces: readonly StyledPiece[],
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
): readonly string[] {
  return splitStyledLines(pieces).flatMap((line) => {
    const look = (some: readonly StyledPiece[]) => some.map((piece) => paintPiece(piece, paint)).join('');
    const body = line.findIndex(({ isMargin }) => isMargin !== true);
    const margin = line.slice(0, body === -1 ? line.length : body);
    const rest = line.slice(margin.length);
    const words = plainOf(rest);
    const room = columns - stringWidth(plainOf(margin));
    if (rest.some(({ isExact }) => isExact) || stringWidth(words) <= room || room < 1) return [look(line)];
    // A long address or path stays whole: the terminal breaks it without a line end that a copy would have.
    const hard = !words.split(/\s/).some((word) => ADDRESS.test(word) && word.length > room);
    const blank = look(margin.map((piece) => ({ ...piece, text: withoutSigns(piece.text) })));
    const wrapped = wrapAnsi(look(rest), room, { hard }).split('\n');
    return wrapped.map((row, index) => `${index === 0 ? look(margin) : blank}${row}`);
  });
}

const ADDRESS = /^[!-~]*[/:][!-~]*$/;

export function plainOf(pieces: readonly StyledPiece[]): string {
  return pieces.map(({ text }) => text).join('');
}

function splitStyledLines(pieces: readonly StyledPiece[]): readonly (readonly StyledPiece[])[] {
  const lines: StyledPiece[][] = [[]];
  for (const piece of pieces) {
    const [first = '', ...more] = piece.text.split('\n');
    lines.at(-1)?.push({ ...piece, text: first });
    for (const text of more) lines.push([{ ...piece, text }]);
  }
  return lines.map((line) => line.filter(({ text }) => text !== ''));
}

function paintPiece({ text, styles }: StyledPiece, paint: Paint): string {
  return styles.reduce((shown, style) => paint(style, shown), text);
}

/** The bar of a quote goes on beside its further rows; a list's sign does not. */
function withoutSigns(text: string): string {
  return text.replace(/[^│\s]+/gu, (signs) => ' '.repeat(stringWidth(signs)));
}

type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** By the beginning of a line of a diff; the first that fits counts. */
const DIFF_STYLES: readonly (readonly [RegExp, Style])[] = [
  [/^(diff --git|index |---|\+\+\+|rename |new file|deleted file|similarity )/, 'bold'],
  [/^@@/, 'cyan'],
  [/^\+/, 'green'],
  [/^-/, 'red'],
];

/** By the kinds of the highlighter; code of other kinds stays plain. */
const CODE_STYLES: ReadonlyMap<string, Style> = new Map(
  Object.entries({
    keyword: 'magenta',
    literal: 'magenta',
    built_in: 'cyan',
    type: 'cyan',
    attr: 'cyan',
    attribute: 'cyan',
    tag: 'cyan',
    string: 'green',
    regexp: 'green',
    number: 'yellow',
    title: 'blue',
    section: 'blue',
    comment: 'gray',
    meta: 'gray',
  } as const),
);

/**
 * Lines of code with colours: diffs by line, others by their language. Only styles are added: the text stays what it
 * was.
 * @param highlight asked for with the first block that names a language
 */
export function paintBlock(
  block: readonly string[],
  language: string,
  { paint, highlight }: { readonly paint: Paint; readonly highlight: () => Highlighter },
): readonly string[] {
  if (language === 'diff' || isUnifiedDiff(block.join('\n')))
    return block.map((line) => paintDiffLine(line, paint));
  if (!/^[\w+#.-]+$/.test(language)) return block;
  const spans = highlight()(`.${language}`, block);
  return block.map((line, index) => {
    let from = 0;
    const parts = (spans[index] ?? []).map(({ end, kind }) => {
      const part = line.slice(from, end);
      from = end;
      const style = kind === undefined ? undefined : CODE_STYLES.get(kind);
      return style === undefined ? part : paint(style, part);
    });
    return parts.join('') + line.slice(from);
  });
}

function paintDiffLine(line: string, paint: Paint): string {
  const style = DIFF_STYLES.find(([beginning]) => beginning.test(line))?.[1];
  return style === undefined ? line : paint(style, line);
}
