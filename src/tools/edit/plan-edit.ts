import type { Failure } from '../../base/failure.ts';
import { editFailure } from './edit-failure.ts';
import {
  type Found,
  findPlaces,
  MATCH_LEVELS,
  type MatchLevel,
  MOST_PLACES_NAMED,
  type Place,
} from './find-places.ts';
import { lineEndingOf, lineNumberAt } from './lines.ts';
import { mergeLines } from './merge-lines.ts';
import { notFound } from './not-found.ts';
import type { EditRequest } from './passage.ts';
import { refusePlaceholders } from './placeholders.ts';
import { type Reading, readingsOf, type Wrapping } from './readings.ts';
import { type SearchedText, searchedText } from './searched-text.ts';

export interface EditPlan {
  /** The whole new text; outside `places` no byte differs from the old one. */
  readonly text: string;
  readonly level: MatchLevel;
  /** What was taken off the search and its replacement first. */
  readonly undone: readonly Wrapping[];
  /** In the old text, rising, not overlapping. */
  readonly places: readonly Pick<Place, 'start' | 'end'>[];
}

/** Throws Failure `invalid`, with what to do, when the edit is not certain; never guesses. */
export function planEdit(request: EditRequest): EditPlan {
  const { text } = request;
  if (text.startsWith(MARK)) return planBehindMark(request);
  if (text.includes('\r') && !text.includes('\n')) return planWithReturns(request);
  return planOf(request);
}

const MARK = '\ufeff';

/** A byte order mark belongs to the file, not to its first line. */
function planBehindMark({ path, text, search, replace, all }: EditRequest): EditPlan {
  const bare = (part: string): string => (part.startsWith(MARK) ? part.slice(1) : part);
  const plan = planEdit({ path, text: bare(text), search: bare(search), replace: bare(replace), all });
  const places = plan.places.map(({ start, end }) => ({ start: start + 1, end: end + 1 }));
  return { text: MARK + plan.text, level: plan.level, undone: plan.undone, places };
}

/** A file whose lines end with `\r` alone, as old Macs wrote them. */
function planWithReturns({ path, text, search, replace, all }: EditRequest): EditPlan {
  const feeds = (part: string): string => part.replace(/\r\n?/g, '\n');
  const plan = planOf({ path, text: feeds(text), search: feeds(search), replace: feeds(replace), all });
  const { level, undone, places } = plan;
  return { text: plan.text.replaceAll('\n', '\r'), level, undone, places };
}

function planOf(request: EditRequest): EditPlan {
  const { path, text, search, replace } = request;
  refuseUseless(request);
  refusePlaceholders(path, search, replace);
  // Only an empty file has an empty text to replace.
  if (search === '') return { text: replace, level: 'exact', undone: [], places: [{ start: 0, end: 0 }] };
  const plan = planOfReadings(request);
  if (plan === undefined) throw notFound(request);
  if (plan.text === text) {
    throw editFailure(
      'no_change',
      `This edit would leave ${path} as it is. Search and replace mean the same text there.`,
    );
  }
  return plan;
}

function refuseUseless({ path, text, search, replace }: EditRequest): void {
  if (search === '' && text !== '') {
    throw editFailure(
      'empty_search',
      `The search text is empty. Copy the lines to replace from ${path}; for a new file use write_source_file.`,
    );
  }
  if (search === replace)
    throw editFailure('no_change', 'Search and replace are the same text: nothing would change.');
}

/** Readings that take the same trouble are tried together: where two of them find something, they have to agree. */
function planOfReadings(request: EditRequest): EditPlan | undefined {
  const text = searchedText(request.text);
  for (const readings of readingsOf(request)) {
    const matches = readings.flatMap((reading) => matchOf(request, text, reading) ?? []);
    const [plan, ...others] = closest(matches).map((match) => planOfMatch(request, match));
    if (plan === undefined) continue;
    if (others.some((other) => other.text !== plan.text)) {
      throw editFailure(
        'ambiguous',
        `The search text can be read in more than one way in ${request.path}. Copy it from the file as it stands there.`,
      );
    }
    return plan;
  }
  return undefined;
}

interface Match {
  readonly reading: Reading;
  readonly found: Found;
}

function matchOf(request: EditRequest, text: SearchedText, reading: Reading): Match | undefined {
  const { search, replace = '', wholeLines = false, atLine } = reading;
  const found = findPlaces(text, { search, replace, all: request.all, wholeLines });
  return found === undefined || !standsAt(text, found, atLine) ? undefined : { reading, found };
}

function standsAt({ text }: SearchedText, { places }: Found, line: number | undefined): boolean {
  return line === undefined || places.every(({ start }) => lineNumberAt(text, start) === line);
}

/** Of readings that undo the same, those that have to forgive least. */
function closest(matches: readonly Match[]): readonly Match[] {
  const rank = ({ found }: Match): number => MATCH_LEVELS.indexOf(found.level);
  const undone = ({ reading }: Match): string => reading.undone.join();
  return matches.filter(
    (match) => !matches.some((other) => undone(other) === undone(match) && rank(other) < rank(match)),
  );
}

function planOfMatch(request: EditRequest, { reading, found }: Match): EditPlan {
  const { search, replace, undone } = reading;
  if (!request.all && found.places.length > 1) throw ambiguous(request, found);
  if (replace === undefined) {
    throw editFailure(
      'ambiguous',
      `The search text stands in ${request.path} once ${NAMED[undone[0] ?? 'escapes']} are taken off, but how the replacement is to be read is unclear. Write both exactly as the file has them.`,
    );
  }
  if (undone.length > 0) refusePlaceholders(request.path, search, replace);
  const edited = replacePlaces(request, found.places, { search, replace });
  return { text: edited, level: found.level, undone, places: found.places };
}

/** For sentences: "once ... are taken off". */
const NAMED: Readonly<Record<Wrapping, string>> = {
  'blank-lines': 'blank lines',
  fence: 'the code fences',
  'line-numbers': 'the line numbers',
  markers: 'the markers before each line',
  entities: 'the HTML entities',
  escapes: 'the escapes',
};

function replacePlaces(
  { path, text }: EditRequest,
  places: readonly Place[],
  passage: { readonly search: string; readonly replace: string },
): string {
  const parts: string[] = [];
  let kept = 0;
  const replacement = { ...passage, ending: lineEndingOf(text) };
  for (const place of places) {
    const merged = mergeLines(text, place, replacement);
    if (merged === undefined) {
      const line = lineNumberAt(text, place.start);
      throw editFailure(
        'ambiguous',
        `The indentation of the new lines at line ${line} of ${path} is unclear. Copy the search text with the indentation of the file.`,
      );
    }
    parts.push(text.slice(kept, place.start), merged);
    kept = place.end;
  }
  return parts.join('') + text.slice(kept);
}

function ambiguous({ path, text }: EditRequest, { places }: Found): Failure {
  const lines = places.map(({ start }) => lineNumberAt(text, start)).join(', ');
  const times = places.length === MOST_PLACES_NAMED ? `at least ${places.length}` : String(places.length);
  return editFailure(
    'ambiguous',
    `The search text occurs ${times} times in ${path}, at lines ${lines}. Add neighbouring lines until it is unique, or set occurrence to "all".`,
  );
}
