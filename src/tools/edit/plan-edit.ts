import type { Failure } from '../../core/failure.ts';
import { type EditPassage, type EditRequest, editFailure, refuseUnwritable } from './edit-failure.ts';
import {
  type EditMatch,
  type EditMatches,
  findMatches,
  MATCH_LEVELS,
  MAX_PLACES_NAMED,
  type MatchLevel,
} from './find-matches.ts';
import { createSearchedText, type SearchedText } from './folding.ts';
import { foldLineEndings, lineEndingOf, lineNumberAt, numberLines, splitTextLines } from './lines.ts';
import { mergeLines } from './merge-lines.ts';
import { holdsHiddenText, holdsOmission, isProse, refusePlaceholders } from './omissions.ts';
import { type PassageReading, readingsOf, type Wrapping } from './readings.ts';
import {
  FENCE,
  fencedText,
  holdsMarkers,
  newSideOf,
  ownNumbers,
  refuseMarkers,
  withoutMarkers,
} from './undo-wrapping.ts';

export interface EditPlan {
  /** The whole new text; outside `places` no byte differs from the old one. */
  readonly text: string;
  readonly level: MatchLevel;
  /** Wrappings that were removed from the search and its replacement first. */
  readonly undone: readonly Wrapping[];
  /** In the old text, rising, not overlapping. */
  readonly places: readonly Pick<EditMatch, 'start' | 'end'>[];
}

/** Throws Failure `invalid`, with what to do, when the edit is not certain; never guesses. */
export function planEdit(request: EditRequest): EditPlan {
  const { text } = request;
  if (text.startsWith(MARK)) return planBehindMark(request);
  if (text.includes('\r') && !text.includes('\n')) return planWithReturns(request);
  return planOf(text.includes('\r\r') ? request : withSingleReturns(request));
}

/** For line endings that were converted twice. */
function withSingleReturns(request: EditRequest): EditRequest {
  const single = (part: string): string => part.replace(/\r+\n/g, '\r\n');
  return { ...request, search: single(request.search), replace: single(request.replace) };
}

const MARK = '\ufeff';

/** A byte order mark belongs to the file, not to its first line. */
function planBehindMark({ path, text, search, replace, all }: EditRequest): EditPlan {
  const bare = (part: string): string => (part.startsWith(MARK) ? part.slice(1) : part);
  const plan = planEdit({ path, text: bare(text), search: bare(search), replace: bare(replace), all });
  const places = plan.places.map(({ start, end }) => ({ start: start + 1, end: end + 1 }));
  return { text: MARK + plan.text, level: plan.level, undone: plan.undone, places };
}

/** For a file whose lines end with `\r` alone, as on old Macs. */
function planWithReturns({ path, text, search, replace, all }: EditRequest): EditPlan {
  const feeds = (part: string): string => part.replace(/\r\n?/g, '\n');
  const plan = planOf({ path, text: feeds(text), search: feeds(search), replace: feeds(replace), all });
  const { level, undone, places } = plan;
  return { text: plan.text.replaceAll('\n', '\r'), level, undone, places };
}

function planOf(request: EditRequest): EditPlan {
  const { path, text, search, replace } = request;
  refuseUseless(request);
  refuseUnwritable(replace);
  refusePlaceholders(path, search, replace);
  // Only an empty file can have an empty text replaced.
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
      `The search text is empty. Copy the lines to replace from ${path}; to write the whole file use write_source_file.`,
    );
  }
  if (search === replace)
    throw editFailure('no_change', 'Search and replace are the same text: nothing would change.');
}

