import { matched, type Read, type Words } from './words.ts';

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
 * Reads `on November 30`, `el 30 de noviembre`, `30 Nov 2027`: the next such date. One that no calendar has is read as it
 * stands, and refused with the schedule.
 * @param today `2026-11-22`, as the clocks of the person show it
 */
export function readMonthDate(words: Words, at: number, today: string): Read<string> | undefined {
  const found = matched(words, at, MONTH_FIRST) ?? matched(words, at, DAY_FIRST);
  if (found === undefined) return undefined;
  const { month = '', day = '', year } = found.value;
  const number = MONTHS.findIndex((names) => names.split('|').includes(month)) + 1;
  const date = [number, Number(day)].map((value) => String(value).padStart(2, '0')).join('-');
  const thisYear = Number(today.slice(0, 4));
  const next = `${thisYear}-${date}` < today ? thisYear + 1 : thisYear;
  return { value: `${year ?? next}-${date}`, next: found.next };
}

/** Reads `the first of every month`, `first and last of the month`, `el último día del mes`: a day-of-month field. */
export function readDayOfMonth(words: Words, at: number): Read<string> | undefined {
  for (const [value, pattern] of DAYS_OF_MONTH) {
    const found = matched(words, at, pattern);
    if (found !== undefined) return { value, next: found.next };
  }
  return undefined;
}
