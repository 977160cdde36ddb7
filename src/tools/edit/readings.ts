import type { PassageIn, UndonePassage } from './edit-failure.ts';
import {
  escapes,
  escapesAmongQuotes,
  escapesOutsideStrings,
  htmlEntities,
  indentEscapes,
  lineEscapes,
  quoteEscapes,
  spelledBackslashes,
} from './undo-escapes.ts';
import {
  blankEdges,
  diffMarkers,
  editBlock,
  lineNumbers,
  markdownFence,
  parameterTags,
  patchHunk,
  quoteMarkers,
} from './undo-wrapping.ts';

/** What a model may have put around or into a passage, and can be undone. */
export type Wrapping =
  | 'blank-lines'
  | 'block'
  | 'fence'
  | 'line-numbers'
  | 'markers'
  | 'entities'
  | 'escapes';

/** Undefined when the search does not have that form from beginning to end. */
type PassageUndo = (passage: PassageIn) => UndonePassage | undefined;

/** One way of reading a search and its replacement. */
export interface PassageReading extends UndonePassage {
  readonly undone: readonly Wrapping[];
}

const UNDOS: readonly (readonly [Wrapping, PassageUndo])[] = [
  ['blank-lines', blankEdges],
  ['block', editBlock],
  ['block', parameterTags],
  ['block', patchHunk],
  ['fence', markdownFence],
  // Where the line begins after its number is decided by what fits the file best.
  ['line-numbers', (passage) => lineNumbers(passage, 0)],
  ['line-numbers', (passage) => lineNumbers(passage, 1)],
  ['line-numbers', (passage) => lineNumbers(passage, 2)],
  ['markers', diffMarkers],
  ['markers', quoteMarkers],
  ['entities', htmlEntities],
  ['escapes', escapes],
  ['escapes', escapesAmongQuotes],
  ['escapes', lineEscapes],
  ['escapes', escapesOutsideStrings],
  ['escapes', indentEscapes],
  ['escapes', quoteEscapes],
  ['escapes', spelledBackslashes],
];

/**
 * Unchanged; then with one undo; then with two, as for a fence around numbered lines. Later ones are used when the
 * earlier ones find nothing.
 */
export function* readingsOf({ path, search, replace }: PassageIn): Generator<readonly PassageReading[]> {
  let readings: readonly PassageReading[] = [{ search, replace, undone: [] }];
  for (let undone = 0; undone <= MAX_UNDONE && readings.length > 0; undone += 1) {
    yield readings;
    readings = readings.flatMap((reading) => oneMoreUndone(path, reading));
  }
}

const MAX_UNDONE = 2;

function oneMoreUndone(path: string, reading: PassageReading): readonly PassageReading[] {
  return UNDOS.flatMap(([wrapping, undo]) => {
    if (reading.undone.includes(wrapping)) return [];
    const next = undo({ path, search: reading.search, replace: reading.replace ?? '' });
    return next === undefined || next.search === reading.search ? [] : [joinReading(reading, next, wrapping)];
  });
}

function joinReading(reading: PassageReading, found: UndonePassage, wrapping: Wrapping): PassageReading {
  const next = MARKS.includes(wrapping) ? closeLastLine(reading, found) : found;
  return {
    search: next.search,
    replace: reading.replace === undefined ? undefined : next.replace,
    wholeLines: reading.wholeLines ?? next.wholeLines,
    atLine: reading.atLine ?? next.atLine,
    undone: [...reading.undone, wrapping],
  };
}

/** They are on each line, even on one that is otherwise blank. */
const MARKS: readonly Wrapping[] = ['line-numbers', 'markers'];

/** A last line that was only a mark is still a line: left open it would be the ending of the previous one. */
function closeLastLine({ search, replace = '' }: PassageReading, next: UndonePassage): UndonePassage {
  const isMark = (marked: string, text = ''): boolean => !marked.endsWith('\n') && text.endsWith('\n');
  if (!isMark(search, next.search) && !isMark(replace, next.replace)) return next;
  const close = (text: string, marked: string): string =>
    marked === '' || marked.endsWith('\n') ? text : `${text}\n`;
  return {
    ...next,
    search: close(next.search, search),
    replace: next.replace === undefined ? undefined : close(next.replace, replace),
  };
}
