import { escapeXml, roundCoordinate } from '../core/text.ts';
import type { PictureCell } from './cells.ts';
import {
  END_PADDING,
  heightOf,
  type PicturePage,
  TITLE_PADDING,
  type TitleCell,
  titleHeight,
} from './pages.ts';
import type { ColouredCell, PictureRow } from './rows.ts';
import {
  CODE_COLUMN,
  CODE_SIZE,
  COLOURS,
  columnsFor,
  FONT_FAMILY,
  MARGIN,
  NUMBER_COLUMN,
  NUMBER_SIZE,
  ROW,
  TITLE_COLUMN,
  TITLE_ROW,
  TITLE_SIZE,
  WIDTH,
} from './theme.ts';

/** From the top of a row to the baseline of its letters. */
const BASE = 36;
const TITLE_BASE = 37;

/** The page as a picture of rectangles and texts, each text placed by itself: nothing depends on a font's spacing. */
export function svgOf(page: PicturePage): string {
  const height = heightOf(page);
  const top = titleHeight(page.title);
  const below = top + page.rows.length * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="${FONT_FAMILY}">`,
    rect({ x: 0, y: 0, width: WIDTH, height }, COLOURS.page),
    rect({ x: 0, y: 0, width: WIDTH, height: top }, COLOURS.title),
    titleSvg(page),
    ...page.rows.map((row, index) => rowSvg(row, top + index * ROW, page.digits)),
    page.footer === undefined ? '' : footerSvg(page.footer, below),
    '</svg>',
  ].join('');
}

function titleSvg({ title, number, count }: PicturePage): string {
  const rows = [...title.path, ...title.facts].map((cells, index) => {
    const at = { x: MARGIN, y: TITLE_PADDING + index * TITLE_ROW + TITLE_BASE };
    const isPath = index < title.path.length;
    return textsOf(cells, at, { column: TITLE_COLUMN, size: TITLE_SIZE, isBold: isPath });
  });
  if (count === 1) return rows.join('');
  const text = `${number}/${count}`;
  const at = {
    x: WIDTH - MARGIN - text.length * TITLE_COLUMN,
    y: TITLE_PADDING + title.path.length * TITLE_ROW + TITLE_BASE,
  };
  return [...rows, textSvg(text, at, { size: TITLE_SIZE, colour: COLOURS.titleText })].join('');
}

const LOOKS = {
  added: { gutter: COLOURS.addedGutter, row: COLOURS.added, sign: '+', colour: COLOURS.addedSign },
  removed: {
    gutter: COLOURS.removedGutter,
    row: COLOURS.removed,
    sign: '\u2212',
    colour: COLOURS.removedSign,
  },
  context: { gutter: COLOURS.contextGutter, row: COLOURS.page, sign: '', colour: COLOURS.faint },
  hunk: { gutter: COLOURS.hunk, row: COLOURS.hunk, sign: '\u22ef', colour: COLOURS.hunkText },
  note: { gutter: COLOURS.contextGutter, row: COLOURS.page, sign: '', colour: COLOURS.faint },
} as const;

function rowSvg(row: PictureRow, y: number, digits: number): string {
  const look = LOOKS[row.kind];
  const { signAt, codeAt } = columnsFor(digits);
  const sign = row.goesOn ? '\u21aa' : look.sign;
  const number = row.number === undefined ? '' : String(row.number);
  const numberAt = signAt - 8 - number.length * NUMBER_COLUMN;
  return [
    rect({ x: 0, y, width: codeAt - 3, height: ROW }, look.gutter),
    rect({ x: codeAt - 3, y, width: WIDTH - codeAt + 3, height: ROW }, look.row),
    ...changedRects(row, { x: codeAt, y }),
    number === ''
      ? ''
      : textSvg(number, { x: numberAt, y: y + BASE - 4 }, { size: NUMBER_SIZE, colour: COLOURS.number }),
    sign === ''
      ? ''
      : textSvg(sign, { x: signAt, y: y + BASE }, { size: CODE_SIZE, colour: look.colour, isBold: true }),
    textsOf(row.cells, { x: codeAt, y: y + BASE }, { column: CODE_COLUMN, size: CODE_SIZE }),
  ].join('');
}

/** Behind what differs from the line that it replaces. */
function changedRects({ kind, cells }: PictureRow, { x, y }: Point): readonly string[] {
  if (kind !== 'added' && kind !== 'removed') return [];
  const colour = kind === 'added' ? COLOURS.addedWord : COLOURS.removedWord;
  return runsOf(cells, (cell) => String(cell.isChanged))
    .filter(({ cells: [first] }) => first?.isChanged === true)
    .map(({ column, columns }) =>
      rect({ x: x + column * CODE_COLUMN, y: y + 2, width: columns * CODE_COLUMN, height: ROW - 4 }, colour),
    );
}

function footerSvg(text: string, y: number): string {
  const at = { x: MARGIN, y: y + BASE };
  return [
    rect({ x: 0, y, width: WIDTH, height: ROW + END_PADDING }, COLOURS.footer),
    textSvg(text, at, { size: TITLE_SIZE, colour: COLOURS.footerText, isBold: true }),
  ].join('');
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Neighbours of one colour are one text; a box, and a character that could join its neighbours, are separate. */
function textsOf(
  cells: readonly (TitleCell | ColouredCell)[],
  { x, y }: Point,
  {
    column: width,
    size,
    isBold = false,
  }: { readonly column: number; readonly size: number; readonly isBold?: boolean },
): string {
  const runs = runsOf(cells, (cell, index) => (cell.kind === 'run' ? cell.colour : `${cell.kind} ${index}`));
  return runs
    .map(({ cells: run, column }) => {
      const [first] = run;
      const at = { x: x + column * width, y };
      if (first === undefined) return '';
      if (first.kind === 'box') return boxSvg(first, at, { width, colour: first.colour });
      return textSvg(run.map(({ text }) => text).join(''), at, { size, colour: first.colour, isBold });
    })
    .join('');
}

interface CellRun<T> {
  readonly cells: readonly T[];
  readonly column: number;
  readonly columns: number;
}

/** Neighbours that have the same key; where each run begins, in columns. */
function runsOf<T extends PictureCell>(
  cells: readonly T[],
  keyOf: (cell: T, index: number) => string,
): readonly CellRun<T>[] {
  const runs: { key: string; cells: T[]; column: number; columns: number }[] = [];
  let column = 0;
  for (const [index, cell] of cells.entries()) {
    const key = keyOf(cell, index);
    let run = runs.at(-1);
    if (run?.key !== key) {
      run = { key, cells: [], column, columns: 0 };
      runs.push(run);
    }
    run.cells.push(cell);
    run.columns += cell.columns;
    column += cell.columns;
  }
  return runs;
}

/** The number of a character that cannot be drawn, in two lines of small digits. */
function boxSvg(
  { text, columns }: PictureCell,
  { x, y }: Point,
  look: { readonly width: number; readonly colour: string },
): string {
  const width = columns * look.width - 3;
  const half = Math.ceil(text.length / 2);
  const size = 15;
  const middle = x + 1.5 + width / 2;
  const line = (part: string, below: number): string =>
    textSvg(
      part,
      { x: middle - (part.length * size * 0.602) / 2, y: y + below },
      { size, colour: look.colour, isBold: true },
    );
  return [
    `<rect x="${roundCoordinate(x + 1.5)}" y="${y - 31}" width="${roundCoordinate(width)}" height="39" fill="none" stroke="${look.colour}" stroke-width="2"/>`,
    line(text.slice(0, half), -14),
    line(text.slice(half), 2),
  ].join('');
}

function textSvg(
  text: string,
  { x, y }: Point,
  { size, colour, isBold = false }: { size: number; colour: string; isBold?: boolean },
): string {
  if (text.trim() === '') return '';
  const weight = isBold ? ' font-weight="bold"' : '';
  return `<text xml:space="preserve" x="${roundCoordinate(x)}" y="${roundCoordinate(y)}" font-size="${size}" fill="${colour}"${weight}>${escapeXml(text)}</text>`;
}

function rect(
  { x, y, width, height }: Point & { readonly width: number; readonly height: number },
  colour: string,
): string {
  return `<rect x="${roundCoordinate(x)}" y="${y}" width="${roundCoordinate(width)}" height="${height}" fill="${colour}"/>`;
}
