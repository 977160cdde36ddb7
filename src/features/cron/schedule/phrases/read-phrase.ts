import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS, SECOND_MS } from '../../../../core/clock.ts';
import { localDate } from '../local-time.ts';
import { readInstant } from '../read-schedule.ts';
import {
  clockOfPart,
  type DayPart,
  readClock,
  readEveryPart,
  readPart,
  readPartOfToday,
  type TimeOfDay,
} from './read-clock.ts';
import { type Days, readDays } from './read-days.ts';
import { matchSpelling, type PhraseReading, type PhraseWords, splitPhrase } from './words.ts';

/** What a text begins with, as `readSchedule` reads it, and what follows. */
interface Phrase {
  readonly schedule: string;
  readonly rest: string;
  /** False for `every 2 hours`, which leaves nothing to interpret. */
  readonly isInterpreted: boolean;
}

export interface PhraseOptions {
  /** Milliseconds since 1970, when it was written. */
  readonly nowMs: number;
  /** IANA zone whose clocks count. */
  readonly timezone: string;
}

const MS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const;

const REQUESTS = [
  ...['please remind me', 'remind me', 'remind us', 'tell me', 'please'],
  ...['por favor recuerdame', 'recuerdame', 'recordame', 'recuerdanos', 'avisame', 'avisanos', 'por favor'],
];

/** Between the time and what is to be done. */
const JOINS = ['to', 'please', 'que', 'por favor'];
const JOINS_OF_REQUEST = [...JOINS, 'that', 'de'];

/** Words that continue a time: their meaning is not in these tables. */
const GOES_ON = [
  'and or until till except but for from since starting beginning during while after before at on in of',
  'every each if when unless only between through am pm',
  'y e o u hasta excepto salvo menos pero durante desde empezando al de en cuando si solo entre cada todos',
]
  .flatMap((line) => line.split(' '))
  .concat('a las', 'a la', 'a partir');

/**
 * Reads the commonest ways to say when, in English and Spanish: `every weekday at 9:30 run the tests`, `mañana a las 9
 * revisar los PR`, `cada 2 horas …`, `in 20 minutes …`. Everything else is undefined, and so is a continuation that
 * changes the meaning (`every day at 9 except Sundays`): it is never guessed.
 */
export function readPhrase(text: string, options: PhraseOptions): Phrase | undefined {
  const words = splitPhrase(text);
  const request = matchSpelling(words, 0, REQUESTS);
  const every = readEverySpan(words, request ?? 0);
  const when =
    every ?? readLater(words, request ?? 0, options) ?? readDayAndClock(words, request ?? 0, options);
  if (when === undefined) return undefined;
  const join = findMessageStart(words, when.next, request !== undefined);
  if (join === undefined) return undefined;
  const end = words[join - 1]?.end ?? 0;
  const rest = text.slice(end).replace(/^[\s,;:.-]+/, '');
  return { schedule: when.value, rest: rest.trim(), isInterpreted: every === undefined };
}

/** Place of what is to be done; undefined where the time goes on. */
function findMessageStart(words: PhraseWords, at: number, isRequest: boolean): number | undefined {
  const joined = matchSpelling(words, at, isRequest ? JOINS_OF_REQUEST : JOINS);
  if (joined !== undefined) return joined;
  return matchSpelling(words, at, GOES_ON) === undefined ? at : undefined;
}

/** `every 2 hours`, `cada hora`. Days at a time are days and a clock: `every day` says no time. */
function readEverySpan(words: PhraseWords, at: number): PhraseReading<string> | undefined {
  const begun = matchSpelling(words, at, ['every', 'each', 'cada']);
  if (begun === undefined) return undefined;
  const span = readSpan(words, begun) ?? onlyHoursOrMinutes(readUnit(words, begun));
  return span && { value: `every ${span.value.count}${span.value.unit}`, next: span.next };
}

function onlyHoursOrMinutes(
  span: PhraseReading<ScheduleSpan> | undefined,
): PhraseReading<ScheduleSpan> | undefined {
  return span?.value.unit === 'h' || span?.value.unit === 'm' ? span : undefined;
}

/** `in 20 minutes`, `dentro de una hora`. */
function readLater(
  words: PhraseWords,
  at: number,
  { nowMs }: PhraseOptions,
): PhraseReading<string> | undefined {
  const begun = matchSpelling(words, at, ['in', 'en', 'dentro de']);
  const span = begun === undefined ? undefined : readSpan(words, begun);
  if (span === undefined) return undefined;
  const { count, unit } = span.value;
  const iso = isoTime(nowMs + count * MS[unit]);
  return { value: `at ${iso.slice(0, 19)}Z`, next: span.next };
}

/** In either order. */
function readDayAndClock(
  words: PhraseWords,
  at: number,
  options: PhraseOptions,
): PhraseReading<string> | undefined {
  const twice = matchSpelling(words, at, TWICE);
  if (twice !== undefined) return { value: TWICE_A_DAY, next: twice };
  const days = readDaysOrPart(words, at, options);
  if (days !== undefined) {
    const clock = readTime(words, days);
    return clock && { value: scheduleOf(days.value, clock.value, options), next: clock.next };
  }
  const clock = readClock(words, at);
  const behind = clock && readDays(words, clock.next, today(options));
  return clock && behind && { value: scheduleOf(behind.value, clock.value, options), next: behind.next };
}

