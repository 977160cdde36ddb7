/**
 * Replaces syntax that is newer than a grammar, or a macro that no grammar can know, by spaces, so that the grammar
 * parses the rest. Lines and columns stay as they are.
 */
export function createMask(...patterns: readonly RegExp[]): (text: string) => string {
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, blank), text);
}

/** A string of a kind that the grammar does not know becomes one that it does, with nothing in it. */
export function emptied(pattern: RegExp, opening: string): (text: string) => string {
  return (text) =>
    text.replace(pattern, (all) => {
      const inside = blank(all.slice(opening.length, -1));
      return `${opening}${inside}"`;
    });
}

export function inOrder(...steps: readonly ((text: string) => string)[]): (text: string) => string {
  return (text) => steps.reduce((prepared, step) => step(prepared), text);
}

/** As many characters on as many lines. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
