import { readDayOfMonth, readMonthDate } from './read-dates.ts';
import { after, type Read, type Words } from './words.ts';

/**
 * On which days: those of a cron expression's last field, or of its third, one date (`2026-11-24`), one day counted from
 * today, or the next of one name (0 is Sunday).
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
export function readDays(words: Words, at: number, today: string): Read<Days> | undefined {
  for (const [field, spellings] of WEEK) {
    const next = after(words, at, spellings);
    if (next !== undefined) return { value: { kind: 'week', field }, next };
  }
  for (const [ahead, spellings] of ONE) {
    const next = after(words, at, spellings);
    if (next !== undefined) return { value: { kind: 'one', ahead }, next };
  }
  const month = readDayOfMonth(words, at);
  if (month !== undefined) return { value: { kind: 'month', field: month.value }, next: month.next };
  const date = readMonthDate(words, at, today);
  if (date !== undefined) return { value: { kind: 'date', date: date.value }, next: date.next };
  return readNext(words, at) ?? readDate(words, at) ?? readRange(words, at) ?? readList(words, at);
}

/** `next Friday`, `el próximo viernes`, `el viernes que viene`: the first one after today. */
function readNext(words: Words, at: number): Read<Days> | undefined {
  const begun = after(words, at, ['on next', 'next', 'el proximo', 'proximo']);
  const day = dayAt(words, begun ?? after(words, at, ['el']) ?? at);
  if (day === undefined || day.isPlural) return undefined;
  const next = begun === undefined ? after(words, day.next, ['que viene', 'proximo']) : day.next;
  return next === undefined ? undefined : { value: { kind: 'next', day: day.value }, next };
}

function readDate(words: Words, at: number): Read<Days> | undefined {
  const place = after(words, at, ['on', 'el']) ?? at;
  const date = words[place]?.folded ?? '';
  return /^\d{4}-\d\d-\d\d$/.test(date) ? { value: { kind: 'date', date }, next: place + 1 } : undefined;
}

function readRange(words: Words, at: number): Read<Days> | undefined {
  const from = after(words, at, ['every', 'from', 'de', 'cada']) ?? at;
  const first = dayAt(words, from);
  const to = first && after(words, first.next, ['to', 'through', 'a']);
  const last = to === undefined ? undefined : dayAt(words, to);
  if (first === undefined || last === undefined) return undefined;
  return { value: { kind: 'week', field: `${first.value}-${last.value}` }, next: last.next };
}

/** Several days, or one that comes again: `every monday`, `los lunes`, `mondays and fridays`. */
function readList(words: Words, at: number): Read<Days> | undefined {
  const begun = after(words, at, ['every', 'each', 'cada', 'todos los', 'los']);
  const days: NamedDay[] = [];
  let next = begun ?? after(words, at, ['on']) ?? at;
  for (let day = dayAt(words, next); day !== undefined; day = dayAt(words, next)) {
    days.push(day);
    const behind = after(words, day.next, ['and every', 'and', 'y los', 'y cada', 'y']);
    next = behind !== undefined && dayAt(words, behind) !== undefined ? behind : day.next;
  }
  // Two days without a word before them come again; a single one may be the next.
  if (begun === undefined && days.length < 2 && !days.some(({ isPlural }) => isPlural)) return undefined;
  if (days.length === 0) return undefined;
  const field = [...new Set(days.map(({ value }) => value))].sort().join(',');
  return { value: { kind: 'week', field }, next };
}

interface NamedDay extends Read<number> {
  /** `mondays`: every one of them. */
  readonly isPlural: boolean;
}

function dayAt(words: Words, at: number): NamedDay | undefined {
  const word = words[at]?.folded ?? '';
  const named = NAMES.findIndex((names) => names.includes(word));
  if (named !== -1) return { value: named, next: at + 1, isPlural: false };
  const plural = NAMES.findIndex((names) => names.some((name) => name.length > 4 && `${name}s` === word));
  return plural === -1 ? undefined : { value: plural, next: at + 1, isPlural: true };
}
