import { type Folded, type Forgiveness, foldText } from './folding.ts';
import { type Line, linesOf, trimSpace } from './lines.ts';

/** A text that is searched several times, in several ways; each form is prepared once, when it is first needed. */
export interface SearchedText {
  readonly text: string;
  /** Holds nothing but ASCII. */
  readonly isPlain: boolean;
  folded(forgiveness: Forgiveness): Folded;
  /** Lines of the folded text: as many as in the text itself. */
  lines(forgiveness: Forgiveness): readonly FoldedLine[];
}

export interface FoldedLine {
  /** The line in the original text. */
  readonly real: Line;
  /** Folded, without the white space around it. */
  readonly core: string;
  /** Folded white space before it. */
  readonly indent: string;
}

export function searchedText(text: string): SearchedText {
  const folded = new Map<string, Folded>();
  const lines = new Map<string, readonly FoldedLine[]>();
  const own: SearchedText = {
    text,
    isPlain: !/[^\0-\x7f]/.test(text),
    folded: (forgiveness) => memoize(folded, forgiveness, () => foldText(text, forgiveness)),
    lines: (forgiveness) =>
      memoize(lines, forgiveness, () => foldedLines(text, own.folded(forgiveness).text)),
  };
  return own;
}

function memoize<Value>(known: Map<string, Value>, forgiveness: Forgiveness, make: () => Value): Value {
  const key = `${forgiveness.trailingSpace} ${forgiveness.characters}`;
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function foldedLines(text: string, folded: string): readonly FoldedLine[] {
  const real = linesOf(text);
  const lines: FoldedLine[] = [];
  for (const [index, { content }] of (folded === text ? real : linesOf(folded)).entries()) {
    const line = real[index];
    const core = trimSpace(content);
    // As many as in the text itself: no line ending is ever folded away.
    if (line !== undefined) lines.push({ real: line, core, indent: content.slice(0, content.indexOf(core)) });
  }
  return lines;
}
