import type { Texts } from '../core/texts/texts.ts';
import { type Cell, cellsOf, columnsOf, type HasGlyph } from './cells.ts';
import type { ChangedFile } from './changed-files.ts';
import { COLOURS, TITLE_COLUMNS } from './theme.ts';

export interface TitleCell extends Cell {
  readonly colour: string;
}

/** Above every page of a file: its path, then how many lines come and go and what else happens to it. */
export interface Title {
  readonly path: readonly (readonly TitleCell[])[];
  readonly facts: readonly (readonly TitleCell[])[];
}

/** A longer path loses its beginning: the file's name matters more than its folder. */
const MAX_PATH_ROWS = 3;

export function titleOf(file: ChangedFile, hasGlyph: HasGlyph, words: Texts['pictures']): Title {
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
      factsOf(file, words)
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

function factsOf({ change, oldPath, mode }: ChangedFile, words: Texts['pictures']): readonly string[] {
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
