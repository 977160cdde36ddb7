import { type Locale, texts } from '../../../core/texts/texts.ts';
import { cronTexts } from '../texts/texts.ts';
import { type AskedSchedule, nextTimes } from './next-times.ts';

export interface CronTextOptions {
  readonly nowMs: number;
  readonly starts: 'agent' | 'message';
  readonly locale: Locale;
}

/**
 * The next times of a schedule as the clocks of its zone show them, each with its offset and in UTC.
 * @throws Failure `invalid` as `nextTimes`
 */
export function cronText(
  asked: AskedSchedule,
  { nowMs, starts, locale }: CronTextOptions,
): readonly string[] {
  const words = cronTexts(texts(locale)).nextTimes;
  const { schedule, runs } = nextTimes(asked, { nowMs, starts });
  const times = runs.map((ms) => timeIn(ms, schedule.timezone, words.dates));
  const width = Math.max(...times.map((time) => time.length));
  const lines = runs.map(
    (ms, index) => `  ${(times[index] ?? '').padEnd(width)}  ${new Date(ms).toISOString()}`,
  );
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
    ...(ms % 60_000 === 0 ? {} : { second: '2-digit' }),
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  return date.format(ms);
}
