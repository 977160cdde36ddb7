/** How many characters are compared first; no literal may be shorter. */
const PREFIX = 4;

/**
 * Replaces any of many literals, the longest where several begin. One pass with a table of prefixes: a regular
 * expression with so many alternatives takes seconds per megabyte.
 */
export function literalReplacer(literals: readonly string[], mask: string): (text: string) => string {
  const byPrefix = new Map<string, string[]>();
  const isBeginning = new Uint8Array(65_536);
  for (const literal of [...literals].sort((a, b) => b.length - a.length)) {
    const prefix = literal.slice(0, PREFIX);
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), literal]);
    isBeginning[hashAt(literal, 0)] = 1;
  }
  const literalAt = (text: string, index: number): string | undefined =>
    byPrefix.get(text.slice(index, index + PREFIX))?.find((literal) => text.startsWith(literal, index));

  return (text) => {
    const pieces: string[] = [];
    let shownTo = 0;
    for (let index = 0; index + PREFIX <= text.length; index += 1) {
      if (isBeginning[hashAt(text, index)] !== 1) continue;
      const found = literalAt(text, index);
      if (found === undefined) continue;
      pieces.push(text.slice(shownTo, index), mask);
      shownTo = index + found.length;
      index = shownTo - 1;
    }
    return pieces.length === 0 ? text : pieces.join('') + text.slice(shownTo);
  };
}

function hashAt(text: string, index: number): number {
  const high = text.charCodeAt(index) * 31 + text.charCodeAt(index + 1);
  const low = text.charCodeAt(index + 2) * 31 + text.charCodeAt(index + 3);
  return (high * 7919 + low) & 0xffff;
}
