import { matchPattern, matchSpelling, type PhraseReading, type PhraseWords } from './words.ts';

/**
 * On which days: those of a cron expression's last field, or of its third, one date (`2026-11-24`), one day counted
 * from today, or the next of one name (0 is Sunday).
 */
export type Days =
  | { readonly kind: 'week'; readonly field: string }
  | { readonly kind: 'month'; readonly field: string }
  | { readonly kind: 'next'; readonly day: number }
  | { readonly kind: 'date'; readonly date: string }
  | { readonly kind: 'one'; readonly ahead: number };

const ONE: readonly (readonly [ahead: number, spellings: readonly string[]])[] = [
  [0, ['today', 'hoy']],
  [1, ['tomorrow', 'manana']],
  [2, ['the day after tomorrow', 'pasado manana']],
];

const WEEK: readonly (readonly [field: string, spellings: readonly string[]])[] = [
  [
    '1-5',
    [
      ...['every weekday', 'each weekday', 'on weekdays', 'weekdays', 'every working day'],
      ...['entre semana', 'cada dia laborable', 'cada dia habil'],
      ...['todos los dias laborables', 'todos los dias habiles', 'los dias laborables', 'los dias habiles'],
    ],
  ],
  [
    '0,6',
    [
      ...['every weekend', 'each weekend', 'on weekends', 'weekends'],
      ...['cada fin de semana', 'todos los fines de semana', 'los fines de semana'],
    ],
  ],
  [
    '*',
    ['every day', 'each day', 'daily', 'everyday', 'todos los dias', 'cada dia', 'diariamente', 'a diario'],
  ],
];

const NAMES: readonly (readonly string[])[] = [
  ['sunday', 'sun', 'domingo'],
  ['monday', 'mon', 'lunes'],
  ['tuesday', 'tue', 'tues', 'martes'],
  ['wednesday', 'wed', 'miercoles'],
  ['thursday', 'thu', 'thur', 'thurs', 'jueves'],
  ['friday', 'fri', 'viernes'],
  ['saturday', 'sat', 'sabado'],
];

/**
 * Reads `every weekday`, `cada lunes y jueves`, `de lunes a viernes`, `tomorrow`, `next Friday`, `on November 30`. A
 * single `monday` may mean the next one.
 * @param today as the clocks of the person show it
 */
export function readDays(words: PhraseWords, at: number, today: string): PhraseReading<Days> | undefined {
  for (const [field, spellings] of WEEK) {
    const next = matchSpelling(words, at, spellings);
    if (next !== undefined) return { value: { kind: 'week', field }, next };
  }
  for (const [ahead, spellings] of ONE) {
    const next = matchSpelling(words, at, spellings);
    if (next !== undefined) return { value: { kind: 'one', ahead }, next };
  }
  const month = readDayOfMonth(words, at);
  if (month !== undefined) return { value: { kind: 'month', field: month.value }, next: month.next };
  const date = readMonthDate(words, at, today);
  if (date !== undefined) return { value: { kind: 'date', date: date.value }, next: date.next };
  return readNext(words, at) ?? readDate(words, at) ?? readRange(words, at) ?? readList(words, at);
}

/** `next Friday`, `el próximo viernes`, `el viernes que viene`: the first one after today. */
function readNext(words: PhraseWords, at: number): PhraseReading<Days> | undefined {
  const begun = matchSpelling(words, at, ['on next', 'next', 'el proximo', 'proximo']);
  const day = dayAt(words, begun ?? matchSpelling(words, at, ['el']) ?? at);
  if (day === undefined || day.isPlural) return undefined;
  const next = begun === undefined ? matchSpelling(words, day.next, ['que viene', 'proximo']) : day.next;
  return next === undefined ? undefined : { value: { kind: 'next', day: day.value }, next };
}

function readDate(words: PhraseWords, at: number): PhraseReading<Days> | undefined {
  const place = matchSpelling(words, at, ['on', 'el']) ?? at;
  const date = words[place]?.folded ?? '';
  return /^\d{4}-\d\d-\d\d$/.test(date) ? { value: { kind: 'date', date }, next: place + 1 } : undefined;
}

function readRange(words: PhraseWords, at: number): PhraseReading<Days> | undefined {
  const from = matchSpelling(words, at, ['every', 'from', 'de', 'cada']) ?? at;
  const first = dayAt(words, from);
  const to = first && matchSpelling(words, first.next, ['to', 'through', 'a']);
  const last = to === undefined ? undefined : dayAt(words, to);
  if (first === undefined || last === undefined) return undefined;
  return { value: { kind: 'week', field: `${first.value}-${last.value}` }, next: last.next };
}

