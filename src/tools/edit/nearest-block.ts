import { linesOf, numbered } from './lines.ts';

const MAX_LINES = 8;
/** How many equal lines of the search may vote: thousands of them add nothing. */
const MAX_VOTES = 20;
/** Least share of common words for a line to count as similar. */
const MIN_LIKENESS = 0.4;

/**
 * The lines of the text that are most similar to the search, numbered, at most 8; undefined when none are. Only for
 * display: an edit is never applied to a similar place.
 */
export function nearestBlock(text: string, search: string): string | undefined {
  const lines = linesOf(text).map(({ content }) => content);
  const wanted = linesOf(search).map(({ content }) => content.trim());
  const start = startByEqualLines(lines, wanted) ?? startByWords(lines, wanted);
  if (start === undefined) return undefined;
  const first = Math.max(0, start);
  return numbered(lines.slice(first, first + Math.min(MAX_LINES, Math.max(wanted.length, 3))), first + 1);
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
  return best(votes);
}

function startByWords(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((one, other) => (other.length > one.length ? other : one), '');
  const words = wordsOf(longest);
  const scores = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const score = likeness(words, wordsOf(line));
    if (score >= MIN_LIKENESS) scores.set(at - wanted.indexOf(longest), score);
  }
  return best(scores);
}

function best(scores: ReadonlyMap<number, number>): number | undefined {
  let winner: readonly [number, number] | undefined;
  for (const entry of scores) if (winner === undefined || entry[1] > winner[1]) winner = entry;
  return winner?.[0];
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[\p{L}\p{N}_]+/gu));
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}