const TWICE = ['twice a day', 'twice daily', 'two times a day', 'dos veces al dia', 'dos veces por dia'];
/** Proposed, like every time that was not said: the person answers yes or no. */
const TWICE_A_DAY = '0 9,21 * * *';

interface DaysAndPart extends PhraseReading<Days> {
  readonly part: DayPart | undefined;
}

function readDaysOrPart(words: PhraseWords, at: number, options: PhraseOptions): DaysAndPart | undefined {
  const every = readEveryPart(words, at);
  if (every !== undefined)
    return { value: { kind: 'week', field: '*' }, part: every.value, next: every.next };
  const now = readPartOfToday(words, at);
  if (now !== undefined) return { value: { kind: 'one', ahead: 0 }, part: now.value, next: now.next };
  const days = readDays(words, at, today(options));
  if (days === undefined) return undefined;
  const part = readPart(words, days.next);
  return { value: days.value, part: part?.value, next: part?.next ?? days.next };
}

/** Behind the day; where only a part of it was said, its usual hour. */
function readTime(words: PhraseWords, { part, next }: DaysAndPart): PhraseReading<TimeOfDay> | undefined {
  const clock = readClock(words, next);
  if (part === undefined) return clock;
  return { value: clockOfPart(part, clock?.value), next: clock?.next ?? next };
}

function today({ nowMs, timezone }: PhraseOptions): string {
  return localDate(nowMs, timezone, 0);
}

function scheduleOf(days: Days, clock: TimeOfDay, { nowMs, timezone }: PhraseOptions): string {
  const { hour, minute, isOpen } = clock;
  if (days.kind === 'week') return `${minute} ${hour} * * ${days.field}`;
  if (days.kind === 'month') return `${minute} ${hour} ${days.field} * *`;
  const date =
    days.kind === 'date' ? days.date : localDate(nowMs, timezone, daysAhead(days, { nowMs, timezone }));
  const [early, late] = [momentOf(date, hour, minute), momentOf(date, hour + 12, minute)];
  const isToday = days.kind === 'one' && days.ahead === 0;
  const isComing = (moment: string) => readInstant(moment, timezone) > nowMs;
  return `at ${isToday && isOpen && !isComing(early) && isComing(late) ? late : early}`;
}

function daysAhead(days: Extract<Days, { kind: 'one' | 'next' }>, options: PhraseOptions): number {
  if (days.kind === 'one') return days.ahead;
  const now = new Date(`${today(options)}T00:00:00Z`).getUTCDay();
  return ((days.day - now + 6) % 7) + 1;
}

function momentOf(date: string, hour: number, minute: number): string {
  return `${date}T${[hour, minute].map((value) => String(value).padStart(2, '0')).join(':')}`;
}

/** A length of time as a schedule spells it: a whole number of one unit. */
interface ScheduleSpan {
  readonly count: number;
  readonly unit: 's' | 'm' | 'h' | 'd' | 'w';
}

const UNITS: readonly (readonly [unit: ScheduleSpan['unit'], names: readonly string[]])[] = [
  ['s', ['s', 'sec', 'secs', 'second', 'seconds', 'seg', 'segundo', 'segundos']],
  ['m', ['m', 'min', 'mins', 'minute', 'minutes', 'minuto', 'minutos']],
  ['h', ['h', 'hr', 'hrs', 'hour', 'hours', 'hora', 'horas']],
  ['d', ['d', 'day', 'days', 'dia', 'dias']],
  ['w', ['w', 'week', 'weeks', 'semana', 'semanas']],
];

const NUMBERS: readonly (readonly string[])[] = [
  ['one', 'a', 'an', 'un', 'una', 'uno'],
  ['two', 'dos'],
  ['three', 'tres'],
  ['four', 'cuatro'],
  ['five', 'cinco'],
  ['six', 'seis'],
  ['seven', 'siete'],
  ['eight', 'ocho'],
  ['nine', 'nueve'],
  ['ten', 'diez'],
  ['eleven', 'once'],
  ['twelve', 'doce'],
];

const HALF_HOUR = ['half an hour', 'half hour', 'media hora'];

/** Reads `2 hours`, `30m`, `dos horas`, `media hora`. */
function readSpan(words: PhraseWords, at: number): PhraseReading<ScheduleSpan> | undefined {
  const half = matchSpelling(words, at, HALF_HOUR);
  if (half !== undefined) return { value: { count: 30, unit: 'm' }, next: half };
  const word = words[at]?.folded ?? '';
  const [, attached = '', name = ''] = /^(\d{1,4})([a-z]+)$/.exec(word) ?? [];
  const attachedUnit = unitNamed(name);
  if (attachedUnit !== undefined)
    return { value: { count: Number(attached), unit: attachedUnit }, next: at + 1 };
  const count = numberIn(word);
  const unit = unitNamed(words[at + 1]?.folded ?? '');
  return count === undefined || unit === undefined ? undefined : { value: { count, unit }, next: at + 2 };
}

/** One of a unit, without a number: `hour`. */
function readUnit(words: PhraseWords, at: number): PhraseReading<ScheduleSpan> | undefined {
  const unit = unitNamed(words[at]?.folded ?? '');
  return unit === undefined ? undefined : { value: { count: 1, unit }, next: at + 1 };
}

function unitNamed(word: string): ScheduleSpan['unit'] | undefined {
  return UNITS.find(([, names]) => names.includes(word))?.[0];
}

function numberIn(word: string): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const index = NUMBERS.findIndex((spellings) => spellings.includes(word));
  return index === -1 ? undefined : index + 1;
}