/** Several days, or one that comes again: `every monday`, `los lunes`, `mondays and fridays`. */
function readList(words: PhraseWords, at: number): PhraseReading<Days> | undefined {
  const begun = matchSpelling(words, at, ['every', 'each', 'cada', 'todos los', 'los']);
  const days: NamedDay[] = [];
  let next = begun ?? matchSpelling(words, at, ['on']) ?? at;
  for (let day = dayAt(words, next); day !== undefined; day = dayAt(words, next)) {
    days.push(day);
    const behind = matchSpelling(words, day.next, ['and every', 'and', 'y los', 'y cada', 'y']);
    next = behind !== undefined && dayAt(words, behind) !== undefined ? behind : day.next;
  }
  // Two days without a word before them come again; a single one may be the next.
  if (begun === undefined && days.length < 2 && !days.some(({ isPlural }) => isPlural)) return undefined;
  if (days.length === 0) return undefined;
  const field = [...new Set(days.map(({ value }) => value))].sort().join(',');
  return { value: { kind: 'week', field }, next };
}

interface NamedDay extends PhraseReading<number> {
  /** `mondays`: every one of them. */
  readonly isPlural: boolean;
}

function dayAt(words: PhraseWords, at: number): NamedDay | undefined {
  const word = words[at]?.folded ?? '';
  const named = NAMES.findIndex((names) => names.includes(word));
  if (named !== -1) return { value: named, next: at + 1, isPlural: false };
  const plural = NAMES.findIndex((names) => names.some((name) => name.length > 4 && `${name}s` === word));
  return plural === -1 ? undefined : { value: plural, next: at + 1, isPlural: true };
}

const MONTHS: readonly string[] = [
  'january|jan|enero|ene',
  'february|feb|febrero',
  'march|mar|marzo',
  'april|apr|abril|abr',
  'may|mayo',
  'june|jun|junio',
  'july|jul|julio',
  'august|aug|agosto|ago',
  'september|sept|sep|septiembre|setiembre',
  'october|oct|octubre',
  'november|nov|noviembre',
  'december|dec|diciembre|dic',
];
/** The whole word: `nov` stands at the beginning of `noviembre` too. */
const MONTH = `(?<month>${MONTHS.join('|')})(?![a-z])`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?: (?:de |del )?(?<year>\d{4}))?`;
const MONTH_FIRST = new RegExp(`^(?:on |the )*${MONTH} (?:the )?${DAY}${YEAR}`);
const DAY_FIRST = new RegExp(`^(?:on |the |el )*${DAY} (?:of |de )?${MONTH}${YEAR}`);

const FIRST = '(?:first|1st|primero|primer|1)(?: day| dia)?';
const LAST = '(?:last|ultimo)(?: day| dia)?';
const OF_MONTH = '(?: dia)?(?: of| de| del)(?: the| each| every| cada| todos los)? (?:month|mes|meses)';
const DAYS_OF_MONTH: readonly (readonly [field: string, pattern: RegExp])[] = [
  ['1,L', new RegExp(`^(?:on |the |el )*${FIRST} (?:and|y)(?: on)?(?: the| el)? ${LAST}${OF_MONTH}`)],
  ['1', new RegExp(`^(?:on |the |el )*${FIRST}${OF_MONTH}`)],
  ['L', new RegExp(`^(?:on |the |el )*${LAST}${OF_MONTH}`)],
];

/**
 * Reads `on November 30`, `el 30 de noviembre`, `30 Nov 2027`: the next such date. One that no calendar has is read as
 * it stands, and refused with the schedule.
 * @param today `2026-11-22`, as the clocks of the person show it
 */
function readMonthDate(words: PhraseWords, at: number, today: string): PhraseReading<string> | undefined {
  const found = matchPattern(words, at, MONTH_FIRST) ?? matchPattern(words, at, DAY_FIRST);
  if (found === undefined) return undefined;
  const { month = '', day = '', year } = found.value;
  const number = MONTHS.findIndex((names) => names.split('|').includes(month)) + 1;
  const date = [number, Number(day)].map((value) => String(value).padStart(2, '0')).join('-');
  const thisYear = Number(today.slice(0, 4));
  const next = `${thisYear}-${date}` < today ? thisYear + 1 : thisYear;
  return { value: `${year ?? next}-${date}`, next: found.next };
}

/** Reads `the first of every month`, `first and last of the month`, `el último día del mes`: a day-of-month field. */
function readDayOfMonth(words: PhraseWords, at: number): PhraseReading<string> | undefined {
  for (const [value, pattern] of DAYS_OF_MONTH) {
    const found = matchPattern(words, at, pattern);
    if (found !== undefined) return { value, next: found.next };
  }
  return undefined;
}