/** Readings with the same number of undos are tried together: if several match, they have to agree. */
function planOfReadings(request: EditRequest): EditPlan | undefined {
  const text = createSearchedText(request.text);
  for (const readings of readingsOf(request)) {
    const matches = readings.flatMap((reading) => matchOf(request, text, reading) ?? []);
    const tries = closestMatches(matches).map((match) => planOfMatch(request, match));
    const [plan, ...others] = tries.flatMap((one) => (one.kind === 'plan' ? one.plan : []));
    const unclear = tries.find((one) => one.kind === 'unclear' && one.undone !== plan?.undone.join());
    if (unclear?.kind === 'unclear') throw unclearIndentation(request, unclear.line);
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

interface PassageMatch {
  readonly reading: PassageReading;
  readonly found: EditMatches;
}

function matchOf(
  request: EditRequest,
  text: SearchedText,
  reading: PassageReading,
): PassageMatch | undefined {
  const { search, replace = '', wholeLines = false, atLine } = reading;
  const found = findMatches(text, { search, replace, all: request.all, wholeLines });
  const isProven = (place: EditMatch): boolean =>
    atLine === undefined || lineNumberAt(text.text, place.start) === atLine;
  // If only one of several is, the search is as ambiguous as without its number.
  const isMeant = request.all ? found?.places.every(isProven) : found?.places.some(isProven);
  return found === undefined || isMeant !== true ? undefined : { reading, found };
}

/** Among readings that undo the same, keeps those that forgive least. */
function closestMatches(matches: readonly PassageMatch[]): readonly PassageMatch[] {
  const rank = ({ found }: PassageMatch): number => MATCH_LEVELS.indexOf(found.level);
  const undone = ({ reading }: PassageMatch): string => reading.undone.join();
  return matches.filter(
    (match) => !matches.some((other) => undone(other) === undone(match) && rank(other) < rank(match)),
  );
}

type PlanTry =
  | { readonly kind: 'plan'; readonly plan: EditPlan }
  /** The indentation of new lines is unclear; another reading with the same undos may give it. */
  | { readonly kind: 'unclear'; readonly line: number; readonly undone: string };

function planOfMatch(request: EditRequest, { reading, found }: PassageMatch): PlanTry {
  const { search, replace, undone } = reading;
  if (!request.all && found.places.length > 1) throw ambiguousFailure(request, found);
  if (replace === undefined) {
    throw editFailure(
      'ambiguous',
      `The search text stands in ${request.path} once ${NAMED[undone[0] ?? 'escapes']} are taken off, but how the replacement is to be read is unclear. Write both exactly as the file has them.`,
    );
  }
  // A search that had a wrapping removed has already shown how its replacement is written.
  const bare =
    undone.length > 0
      ? { replace, undone: [] }
      : bareReplacement({
          path: request.path,
          text: request.text,
          search,
          replace,
          start: found.places[0]?.start ?? 0,
        });
  const taken = [...undone, ...bare.undone];
  if (taken.length > 0) {
    refuseUnwritable(bare.replace);
    refusePlaceholders(request.path, search, bare.replace);
  }
  refuseMarkers(request, bare.replace);
  const { text, unclearAt } = replacePlaces(request, found.places, { search, replace: bare.replace });
  if (unclearAt !== undefined) return { kind: 'unclear', line: unclearAt, undone: taken.join() };
  return { kind: 'plan', plan: { text, level: found.level, undone: taken, places: found.places } };
}

/** For sentences: "once ... are taken off". */
const NAMED: Readonly<Record<Wrapping, string>> = {
  'blank-lines': 'blank lines',
  block: 'the marks of an edit',
  fence: 'the code fences',
  'line-numbers': 'the line numbers',
  markers: 'the markers before each line',
  entities: 'the HTML entities',
  escapes: 'the escapes',
};

function replacePlaces(
  { text }: EditRequest,
  places: readonly EditMatch[],
  passage: EditPassage,
): { readonly text: string; readonly unclearAt?: number } {
  const parts: string[] = [];
  let kept = 0;
  const replacement = { ...passage, ending: lineEndingOf(text) };
  for (const place of places) {
    const merged = mergeLines(text, place, replacement);
    if (merged === undefined) return { text, unclearAt: lineNumberAt(text, place.start) };
    parts.push(text.slice(kept, place.start), merged);
    kept = place.end;
  }
  return { text: parts.join('') + text.slice(kept) };
}

function unclearIndentation({ path }: EditRequest, line: number): Failure {
  return editFailure(
    'ambiguous',
    `The indentation of the new lines at line ${line} of ${path} is unclear. Copy the search text with the indentation of the file.`,
  );
}

function ambiguousFailure({ path, text }: EditRequest, { places }: EditMatches): Failure {
  const lines = places.map(({ start }) => lineNumberAt(text, start)).join(', ');
  const times = places.length === MAX_PLACES_NAMED ? `at least ${places.length}` : String(places.length);
  return editFailure(
    'ambiguous',
    `The search text occurs ${times} times in ${path}, at lines ${lines}. Add neighbouring lines until it is unique, or set occurrence to "all".`,
  );
}

interface MatchedPassage extends EditPassage {
  readonly path: string;
  /** Text of the whole file. */
  readonly text: string;
  /** Position of the search, in UTF-16 code units. */
  readonly start: number;
}

interface BareReplacement {
  readonly replace: string;
  readonly undone: readonly Wrapping[];
}

/**
 * Removes from a replacement what its exactly matching search does not have: a Markdown fence around all of it in a
 * file that is not Markdown, the numbers of the replaced lines, or the marks of an edit or a diff.
 */
function bareReplacement(found: MatchedPassage): BareReplacement {
  const bare = withoutFence(found) ?? withoutNumbers(found) ?? withoutBlock(found) ?? withoutDiff(found);
  // If nothing else would change, the wrapping is the purpose of the edit.
  const isSame = bare?.replace.trimEnd() === found.search.trimEnd();
  return bare === undefined || isSame ? { replace: found.replace, undone: [] } : bare;
}

/** A file with a fence may get another one. */
function withoutFence({ path, text, search, replace }: MatchedPassage): BareReplacement | undefined {
  if (isProse(path) || !/^\s*(?:```|~~~)/.test(replace)) return undefined;
  const inner = fencedText(replace)?.inner;
  if (inner === undefined || splitTextLines(text).some(({ content }) => FENCE.test(content)))
    return undefined;
  return { replace: search.endsWith('\n') ? `${inner}\n` : inner, undone: ['fence'] };
}

function withoutNumbers({ search, replace, text, start }: MatchedPassage): BareReplacement | undefined {
  if (!/^[ \t]*(?:L|[Ll]ine )?\d/.test(replace)) return undefined;
  const bare = ownNumbers({ search, replace }, lineNumberAt(text, start));
  return bare === undefined ? undefined : { replace: bare, undone: ['line-numbers'] };
}

function withoutBlock({ search, replace, text }: MatchedPassage): BareReplacement | undefined {
  if (!holdsMarkers(replace) || holdsMarkers(text)) return undefined;
  const bare = withoutMarkers(replace, search);
  if (bare === undefined) return undefined;
  return { replace: search.endsWith('\n') ? bare : bare.replace(/\n$/, ''), undone: ['block'] };
}

function withoutDiff(found: MatchedPassage): BareReplacement | undefined {
  const bare = newSideOf(found);
  return bare === undefined ? undefined : { replace: bare, undone: ['markers'] };
}

/** Shorter replacements occur in any file. */
const MIN_TELLING = 5;

/** The failure of a search without a match: already done, or what is most similar to it. */
function notFound(request: EditRequest): Failure {
  const { path, text, search } = request;
  const applied = lineOfReplacement(request);
  if (applied !== undefined) {
    return editFailure(
      'not_found',
      `The search text is not in ${path}, but the replacement is, at line ${applied}: the edit seems to be already applied.`,
    );
  }
  const nearest = nearestBlock(text, search);
  const likeness =
    nearest === undefined ? 'Nothing in the file is like it.' : `The nearest lines are:\n${nearest}`;
  return editFailure(
    'not_found',
    `The search text is not in ${path}.${hintFor(request)} ${likeness}\nRead the file and copy the search text from it.`,
  );
}

function hintFor({ path, search }: EditRequest): string {
  if (holdsHiddenText(search))
    return ' The search holds [secret] or [REDACTED], which stands for hidden text: leave that line out.';
  if (holdsOmission(path, search))
    return ' The search leaves code out: copy complete lines, fewer of them if need be.';
  return '';
}

/** Line of the replacement if it is already in the file, unless that may be chance. */
function lineOfReplacement({ text, replace }: EditRequest): number | undefined {
  const [within, wanted] = [foldLineEndings(text), foldLineEndings(replace)];
  const at = within.indexOf(wanted);
  const isTelling = wanted.trim().length >= MIN_TELLING && at === within.lastIndexOf(wanted);
  return isTelling && at !== -1 ? lineNumberAt(within, at) : undefined;
}

const MAX_LINES = 8;
/** How many equal lines of the search may vote: thousands of them add nothing. */
const MAX_VOTES = 20;
/** Least share of common words for a line to count as similar. */
const MIN_LIKENESS = 0.4;

/**
 * The lines of the text that are most similar to the search, numbered, at most 8; undefined when none are. Only for
 * display: an edit is never applied to a similar place.
 */
function nearestBlock(text: string, search: string): string | undefined {
  const lines = splitTextLines(text).map(({ content }) => content);
  const wanted = splitTextLines(search).map(({ content }) => content.trim());
  const start = startByEqualLines(lines, wanted) ?? startByWords(lines, wanted);
  if (start === undefined) return undefined;
  const first = Math.max(0, start);
  return numberLines(lines.slice(first, first + Math.min(MAX_LINES, Math.max(wanted.length, 3))), first + 1);
}

/** Each common line votes for a start of the block. */
function startByEqualLines(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number[]>();
  for (const [index, word] of wanted.entries()) {
    // Brackets alone are everywhere and would outvote the telling lines.
    const known = places.get(word) ?? [];
    if (/\w/.test(word) && known.length < MAX_VOTES) places.set(word, [...known, index]);
  }
  const votes = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    for (const index of places.get(line.trim()) ?? [])
      votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  }
  return bestScored(votes);
}

function startByWords(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((one, other) => (other.length > one.length ? other : one), '');
  const words = distinctWords(longest);
  const scores = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const score = likeness(words, distinctWords(line));
    if (score >= MIN_LIKENESS) scores.set(at - wanted.indexOf(longest), score);
  }
  return bestScored(scores);
}

function bestScored(scores: ReadonlyMap<number, number>): number | undefined {
  let winner: readonly [number, number] | undefined;
  for (const entry of scores) if (winner === undefined || entry[1] > winner[1]) winner = entry;
  return winner?.[0];
}

function distinctWords(line: string): ReadonlySet<string> {
  return new Set(line.match(/[\p{L}\p{N}_]+/gu));
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}
