/** Paragraphs of a page; lines that belong together, such as a table, are one of them. */
export type Page = readonly (string | readonly string[])[];

const MADE = '<!-- Made from the code by `npm run docs`: a test compares it. -->';

export function markdownOf(page: Page): string {
  const paragraphs = page.map((part) => (typeof part === 'string' ? part : part.join('\n')));
  return `${[MADE, ...paragraphs.filter((text) => text !== '')].join('\n\n')}\n`;
}

/** A row of a table. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
