import { withoutMarks } from '../../core/text.ts';
import type { RewindRound } from './rounds.ts';

/** What a person typed after the command and the task. */
export interface RoundRequest {
  /** Number of the round, or words about it; undefined when it has to be asked. */
  readonly target: number | string | undefined;
  /** How to go on from there; may be empty. */
  readonly words: string;
}

const BETWEEN = String.raw`[\s:,;.\u2013\u2014-]*`;
const NUMBERED = new RegExp(
  String.raw`^(?:(?:to|a|the|la|round|ronda)\s+)*#?(\d{1,4})(?![\w/])${BETWEEN}([\s\S]*)$`,
  'iu',
);
const QUOTED = new RegExp(
  String.raw`^["'\u201c\u201d\u2018\u00ab\u00bb]([^"\u201c\u201d\u2019\u00ab\u00bb]+)["'\u201d\u2019\u00ab\u00bb]${BETWEEN}([\s\S]*)$`,
  'u',
);
const PHRASE = /^([^:;,\n]+)(?:[:;,\n]\s*([\s\S]*))?$/u;

/** Reads `5 use a map`, `"before the refactor" use a map`, `before the refactor: use a map`. */
export function readRoundRequest(text: string): RoundRequest {
  const typed = text.trim();
  const [, number, afterNumber = ''] = NUMBERED.exec(typed) ?? [];
  if (number !== undefined) return { target: Number(number), words: afterNumber.trim() };
  const [, phrase, words = ''] = QUOTED.exec(typed) ?? PHRASE.exec(typed) ?? [];
  return { target: phrase?.trim(), words: words.trim() };
}

/** `several`: the words fit more than one place. */
export type RoundResolution =
  | { readonly kind: 'one'; readonly round: RewindRound }
  | { readonly kind: 'several'; readonly rounds: readonly RewindRound[] }
  | { readonly kind: 'none' };

/** Finds the round that words are about in what was said and done in each. No model is asked. */
export function resolveRound(phrase: string, rounds: readonly RewindRound[]): RoundResolution {
  const { side, words } = readPhrase(phrase);
  const [first] = rounds;
  if (first?.number === 0 && words.length === 1 && BEGINNING.includes(words[0] ?? ''))
    return { kind: 'one', round: first };
  if (words.length === 0) return { kind: 'none' };
  const groups = groupAdjacent(rounds.flatMap((round, place) => (fits(words, round.words) ? [place] : [])));
  const places = groups.flatMap((group) => selectPlaces(group, side));
  const found = [...new Set(places)].flatMap((place) => rounds[place] ?? []);
  const [only, ...others] = found;
  if (only === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'one', round: only } : { kind: 'several', rounds: found };
}

type RoundSide = 'before' | 'after' | 'at';

const BEFORE = /^(?:(?:to|just|a|justo)\s+)?(?:before|antes\s+(?:de(?:l)?|que))\s+/;
const AFTER = /^(?:(?:to|just|a|justo)\s+)?(?:after|despues\s+(?:de(?:l)?|que)|tras)\s+/;
const BEGINNING: readonly string[] = ['beginning', 'start', 'inicio', 'principio', 'comienzo'];
const LITTLE: ReadonlySet<string> = new Set([
  ...[
    'the',
    'an',
    'of',
    'to',
    'in',
    'on',
    'at',
    'it',
    'its',
    'you',
    'we',
    'was',
    'were',
    'had',
    'did',
    'when',
  ],
  ...[
    'and',
    'with',
    'that',
    'this',
    'where',
    'el',
    'la',
    'los',
    'las',
    'un',
    'una',
    'de',
    'del',
    'en',
    'que',
  ],
  ...['se', 'lo', 'al', 'su', 'con', 'donde', 'cuando', 'hiciste', 'went', 'round', 'ronda'],
]);

function readPhrase(phrase: string): { readonly side: RoundSide; readonly words: readonly string[] } {
  const plain = normalizeText(phrase);
  const side = BEFORE.test(plain) ? 'before' : AFTER.test(plain) ? 'after' : 'at';
  return { side, words: wordsAndPaths(plain.replace(BEFORE, '').replace(AFTER, '')) };
}

function normalizeText(text: string): string {
  return withoutMarks(text).toLowerCase();
}

/** A path stays whole: its parts are in many others. */
function wordsAndPaths(text: string): readonly string[] {
  return piecesOf(text).flatMap((piece) => (isPath(piece) ? [piece] : plainWordsIn(piece)));
}

function plainWordsIn(piece: string): readonly string[] {
  return piece.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !LITTLE.has(word));
}

function piecesOf(text: string): readonly string[] {
  return normalizeText(text)
    .split(/\s+/)
    .map((piece) => piece.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
}

function isPath(piece: string): boolean {
  return /[./]/.test(piece);
}

function fits(words: readonly string[], text: string): boolean {
  const pieces = piecesOf(text);
  const said = [...pieces.filter(isPath), ...pieces.flatMap(plainWordsIn)];
  return words.every((word) => said.some((other) => isAlike(word, other)));
}

/** `refactor` and `refactored`, `rename` and `renaming`: all but the last letters are the same. */
function isAlike(one: string, other: string): boolean {
  if (one === other || other.endsWith(`/${one}`)) return true;
  if (isPath(one) || isPath(other)) return false;
  const shorter = Math.min(one.length, other.length);
  const least = Math.max(4, shorter - 1);
  return shorter >= least && one.slice(0, least) === other.slice(0, least);
}

/** Places that follow each other are one piece of work. */
function groupAdjacent(places: readonly number[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (last?.at(-1) === place - 1) last.push(place);
    else groups.push([place]);
  }
  return groups;
}

function selectPlaces(group: readonly number[], side: RoundSide): readonly number[] {
  const [first = 0] = group;
  switch (side) {
    case 'before':
      return [first - 1];
    case 'after':
      return group.slice(-1);
    case 'at':
      return group;
  }
}
