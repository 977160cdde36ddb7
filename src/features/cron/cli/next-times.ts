import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { isoTime, MINUTE_MS } from '../../../core/clock.ts';
import { isFailure } from '../../../core/failure.ts';
import { answerJsonLines, Id, type LineId } from '../../../core/json-lines.ts';
import { type Locale, texts } from '../../../core/texts/texts.ts';
import { readZone } from '../../../core/time-zone.ts';
import { readInstant, readSchedule } from '../schedule/read-schedule.ts';
import { MIN_INTERVAL_MS, nextRuns, type Schedule } from '../schedule/schedule.ts';
import { cronTexts } from '../texts/texts.ts';

/** How many times are shown. */
const COUNT = 3;

interface AskedSchedule {
  readonly schedule: string;
  readonly timezone: string;
  /** ISO 8601 date and time; default: now. */
  readonly from: string | undefined;
}

interface NextTimes {
  readonly schedule: Schedule;
  /** Milliseconds since 1970. */
  readonly runs: readonly number[];
}

/**
 * Parses a schedule and returns its next three times, or fewer when it ends before.
 * @throws Failure `invalid` for one that cannot be parsed, runs too often, or never after `from`
 */
function nextTimes(
  { schedule: text, timezone, from }: AskedSchedule,
  { nowMs, starts }: { readonly nowMs: number; readonly starts: keyof typeof MIN_INTERVAL_MS },
): NextTimes {
  const fromMs = from === undefined ? nowMs : readInstant(from.trim(), readZone(timezone));
  const schedule = readSchedule(text, timezone, { nowMs: fromMs, shortestMs: MIN_INTERVAL_MS[starts] });
  return { schedule, runs: nextRuns(schedule, fromMs, COUNT) };
}

/**
 * The next times of a schedule as the clocks of its zone show them, each with its offset and in UTC.
 * @throws Failure `invalid` as `nextTimes`
 */
export function cronText(
  asked: AskedSchedule,
  { nowMs, starts, locale }: { nowMs: number; starts: 'agent' | 'message'; locale: Locale },
): readonly string[] {
  const words = cronTexts(texts(locale)).nextTimes;
  const { schedule, runs } = nextTimes(asked, { nowMs, starts });
  const times = runs.map((ms) => timeIn(ms, schedule.timezone, words.dates));
  const width = Math.max(...times.map((time) => time.length));
  const lines = runs.map((ms, index) => `  ${(times[index] ?? '').padEnd(width)}  ${isoTime(ms)}`);
  return [words.next(schedule.timezone), ...lines, ...(schedule.kind === 'at' ? [words.once] : [])];
}

/** `Mon 23 Nov 2026, 09:00 GMT-5`: seconds only where they are not zero. */
function timeIn(ms: number, timeZone: string, language: string): string {
  const date = new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(ms % MINUTE_MS === 0 ? {} : { second: '2-digit' }),
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  return date.format(ms);
}

/** An absent value becomes empty, which the reader of schedules reports. */
const Missing = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

const NextTimesQuestion = z.object({
  id: Id,
  schedule: Missing,
  timezone: Missing,
  from: z
    .string()
    .nullish()
    .transform((text) => text ?? undefined),
});
type NextTimesQuestion = z.infer<typeof NextTimesQuestion>;

interface CronLines {
  readonly input: Readable;
  readonly output: Writable;
  /** Counted from where a line does not say. */
  readonly nowMs: number;
  readonly starts: 'agent' | 'message';
}

/** Answers schedules with their next times; returns how many lines could not be read. */
export function cronLines({ input, output, nowMs, starts }: CronLines): Promise<number> {
  return answerJsonLines({ input, output, question: NextTimesQuestion, answerTo, unread });

  function answerTo({ id, schedule, timezone, from }: NextTimesQuestion): unknown {
    try {
      const { runs } = nextTimes({ schedule, timezone, from }, { nowMs, starts });
      return { id, next: runs.map(isoTime) };
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { id, error: error.message };
    }
  }
}

function unread(id: LineId, error: string): unknown {
  return { id, error };
}
