/** Number, from 1, of the last line up to this one that is not blank. */
export function lastFilled(lines: readonly string[], line: number): number {
  let last = line;
  while (last > 1 && (lines[last - 1] ?? '').trim() === '') last -= 1;
  return last;
}
