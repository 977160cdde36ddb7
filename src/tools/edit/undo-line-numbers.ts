import { linesOf } from './lines.ts';
import type { Passage, Undone } from './passage.ts';

interface Shape {
  /** Up to the separator; its group is the number. */
  readonly pattern: RegExp;
  /** The separator means nothing else at the beginning of a line of code. */
  readonly isTelling: boolean;
  /** Numbers that count up are proof enough, without being the file's own. */
  readonly isCountable: boolean;
}

/** `L12: ` of our own tools, `cat -n`, `12|` or an arrow behind it, `Line 12:`, `12:`, `[12]`, `12.`, `12)`, `12  `, in this order. */
const SHAPES: readonly Shape[] = [
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
 * Takes numbers off that stand on every line of the search and count up; of the replacement: off every line or none.
 * @param pad spaces between the separator and the line
 */
export function lineNumbers({ search, replace }: Passage, pad: number): Undone | undefined {
  const lines = linesOf(search);
  for (const shape of SHAPES) {
    const numbers = lines.map(({ content }) => Number(shape.pattern.exec(content)?.[1] ?? Number.NaN));
    const [first = Number.NaN] = numbers;
    if (!numbers.every((number, index) => number === first + index)) continue;
    const isProof = lines.length === 1 ? shape.isTelling : shape.isCountable;
    const undone = stripped({ search, replace }, shape, pad);
    return undone && { ...undone, wholeLines: true, atLine: isProof ? undefined : first };
  }
  return undefined;
}

function stripped({ search, replace }: Passage, { pattern }: Shape, pad: number): Undone | undefined {
  const isNumbered = ({ content }: { content: string }): boolean => pattern.test(content);
  const young = linesOf(replace).filter(({ content }) => content.trim() !== '');
  const all = young.length > 0 && young.every(isNumbered);
  const rests = [...linesOf(search), ...(all ? young : [])].map(({ content }) =>
    content.replace(pattern, ''),
  );
  if (!rests.every((rest) => rest.startsWith(' '.repeat(pad)) || rest.trim() === '')) return undefined;
  const strip = (text: string): string =>
    linesOf(text)
      .map(({ content, ending }) => {
        const rest = content.replace(pattern, '');
        return (rest === content ? rest : rest.slice(pad)) + ending;
      })
      .join('');
  if (all) return { search: strip(search), replace: strip(replace) };
  return { search: strip(search), replace: young.some(isNumbered) ? undefined : replace };
}
