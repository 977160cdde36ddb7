import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/clock.ts';
import { isFailure, unreachable } from '../../../core/failure.ts';
import { inlineCode, oneLine } from '../../../core/text.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { titleLine } from '../../../policy/redaction.ts';
import type { CronRecord } from '../cron.ts';
import { type CronTexts, cronTexts } from '../texts/texts.ts';
import { formatLocalTime } from './local-time.ts';
import { beginsTask, type PlannedCron, parseCronAction } from './plan-cron.ts';
import { readStoredSchedule } from './read-schedule.ts';
import type { CronFields, Schedule } from './schedule.ts';

/** Longest text of a cron where it is only named: two lines on a phone. In UTF-16 code units. */
const MAX_LENGTH = 120;

interface PlanTextContext {
  readonly texts: Texts;
  readonly nowMs: number;
}

/** `Mon 23 Nov 09:00`, of this cron's own zone. */
export function timeOf(ms: number, timezone: string, { texts, nowMs }: PlanTextContext): string {
  return formatLocalTime(ms, { timezone, language: cronTexts(texts).nextTimes.dates, nowMs });
}

/** What a cron does, as one line: `🤖 Task: run the tests`. */
export function actionLine(message: string, texts: Texts, most = MAX_LENGTH): string {
  const crons = cronTexts(texts);
  const action = parseCronAction(message);
  const text = shortenVisibly(action.kind === 'refused' ? message : action.text, most);
  if (!beginsTask(action)) return crons.message(text);
  return action.kind === 'agent' ? crons.task(text) : crons.dryRun(text);
}

/**
 * What a model proposes, or somebody else in the chat has set, must not read otherwise than it is: a mark that turns
 * the direction of writing would do that. Joiners turn nothing, and emojis and some scripts need them.
 */
function shortenVisibly(text: string, most: number): string {
  return titleLine(text, most)
    .split(/([\u200c\u200d])/)
    .map((part, index) => (index % 2 === 1 ? part : escapeHidden(part)))
    .join('');
}

/** `Next: Mon 23 Nov 09:00 (Europe/Madrid), then …`. */
export function nextLine({ plan, read, runs }: PlannedCron, shown: PlanTextContext): string {
  const crons = cronTexts(shown.texts);
  const [first = '', ...others] = runs.map((ms) => timeOf(ms, plan.timezone, shown));
  if (read.kind === 'at') return crons.onceAt(first, plan.timezone);
  if (others.length === 0) return crons.next(first, plan.timezone);
  return crons.nextThree(first, plan.timezone, others.join(', '));
}

/** Everything a person needs for saying yes: when in words, what then, and the next three times. */
export function plannedLines(planned: PlannedCron, shown: PlanTextContext): readonly string[] {
  const { plan, read } = planned;
  const crons = cronTexts(shown.texts);
  const { schedule } = crons;
  const rule = ruleInWords(read, plan.schedule, schedule);
  return [
    `${rule.slice(0, 1).toUpperCase()}${rule.slice(1)}`,
    // A person decides about it: nothing is left out.
    actionLine(plan.message, shown.texts, Number.POSITIVE_INFINITY),
    nextLine(planned, shown),
    ...(parseCronAction(plan.message).kind === 'message' ? [] : [crons.asksThen]),
  ];
}

type ScheduleTexts = CronTexts['schedule'];

/** Beyond so many times of a day they are easier to read as the rule that was typed. */
const MAX_TIMES = 4;
const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const MS = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS, s: SECOND_MS } as const;

/**
 * `Monday to Friday at 09:00`. What has no plain words is shown as it was written.
 * @param written the schedule as it was typed
 */
export function ruleInWords(schedule: Schedule, written: string, words: ScheduleTexts): string {
  switch (schedule.kind) {
    case 'at':
      return words.once;
    case 'every':
      return everyInWords(partsOf(schedule.everyMs), words);
    case 'cron':
      return cronInWords(schedule.fields, words) ?? words.rule(inlineCode(oneLine(written, 120)));
    default:
      return unreachable(schedule);
  }
}

/** The same of one that is stored; what can no longer be read is shown as it is written. */
export function ruleOf(
  { schedule, timezone }: Pick<CronRecord, 'schedule' | 'timezone'>,
  words: ScheduleTexts,
): string {
  try {
    return ruleInWords(readStoredSchedule(schedule, timezone), schedule, words);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return words.rule(inlineCode(oneLine(schedule, 120)));
  }
}

function partsOf(ms: number): readonly (readonly [number, keyof typeof MS])[] {
  let left = ms;
  return (Object.keys(MS) as (keyof typeof MS)[]).flatMap((unit) => {
    const count = Math.floor(left / MS[unit]);
    left -= count * MS[unit];
    return count === 0 ? [] : [[count, unit] as const];
  });
}

function everyInWords(parts: ReturnType<typeof partsOf>, words: ScheduleTexts): string {
  const [first] = parts;
  if (parts.length === 1 && first?.[0] === 1) return words.everyOne[first[1]];
  return words.every(
    joinWithAnd(
      parts.map(([count, unit]) => words.span[unit](count)),
      words,
    ),
  );
}

/** `Monday, Tuesday and Friday`. */
function joinWithAnd(items: readonly string[], words: ScheduleTexts): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : words.and(items.slice(0, -1).join(', '), last);
}

function cronInWords(fields: CronFields, words: ScheduleTexts): string | undefined {
  if (fields.second !== '0') return undefined;
  const times = timesInWords(fields, words);
  const days = daysInWords(fields, words);
  if (times === undefined || days === undefined) return undefined;
  const isEveryDay = days === words.everyDay;
  // "Every 15 minutes" says already that it is every day.
  return times.isDaily ? `${days} ${times.text}` : [times.text, ...(isEveryDay ? [] : [days])].join(', ');
}

