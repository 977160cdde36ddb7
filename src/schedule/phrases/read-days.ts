import { after, type Read, type Words } from './words.ts';

/** On which days: those of a cron expression's last field, one date (`2026-11-24`), or one day counted from today. */
export type Days =
  | { readonly kind: 'week'; readonly field: string }
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

/** Reads `every weekday`, `cada lunes y jueves`, `de lunes a viernes`, `tomorrow`. A single `monday` may mean the next one. */
export function readDays(words: Words, at: number): Read<Days> | undefined {
  for (const [field, spellings] of WEEK) {
    const next = after(words, at, spellings);
    if (next !== undefined) return { value: { kind: 'week', field }, next };
  }
  for (const [ahead, spellings] of ONE) {
    const next = after(words, at, spellings);
    if (next !== undefined) return { value: { kind: 'one', ahead }, next };
  }
  return readDate(words, at) ?? readRange(words, at) ?? readList(words, at);
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
  if (begun === undefined && !days.some(({ isPlural }) => isPlural)) return undefined;
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
