import type { Texts } from '../core/texts/texts.ts';
import { cellsOf, columnsOf, type HasGlyph, type PictureCell } from './cells.ts';
import type { DiffFile } from './changed-files.ts';
import { type PictureRow, type RowStyle, rowsOf } from './rows.ts';
import { COLOURS, MAX_HEIGHT, ROW, TITLE_COLUMNS, TITLE_ROW } from './theme.ts';

/** One picture: a file, or as much of it as there is room for. */
export interface PicturePage {
  readonly path: string;
  readonly title: PictureTitle;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  readonly rows: readonly PictureRow[];
  readonly digits: number;
  /** Text below the last row about parts of the file that are in no picture. */
  readonly footer: string | undefined;
}

export const TITLE_PADDING = 14;
export const END_PADDING = 12;

export function titleHeight({ path, facts }: PictureTitle): number {
  return (path.length + facts.length) * TITLE_ROW + 2 * TITLE_PADDING;
}

export function heightOf({ title, rows, footer }: PicturePage): number {
  return titleHeight(title) + (rows.length + (footer === undefined ? 0 : 1)) * ROW + END_PADDING;
}

/**
 * Every file gets a page before any gets a second one; what is left goes to the first ones. Files beyond `mostPages`
 * get none.
 */
export function cutIntoPages(
  files: readonly DiffFile[],
  mostPages: number,
  pen: RowStyle,
): readonly PicturePage[] {
  const drafts = files.slice(0, mostPages).map((file) => draftOf(file, mostPages, pen));
  let left = mostPages - drafts.length;
  return drafts.flatMap((draft) => {
    const more = Math.min(left, draft.pages.length - 1);
    left -= more;
    return finishPages(draft, 1 + more, pen);
  });
}

interface PictureDraft {
  readonly file: DiffFile;
  readonly title: PictureTitle;
  readonly digits: number;
  /** At least one. */
  readonly pages: readonly (readonly PictureRow[])[];
}

function draftOf(file: DiffFile, mostPages: number, pen: RowStyle): PictureDraft {
  const title = titleOf(file, pen.hasGlyph, pen.words);
  // The last row is kept for the footer.
  const perPage = Math.floor((MAX_HEIGHT - titleHeight(title) - END_PADDING) / ROW) - 1;
  // One row more than fits shows that something is left out.
  const { rows, digits } = rowsOf(file, mostPages * perPage + 1, pen);
  return { file, title, digits, pages: inPages(rows, perPage) };
}

function inPages(rows: readonly PictureRow[], perPage: number): readonly (readonly PictureRow[])[] {
  const pages: (readonly PictureRow[])[] = [];
  let rest = rows;
  while (rest.length > perPage) {
    // A heading must not be the last row of a page.
    const end = rest[perPage - 1]?.kind === 'hunk' ? perPage - 1 : perPage;
    pages.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pages, rest];
}

function finishPages(
  { file, title, digits, pages }: PictureDraft,
  count: number,
  { words }: RowStyle,
): readonly PicturePage[] {
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

export interface TitleCell extends PictureCell {
  readonly colour: string;
}

/** Above every page of a file: its path, then how many lines come and go and what else happens to it. */
interface PictureTitle {
  readonly path: readonly (readonly TitleCell[])[];
  readonly facts: readonly (readonly TitleCell[])[];
}

/** A longer path loses its beginning: the file's name matters more than its folder. */
const MAX_PATH_ROWS = 3;

function titleOf(file: DiffFile, hasGlyph: HasGlyph, words: Texts['pictures']): PictureTitle {
  const path = cellsOf(file.path, hasGlyph);
  const nameFrom = file.path.lastIndexOf('/') + 1;
  const painted = path.map((cell) => ({
    ...cell,
    colour: cell.from < nameFrom ? COLOURS.titleFaint : COLOURS.titleText,
  }));
  const facts = [
    ...inColour(`+${file.added} `, COLOURS.titleAdded, hasGlyph),
    ...inColour(`\u2212${file.removed}`, COLOURS.titleRemoved, hasGlyph),
    ...inColour(
      changeFacts(file, words)
        .map((fact) => `  ${fact}`)
        .join(''),
      COLOURS.titleFaint,
      hasGlyph,
    ),
  ];
  // The page number is at the right end of the first of these rows.
  return {
    path: inRows(painted, TITLE_COLUMNS).slice(-MAX_PATH_ROWS),
    facts: inRows(facts, TITLE_COLUMNS - 8),
  };
}

function changeFacts({ change, oldPath, mode }: DiffFile, words: Texts['pictures']): readonly string[] {
  const facts: string[] = [];
  if (change !== 'edited') facts.push(words[change]);
  if (oldPath !== undefined) facts.push(oldPath);
  if (mode !== undefined) facts.push(`${mode.from} \u2192 ${mode.to}`);
  return facts;
}

function inColour(text: string, colour: string, hasGlyph: HasGlyph): readonly TitleCell[] {
  return cellsOf(text, hasGlyph).map((cell) => ({
    ...cell,
    ...(cell.kind === 'mark' ? { text: ' ', kind: 'run' } : {}),
    colour,
  }));
}

function inRows(cells: readonly TitleCell[], columns: number): readonly (readonly TitleCell[])[] {
  const rows: TitleCell[][] = [[]];
  for (const cell of cells) {
    const row = rows.at(-1) ?? [];
    if (columnsOf(row) + cell.columns > columns) rows.push([cell]);
    else row.push(cell);
  }
  return rows;
}
