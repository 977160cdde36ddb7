import { splitTextLines } from './lines.ts';
import type { EditPassage, UndonePassage } from './passage.ts';

interface NumberShape {
  /** Matches up to the separator; its group is the number. */
  readonly pattern: RegExp;
  /** The separator never begins a line of code. */
  readonly isTelling: boolean;
  /** Numbers in sequence are proof enough, without being the file's own. */
  readonly isCountable: boolean;
}

/**
 * `L12: ` of our own tools, `cat -n`, `12|` or an arrow behind it, `Line 12:`, `12:`, `[12]`, `12.`, `12)`, `12  `,
 * in this order.
 */
const SHAPES: readonly NumberShape[] = [
  { pattern: /^[ \t]*L(\d+)[ \t]?[:|\u2192]/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*(\d+)\t/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*(\d+)\u2192/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*(\d+) ?[|\u2502]/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*[Ll]ine (\d+):/, isTelling: true, isCountable: true },
  { pattern: /^[ \t]*(\d+):/, isTelling: false, isCountable: true },
  { pattern: /^[ \t]*(\d+)[:-]/, isTelling: false, isCountable: true },
  { pattern: /^[ \t]*\[(\d+)\]/, isTelling: false, isCountable: true },
  { pattern: /^[ \t]*(\d+)[.)](?=[ \t]|$)/, isTelling: false, isCountable: false },
  { pattern: /^[ \t]*(\d+)(?= |$)/, isTelling: false, isCountable: false },
];

/**
 * Removes sequential numbers from every line of the search; in the replacement from all lines or none, or from those
 * that continue the numbers of the search, among new lines without any.
 * @param pad spaces between the separator and the line
 */
export function lineNumbers({ search, replace }: EditPassage, pad: number): UndonePassage | undefined {
  const lines = splitTextLines(search);
  for (const shape of SHAPES) {
    const numbers = lines.map(({ content }) => numberOf(content, shape));
    const [first = Number.NaN] = numbers;
    if (!numbers.every((number, index) => number === first + index)) continue;
    const isProof = lines.length === 1 ? shape.isTelling : shape.isCountable;
    const undone = stripNumbers({ search, replace }, shape, { first, pad });
    return undone && { ...undone, wholeLines: true, atLine: isProof ? undefined : first };
  }
  return undefined;
}

/**
 * Removes numbers from a replacement whose search has none: they count up from the line of the match, and the text
 * behind one of them is in the search.
 */
export function ownNumbers({ search, replace }: EditPassage, first: number): string | undefined {
  const [old, young] = [splitTextLines(search), splitTextLines(replace)];
  const known = new Set(old.map(({ content }) => content).filter((content) => content.trim() !== ''));
  for (const shape of SHAPES.filter(({ isCountable }) => isCountable)) {
    const isOwn = young.every(({ content }, index) => numberOf(content, shape) === first + index);
    if (!isOwn || old.some(({ content }) => shape.pattern.test(content))) continue;
    const rests = young.map(({ content }) => content.replace(shape.pattern, ''));
    const pad = [0, 1, 2].find((width) => rests.some((rest) => known.has(rest.slice(width))));
    const isPadded = rests.every((rest) => rest.startsWith(' '.repeat(pad ?? 0)) || rest.trim() === '');
    if (pad === undefined || !isPadded) continue;
    return rests.map((rest, index) => rest.slice(pad) + (young[index]?.ending ?? '')).join('');
  }
  return undefined;
}

function numberOf(content: string, { pattern }: NumberShape): number {
  return Number(pattern.exec(content)?.[1] ?? Number.NaN);
}

interface SearchNumbers {
  /** Number of the first line of the search. */
  readonly first: number;
  readonly pad: number;
}

function stripNumbers(
  passage: EditPassage,
  shape: NumberShape,
  { first, pad }: SearchNumbers,
): UndonePassage | undefined {
  const { pattern } = shape;
  const young = splitTextLines(passage.replace).filter(({ content }) => content.trim() !== '');
  const numbers = young
    .map(({ content }) => numberOf(content, shape))
    .filter((number) => !Number.isNaN(number));
  const isOff =
    numbers.length > 0 &&
    (numbers.length === young.length || continueNumbers(numbers, passage, { shape, first, pad }));
  const marked = [...splitTextLines(passage.search), ...(isOff ? young : [])].filter(({ content }) =>
    pattern.test(content),
  );
  if (
    !isPadded(
      marked.map(({ content }) => content.replace(pattern, '')),
      pad,
    )
  )
    return undefined;
  const strip = (text: string): string =>
    splitTextLines(text)
      .map(({ content, ending }) => {
        const rest = content.replace(pattern, '');
        return (rest === content ? rest : rest.slice(pad)) + ending;
      })
      .join('');
  if (isOff) return { search: strip(passage.search), replace: strip(passage.replace) };
  return { search: strip(passage.search), replace: numbers.length > 0 ? undefined : passage.replace };
}

function isPadded(rests: readonly string[], pad: number): boolean {
  return rests.every((rest) => rest.startsWith(' '.repeat(pad)) || rest.trim() === '');
}

/**
 * True for line numbers. Where lines of the file itself begin with such a number, new ones may as well, without being
 * in sequence.
 */
function continueNumbers(
  numbers: readonly number[],
  { search, replace }: EditPassage,
  { shape: { pattern }, first, pad }: SearchNumbers & { readonly shape: NumberShape },
): boolean {
  const old = splitTextLines(search);
  if (old.some(({ content }) => pattern.test(content.replace(pattern, '').slice(pad)))) return false;
  const end = first + old.length + splitTextLines(replace).length;
  return numbers.every((number, index) => number >= (numbers[index - 1] ?? first) && number < end);
}
