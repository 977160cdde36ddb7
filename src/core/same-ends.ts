/**
 * Lengths that are compared in one step; one character at a time, a text of 8 kB takes a millisecond before the code
 * is compiled.
 */
const STRETCHES = [4_096, 256, 16, 1] as const;

/** How many code units two texts have in common at their start. */
export function sameAtStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  for (const stretch of STRETCHES) {
    while (same + stretch <= most && other.startsWith(one.slice(same, same + stretch), same)) same += stretch;
  }
  return same;
}

/** How many at their end, behind the first `start` ones, which are the same too. */
export function sameAtEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let same = 0;
  for (const stretch of STRETCHES) {
    const isSame = (): boolean => {
      const end = one.length - same;
      return other.endsWith(one.slice(end - stretch, end), other.length - same);
    };
    while (same + stretch <= most && isSame()) same += stretch;
  }
  return same;
}

/** Where the line begins that holds the code unit before `from`, or `from` itself at the start of the text. */
export function lineStart(text: string, from: number): number {
  return from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
}

/** Where the line ends that holds `from`: at its line break, or at the end of the text. */
export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
