import { blank } from './masks.ts';

/** How a language begins texts on lines of their own, up to a word alone on its line. */
export interface HeredocStyle {
  /** Its groups `quoted` and `bare` hold the word. */
  readonly opener: RegExp;
  /** Permitted text before the word in its line. */
  readonly indent: RegExp;
}

export interface Heredoc {
  /** Line of the opener, from 0, and its position in the line. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** Line of the word that ends it; the text is in between. */
  readonly end: number;
}

/** Contexts without an opener: a comment that shows one, a number that is shifted. */
const NOT_BEFORE = /(?:^|[\s;&|()])#|\(\((?:(?!\)\)).)*$/;

/** In the order of the file; an unterminated one does not count. */
export function heredocsIn(lines: readonly string[], { opener, indent }: HeredocStyle): readonly Heredoc[] {
  const places = placesOf(lines.map((line) => line.trimEnd().replace(indent, '')));
  const all: Heredoc[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    let after = line;
    for (const match of (lines[line] ?? '').matchAll(opener)) {
      const end = endOf(match, { places, after });
      if (end === undefined || NOT_BEFORE.test(match.input.slice(0, match.index))) continue;
      all.push({ line, from: match.index, to: match.index + match[0].length, end });
      after = end;
    }
    line = after;
  }
  return all;
}

function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [line, words] of lines.entries()) {
    const known = places.get(words);
    if (known === undefined) places.set(words, [line]);
    else known.push(line);
  }
  return places;
}

function endOf(
  { groups }: RegExpMatchArray,
  { places, after }: { readonly places: ReadonlyMap<string, readonly number[]>; readonly after: number },
): number | undefined {
  return places.get(groups?.quoted ?? groups?.bare ?? '')?.find((line) => line > after);
}

/** The same lines without these texts and what opens and ends them. */
export function withoutHeredocs(style: HeredocStyle): (text: string) => string {
  return (text) => {
    const lines = text.split('\n');
    for (const { line, from, to, end } of heredocsIn(lines, style)) {
      const opening = lines[line] ?? '';
      lines[line] = `${opening.slice(0, from)}${blank(opening.slice(from, to))}${opening.slice(to)}`;
      for (let inside = line + 1; inside <= end; inside += 1) lines[inside] = blank(lines[inside] ?? '');
    }
    return lines.join('\n');
  };
}
