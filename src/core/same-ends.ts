/**
 * Lengths that are compared in one step; one character at a time, a text of 8 kB takes a millisecond before the code
 * is compiled.
 */
const STEPS = [4_096, 256, 16, 1] as const;

/** How many code units two texts have in common at their start. */
export function sameAtStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  for (const step of STEPS) {
    while (same + step <= most && other.startsWith(one.slice(same, same + step), same)) same += step;
  }
  return same;
}

/** How many at their end, behind the first `start` ones, which are the same too. */
export function sameAtEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let same = 0;
  for (const step of STEPS) {
    const isSame = (): boolean => {
      const end = one.length - same;
      return other.endsWith(one.slice(end - step, end), other.length - same);
    };
    while (same + step <= most && isSame()) same += step;
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
