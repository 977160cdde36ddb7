import { DAY_MS, utcDay } from '../../../core/clock.ts';
import { memoize } from '../../../core/memoize.ts';

/** The date that calendars in the zone show, so many days later: `2026-11-24`. */
export function localDate(ms: number, timeZone: string, daysAhead: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const today = Date.parse(`${parts.format(ms)}T00:00:00Z`);
  return utcDay(today + daysAhead * DAY_MS);
}

/**
 * `Mon 23 Nov 09:00` as clocks in the zone show it; with its year where that is not the year of `nowMs`.
 * @param language tag for the names of days and months
 */
export function formatLocalTime(
  ms: number,
  {
    timezone,
    language,
    nowMs,
  }: { readonly timezone: string; readonly language: string; readonly nowMs: number },
): string {
  const format = formatOf(`${language} ${timezone}`);
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const now = new Map(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const named = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)?.replace(/\.$/, '') ?? '';
  const year = parts.get('year') === now.get('year') ? [] : [named('year')];
  const date = [named('weekday'), named('day'), named('month'), ...year].join(' ');
  return `${date} ${named('hour')}:${named('minute')}`;
}

/** Each takes some ten kilobytes. */
const MAX_FORMATS = 50;

/** By language and zone: to make one takes ten times as long as to tell a time with it. */
const formatOf = memoize((languageAndZone) => {
  const [language, timeZone] = languageAndZone.split(' ');
  return new Intl.DateTimeFormat(language, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}, MAX_FORMATS);
