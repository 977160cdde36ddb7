import type { Failure } from '../../base/failure.ts';
import { editFailure } from './edit-failure.ts';
import { type Found, findPlaces, type MatchLevel, MOST_PLACES_NAMED, type Place } from './find-places.ts';
import { fold, lineNumberAt } from './lines.ts';
import { mergeLines } from './merge-lines.ts';
import { nearestBlock } from './nearest-block.ts';
import { holdsHiddenText, refusePlaceholders } from './placeholders.ts';

/** Shorter replacements stand somewhere in any file. */
const LEAST_TELLING = 5;

export interface EditRequest {
  /** Only for the sentences. */
  readonly path: string;
  readonly text: string;
  readonly search: string;
  readonly replace: string;
  /** Every place instead of the only one. */
  readonly all: boolean;
}

export interface EditPlan {
  /** The whole new text; outside `places` no byte differs from the old one. */
  readonly text: string;
  readonly level: MatchLevel;
  /** In the old text, rising, not overlapping. */
  readonly places: readonly Place[];
}

/** Throws Failure `invalid`, with what to do, when the edit is not certain; never guesses. */
export function planEdit(request: EditRequest): EditPlan {
  const { path, text, search, replace, all } = request;
  refuseUseless(request);
  refusePlaceholders(search, replace);
  const found = findPlaces(text, search, all);
  if (found === undefined) throw notFound(request);
  if (!all && found.places.length > 1) throw ambiguous(request, found);
  const edited = replacePlaces(request, found.places);
  if (edited === text) {
    throw editFailure(
      'no_change',
      `This edit would leave ${path} as it is. Search and replace mean the same text there.`,
    );
  }
  return { text: edited, level: found.level, places: found.places };
}

function refuseUseless({ path, search, replace }: EditRequest): void {
  if (search === '') {
    throw editFailure(
      'empty_search',
      `The search text is empty. Copy the lines to replace from ${path}; for a new file use write_source_file.`,
    );
  }
  if (search === replace)
    throw editFailure('no_change', 'Search and replace are the same text: nothing would change.');
}

function replacePlaces({ path, text, search, replace }: EditRequest, places: readonly Place[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const place of places) {
    const merged = mergeLines(text, place, { search, replace });
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

function notFound(request: EditRequest): Failure {
  const { path, text, search } = request;
  const applied = lineOfReplacement(request);
  if (applied !== undefined) {
    return editFailure(
      'not_found',
      `The search text is not in ${path}, but the replacement is, at line ${applied}: the edit seems to be already applied.`,
    );
  }
  const hint = holdsHiddenText(search)
    ? ' The search holds [secret] or [REDACTED], which stands for hidden text: leave that line out.'
    : '';
  const nearest = nearestBlock(text, search);
  const likeness =
    nearest === undefined ? 'Nothing in the file is like it.' : `The nearest lines are:\n${nearest}`;
  return editFailure(
    'not_found',
    `The search text is not in ${path}.${hint} ${likeness}\nRead the file and copy the search text from it.`,
  );
}

/** Where the replacement already stands, if that is no accident. */
function lineOfReplacement({ text, replace }: EditRequest): number | undefined {
  const [within, wanted] = [fold(text), fold(replace)];
  const at = within.indexOf(wanted);
  const isTelling = wanted.trim().length >= LEAST_TELLING && at === within.lastIndexOf(wanted);
  return isTelling && at !== -1 ? lineNumberAt(within, at) : undefined;
}
