/**
 * The known name that a typing slip most likely meant, or undefined when none is near.
 * @param most slips that count as near
 */
export function nearestName(
  typed: string,
  names: readonly string[],
  most = Math.max(1, Math.floor(typed.length / 3)),
): string | undefined {
  let best: { readonly name: string; readonly slips: number } | undefined;
  for (const name of names) {
    const slips = name.startsWith(typed) && typed.length >= 3 ? 1 : slipsBetween(typed, name);
    if (slips < (best?.slips ?? Number.POSITIVE_INFINITY)) best = { name, slips };
  }
  return best !== undefined && best.slips <= most ? best.name : undefined;
}

/** Letters to add, drop, change or swap with their neighbour to make one word from another. */
function slipsBetween(from: string, to: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = at(previous, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = swapped ? at(older, j - 2) + 1 : change;
      row.push(Math.min(at(previous, j) + 1, at(row, j - 1) + 1, change, swap));
    }
    older = previous;
    previous = row;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/**
 * Names that only phones and systems write differently are equal in it: capitals, and accents as signs of their own.
 */
export function foldName(name: string): string {
  return name.normalize().toLowerCase();
}
