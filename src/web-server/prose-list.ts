/** The beginning of an item: `- `, `* ` or `1. `. */
const ITEM = /^(?<indent>\s*)(?:[-*]|(?<number>\d{1,3})[.)])\s+(?=\S)/;
/** The box of a step, done or not. */
const BOX = /^\[[ xX]\](?=\s)/;

interface ListItem {
  /** Undefined where the list has none. */
  readonly number: string | undefined;
  /** True when a box stands in place of its point. */
  readonly isTask: boolean;
  /** What stands in it, without its margin. */
  readonly lines: readonly string[];
  /** The line behind it. */
  readonly end: number;
}

/**
 * The items of the list that begins at a line: what is further in than its first one belongs to the item above, also
 * behind an empty line. Any other line ends it.
 */
export function itemsOf(lines: readonly string[], at: number): readonly ListItem[] {
  const first = ITEM.exec(lines[at] ?? '')?.groups;
  if (first === undefined) return [];
  const margin = first.indent?.length ?? 0;
  const starts: number[] = [];
  let end = at;
  for (let index = at; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) <= margin) {
      if (!isItemLike(first, line)) break;
      starts.push(index);
    }
    end = index + 1;
  }
  return starts.map((start, index) => itemOf(lines, start, starts[index + 1] ?? end));
}

/** In one list all items have numbers, or none has. */
function isItemLike({ number }: Readonly<Record<string, string | undefined>>, line: string): boolean {
  const item = ITEM.exec(line)?.groups;
  return item !== undefined && (item.number === undefined) === (number === undefined);
}

function itemOf(lines: readonly string[], start: number, end: number): ListItem {
  const [first = '', ...more] = lines.slice(start, end);
  const found = ITEM.exec(first);
  const number = found?.groups?.number;
  const words = first.slice(found?.[0].length ?? 0);
  const margin = Math.min(...more.filter((line) => line.trim() !== '').map(indentOf));
  return {
    number,
    isTask: number === undefined && BOX.test(words),
    lines: [
      words.replace(BOX, (box) => (box === '[ ]' ? '☐' : '☑')),
      ...more.map((line) => line.slice(Math.min(margin, indentOf(line)))),
    ],
    end,
  };
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
