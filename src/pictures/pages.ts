import type { ChangedFile } from './changed-files.ts';
import { type Pen, type Row, rowsOf } from './rows.ts';
import { MAX_HEIGHT, ROW, TITLE_ROW } from './theme.ts';
import { type Title, titleOf } from './title.ts';

/** One picture: a file, or as much of it as there is room for. */
export interface Page {
  readonly path: string;
  readonly title: Title;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  readonly rows: readonly Row[];
  readonly digits: number;
  /** Text below the last row about parts of the file that are in no picture. */
  readonly footer: string | undefined;
}

export const TITLE_PADDING = 14;
export const END_PADDING = 12;

export function titleHeight({ path, facts }: Title): number {
  return (path.length + facts.length) * TITLE_ROW + 2 * TITLE_PADDING;
}

export function heightOf({ title, rows, footer }: Page): number {
  return titleHeight(title) + (rows.length + (footer === undefined ? 0 : 1)) * ROW + END_PADDING;
}

/**
 * Every file gets a page before any gets a second one; what is left goes to the first ones. Files beyond `mostPages`
 * get none.
 */
export function pagesOf(files: readonly ChangedFile[], mostPages: number, pen: Pen): readonly Page[] {
  const drafts = files.slice(0, mostPages).map((file) => draftOf(file, mostPages, pen));
  let left = mostPages - drafts.length;
  return drafts.flatMap((draft) => {
    const more = Math.min(left, draft.pages.length - 1);
    left -= more;
    return finished(draft, 1 + more, pen);
  });
}

interface Draft {
  readonly file: ChangedFile;
  readonly title: Title;
  readonly digits: number;
  /** At least one. */
  readonly pages: readonly (readonly Row[])[];
}

function draftOf(file: ChangedFile, mostPages: number, pen: Pen): Draft {
  const title = titleOf(file, pen.hasGlyph, pen.words);
  // The last row is kept for the footer.
  const perPage = Math.floor((MAX_HEIGHT - titleHeight(title) - END_PADDING) / ROW) - 1;
  // One row more than fits shows that something is left out.
  const { rows, digits } = rowsOf(file, mostPages * perPage + 1, pen);
  return { file, title, digits, pages: inPages(rows, perPage) };
}

function inPages(rows: readonly Row[], perPage: number): readonly (readonly Row[])[] {
  const pages: (readonly Row[])[] = [];
  let rest = rows;
  while (rest.length > perPage) {
    // A heading must not be the last row of a page.
    const end = rest[perPage - 1]?.kind === 'hunk' ? perPage - 1 : perPage;
    pages.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pages, rest];
}

function finished({ file, title, digits, pages }: Draft, count: number, { words }: Pen): readonly Page[] {
  const shown = pages.slice(0, count);
  const isCut = shown.length < pages.length;
  const lines = shown
    .flat()
    .filter(({ kind, goesOn }) => (kind === 'added' || kind === 'removed') && !goesOn);
  const missing = file.added + file.removed - lines.length;
  return shown.map((rows, index) => ({
    path: file.path,
    title,
    number: index + 1,
    count: shown.length,
    rows,
    digits,
    footer: isCut && index === shown.length - 1 ? words.inPatch(missing) : undefined,
  }));
}
