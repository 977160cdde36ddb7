import type { Failure } from '../../core/failure.ts';
import { editFailure } from './edit-failure.ts';
import { foldLineEndings, lineNumberAt, numberLines, splitTextLines } from './lines.ts';
import { holdsHiddenText, holdsOmission } from './omissions.ts';
import type { EditRequest } from './passage.ts';

/** Shorter replacements occur in any file. */
const MIN_TELLING = 5;

/** The failure of a search without a match: already done, or what is most similar to it. */
export function notFound(request: EditRequest): Failure {
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
