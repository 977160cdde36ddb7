import { matchSpelling, type PhraseReading, type PhraseWords } from './words.ts';

/** A time of day. */
export interface TimeOfDay {
  /** 0 to 23. */
  readonly hour: number;
  readonly minute: number;
  /** `at 3`: nothing says which half of the day is meant. */
  readonly isOpen: boolean;
}

const NAMED: readonly (readonly [TimeOfDay, readonly string[]])[] = [
  [{ hour: 12, minute: 0, isOpen: false }, ['at noon', 'at midday', 'al mediodia', 'a mediodia']],
  [{ hour: 0, minute: 0, isOpen: false }, ['at midnight', 'a medianoche']],
];

const DIGITS = /^(\d{1,2})(?:[:.h](\d\d))?(am|pm|h|hs|hrs)?$/;

/** Words behind the hour that say which half of the day is meant, and the hours that they can stand behind. */
const HALVES: readonly {
  readonly spellings: readonly string[];
  readonly hours: readonly [least: number, most: number];
  readonly add: number;
}[] = [
  { spellings: ['am', 'in the morning', 'de la manana'], hours: [1, 11], add: 0 },
  { spellings: ['de la madrugada'], hours: [1, 6], add: 0 },
  { spellings: ['pm', 'in the afternoon', 'in the evening'], hours: [1, 11], add: 12 },
  { spellings: ['de la tarde'], hours: [1, 8], add: 12 },
  { spellings: ['de la noche'], hours: [7, 11], add: 12 },
];

/**
 * Reads `at 9`, `at 9:30 pm`, `a las 9 y media`, `21:00`. Twelve with a half of the day is read by nobody alike, and so
 * by nobody here. A time that no clock shows, as 25:00, is read as it stands: the schedule that is made of it is
 * refused with the reason.
 */
export function readClock(words: PhraseWords, at: number): PhraseReading<TimeOfDay> | undefined {
  for (const [value, spellings] of NAMED) {
    const next = matchSpelling(words, at, spellings);
    if (next !== undefined) return { value, next };
  }
  const begun = matchSpelling(words, at, ['at', 'a las', 'a la']);
  const place = begun ?? at;
  const [, hours, minutes, attached] = DIGITS.exec(words[place]?.folded ?? '') ?? [];
  // Without a word before it only a full time is one: `9 eggs` is none.
  if (hours === undefined || (begun === undefined && minutes === undefined)) return undefined;
  const minutePart = readMinute(words, place + 1, minutes);
  const half = readHalf(words, minutePart.next, attached);
  const hour = hourOf(Number(hours), half.value);
  if (hour === undefined) return undefined;
  // People who write `03:00`, or hours behind the number, count to 24.
  const isOpen = /^[1-9]$|^1[01]$/.test(hours) && attached === undefined && half.next === minutePart.next;
  return { value: { hour, minute: minutePart.value, isOpen }, next: half.next };
}

/** `y media` and its like, which stand behind a full hour. */
function readMinute(words: PhraseWords, at: number, minutes: string | undefined): PhraseReading<number> {
  if (minutes !== undefined) return { value: Number(minutes), next: at };
  const half = matchSpelling(words, at, ['y media']);
  if (half !== undefined) return { value: 30, next: half };
  const quarter = matchSpelling(words, at, ['y cuarto']);
  if (quarter !== undefined) return { value: 15, next: quarter };
  return { value: 0, next: matchSpelling(words, at, ['en punto', "o'clock", 'oclock']) ?? at };
}

type DayHalf = (typeof HALVES)[number];

function readHalf(
  words: PhraseWords,
  at: number,
  attached: string | undefined,
): PhraseReading<DayHalf | undefined> {
  if (attached === 'am' || attached === 'pm')
    return { value: HALVES.find(({ spellings }) => spellings.includes(attached)), next: at };
  for (const half of HALVES) {
    const next = matchSpelling(words, at, half.spellings);
    if (next !== undefined) return { value: half, next };
  }
  return { value: undefined, next: matchSpelling(words, at, ['h', 'hs', 'hrs', 'horas', 'hours']) ?? at };
}

function hourOf(hour: number, half: DayHalf | undefined): number | undefined {
  if (half === undefined) return hour;
  const [least, most] = half.hours;
  return hour >= least && hour <= most ? hour + half.add : undefined;
}

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