interface TimesInWords {
  readonly text: string;
  /** Single times of a day. */
  readonly isDaily: boolean;
}

function timesInWords({ minute, hour }: CronFields, words: ScheduleTexts): TimesInWords | undefined {
  const step = stepOf(minute, 60);
  if (step !== undefined) return minuteStepsInWords(step, hour, words);
  const minutes = numbersIn(minute);
  const [only] = minutes ?? [];
  if (minutes === undefined || only === undefined) return undefined;
  const listed = numbersIn(hour);
  if (listed !== undefined && listed.length * minutes.length <= MAX_TIMES) {
    const times = listed.flatMap((h) => minutes.map((m) => clockText(h, m)));
    return { text: words.at(joinWithAnd(times, words)), isDaily: true };
  }
  return minutes.length === 1 ? hourlyInWords(only, hour, words) : undefined;
}

/** Every so many minutes, all day or in a range of hours. */
function minuteStepsInWords(step: number, hour: string, words: ScheduleTexts): TimesInWords | undefined {
  const every = everyInWords([[step, 'm']], words);
  if (hour === '*') return { text: every, isDaily: false };
  const [from, to] = rangeOf(hour) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const last = Math.floor(59 / step) * step;
  return { text: `${every} ${words.between(clockText(from, 0), clockText(to, last))}`, isDaily: false };
}

/** Once an hour, in all of them, in every second or third of them, or in a range of them. */
function hourlyInWords(minute: number, hour: string, words: ScheduleTexts): TimesInWords | undefined {
  if (hour === '*') return { text: minute === 0 ? words.hourly : words.hourlyAt(minute), isDaily: false };
  const step = stepOf(hour, 24);
  if (step !== undefined && minute === 0) return { text: everyInWords([[step, 'h']], words), isDaily: false };
  const [from, to] = rangeOf(hour) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const between = words.between(clockText(from, minute), clockText(to, minute));
  return { text: `${words.hourly} ${between}`, isDaily: false };
}

function daysInWords({ dayOfMonth, month, dayOfWeek }: CronFields, words: ScheduleTexts): string | undefined {
  if (month !== '*') return undefined;
  if (dayOfMonth === 'L' && dayOfWeek === '*') return words.lastDay;
  if (dayOfMonth !== '*') return dayOfWeek === '*' ? datesInWords(dayOfMonth, words) : undefined;
  if (dayOfWeek === '*') return words.everyDay;
  return nthInWords(dayOfWeek, words) ?? weekdaysInWords(dayOfWeek, words);
}

/** `1,15`, and `1,L`, whose second one is the last day. */
function datesInWords(dayOfMonth: string, words: ScheduleTexts): string | undefined {
  const withLast = /^(.+),L$/.exec(dayOfMonth)?.[1];
  const dates = numbersIn(withLast ?? dayOfMonth);
  if (dates === undefined || dates.length > MAX_TIMES) return undefined;
  const named = [...dates.map(String), ...(withLast === undefined ? [] : [words.theLast])];
  return words.everyMonth(joinWithAnd(named, words));
}

/** `MON#1`, `5L`: one of a month. */
function nthInWords(dayOfWeek: string, words: ScheduleTexts): string | undefined {
  const [, name = '', nth] = /^(\w+?)(?:#([1-5])|L)$/.exec(dayOfWeek) ?? [];
  const day = numberOf(name, DAY_NAMES);
  if (day === undefined) return undefined;
  const which = nth === undefined ? words.nth.L : words.nth[Number(nth) as 1 | 2 | 3 | 4 | 5];
  return words.everyNth(which, words.day[DAY_NAMES[day % 7] ?? 'sun']);
}

function weekdaysInWords(dayOfWeek: string, words: ScheduleTexts): string | undefined {
  const days = numbersIn(dayOfWeek, DAY_NAMES)?.map((day) => day % 7);
  if (days === undefined) return undefined;
  // Weeks begin on Mondays for people who say "Saturday and Sunday".
  const sorted = [...new Set(days)].sort((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  if (sorted.length === 7) return words.everyDay;
  if (sorted.join() === '1,2,3,4,5') return words.weekdays;
  return words.everyWeek(
    joinWithAnd(
      sorted.map((day) => words.day[DAY_NAMES[day] ?? 'sun']),
      words,
    ),
  );
}

function rangeOf(hour: string): readonly [from: number, to: number] | undefined {
  const [, from, to] = /^(\d\d?)-(\d\d?)$/.exec(hour) ?? [];
  return from === undefined || to === undefined ? undefined : [Number(from), Number(to)];
}

/** The step of a field, if it divides the hour or day evenly; others begin anew with each hour or day. */
function stepOf(field: string, size: number): number | undefined {
  const [, step] = /^\*\/(\d\d?)$/.exec(field) ?? [];
  if (step === undefined) return field === '*' && size === 60 ? 1 : undefined;
  return Number(step) > 0 && size % Number(step) === 0 ? Number(step) : undefined;
}

/** The values of a list of numbers, names and ranges; undefined for any other field. */
function numbersIn(field: string, names: readonly string[] = []): readonly number[] | undefined {
  const values: number[] = [];
  for (const item of field.split(',')) {
    const [, first = '', last = first] = /^(\w+)(?:-(\w+))?$/.exec(item) ?? [];
    const [from, to] = [first, last].map((text) => numberOf(text, names));
    if (from === undefined || to === undefined) return undefined;
    for (let value = from; value <= to; value += 1) values.push(value);
  }
  return values;
}

function numberOf(text: string, names: readonly string[]): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  if (named !== -1) return named;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function clockText(hour: number, minute: number): string {
  return [hour, minute].map((value) => String(value).padStart(2, '0')).join(':');
}
