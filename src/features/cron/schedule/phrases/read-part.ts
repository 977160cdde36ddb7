import type { TimeOfDay } from './read-clock.ts';
import { matchSpelling, type PhraseReading, type PhraseWords } from './words.ts';

/** A part of the day. */
export interface DayPart {
  /** The hour that is proposed where none is said; the person is asked before it counts. */
  readonly usualHour: number;
  /** `in the evening at 8` is 20:00. */
  readonly isLate: boolean;
}

const PARTS: readonly (readonly [DayPart, names: readonly string[], spellings: readonly string[]])[] = [
  [
    { usualHour: 9, isLate: false },
    ['morning', 'mornings', 'manana', 'mananas'],
    ['in the morning', 'por la manana', 'en la manana', 'de manana'],
  ],
  [
    { usualHour: 15, isLate: true },
    ['afternoon', 'afternoons', 'tarde', 'tardes'],
    ['in the afternoon', 'por la tarde', 'en la tarde'],
  ],
  [{ usualHour: 19, isLate: true }, ['evening', 'evenings'], ['in the evening']],
  [
    { usualHour: 21, isLate: true },
    ['night', 'nights', 'noche', 'noches'],
    ['at night', 'por la noche', 'en la noche', 'de noche'],
  ],
];

const TODAY = ['tonight', 'esta noche'];

/** Reads `every morning`, `cada tarde`, `todas las noches`: the part of every day. */
export function readEveryPart(words: PhraseWords, at: number): PhraseReading<DayPart> | undefined {
  const begun = matchSpelling(words, at, ['every', 'each', 'cada', 'todas las']);
  return begun === undefined ? undefined : readNamedPart(words, begun);
}

/** Reads `tonight`, `this morning`, `esta tarde`: the part of today. */
export function readPartOfToday(words: PhraseWords, at: number): PhraseReading<DayPart> | undefined {
  const night = matchSpelling(words, at, TODAY);
  if (night !== undefined) return { value: { usualHour: 21, isLate: true }, next: night };
  const begun = matchSpelling(words, at, ['this', 'esta']);
  return begun === undefined ? undefined : readNamedPart(words, begun);
}

/** Reads what stands behind a day: `tomorrow morning`, `mañana por la tarde`. */
export function readPart(words: PhraseWords, at: number): PhraseReading<DayPart> | undefined {
  for (const [value, , spellings] of PARTS) {
    const next = matchSpelling(words, at, spellings);
    if (next !== undefined) return { value, next };
  }
  // Spanish says it with `por la`: a bare `mañana` there is tomorrow.
  const english = words[at]?.folded ?? '';
  return /^(morning|afternoon|evening|night)$/.test(english) ? readNamedPart(words, at) : undefined;
}

function readNamedPart(words: PhraseWords, at: number): PhraseReading<DayPart> | undefined {
  const word = words[at]?.folded ?? '';
  const found = PARTS.find(([, names]) => names.includes(word));
  return found && { value: found[0], next: at + 1 };
}

/** The clock of a part: as it was said, in its half of the day, else the usual hour. */
export function clockOfPart(part: DayPart, said: TimeOfDay | undefined): TimeOfDay {
  if (said === undefined) return { hour: part.usualHour, minute: 0, isOpen: false };
  const { hour, minute, isOpen } = said;
  return { hour: isOpen && part.isLate ? hour + 12 : hour, minute, isOpen: false };
}
