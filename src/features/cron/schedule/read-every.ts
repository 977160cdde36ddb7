import { Failure } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
type Unit = keyof typeof UNIT_MS;

/** Names of the units; what they begin with says which. */
const UNIT = 's|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?';
const WORDS = new RegExp(`^(?:\\d{1,9} ?(?:${UNIT})(?: |(?=\\d)|$))+$`);
const PARTS = new RegExp(`(\\d+) ?(${UNIT})`, 'g');
const ISO = /^p(?=\w)(?:\d{1,9}w)?(?:\d{1,9}d)?(?:t(?=\d)(?:\d{1,9}h)?(?:\d{1,9}m)?(?:\d{1,9}s)?)?$/;
const MAX_DAYS = 366;

/**
 * Reads how often: `every 15m`, `every 2 hours`, `every 1h 30m`, or an ISO 8601 duration of weeks and smaller, with or
 * without `every`. Upper and lower case are the same; days have 24 hours.
 * @returns milliseconds; undefined for a text that is of another kind
 * @throws Failure `invalid` for a text of this kind that cannot be read, or is longer than 366 days
 */
export function readEvery(text: string): number | undefined {
  const folded = text.toLowerCase().replace(/\s+/g, ' ');
  const isEvery = /^every\b/.test(folded);
  if (!isEvery && !/^p[\dt]/.test(folded)) return undefined;
  const told = folded.replace(/^every ?/, '');
  if (!(isEvery && WORDS.test(told)) && !ISO.test(told)) {
    throw new Failure(
      'invalid',
      `${JSON.stringify(oneLine(text, 40))} does not say how often. Write a whole number with s, m, h, d or w, as "every 15m", "every 2h" or "every 1h30m"; for a time of day write a cron expression, as "0 9 * * *".`,
      { facts: { rule: 'every-unread', text: oneLine(text, 40) } },
    );
  }
  let everyMs = 0;
  for (const [, count, unit = ''] of told.matchAll(PARTS))
    everyMs += Number(count) * UNIT_MS[unit[0] as Unit];
  if (everyMs <= MAX_DAYS * UNIT_MS.d) return everyMs;
  throw new Failure(
    'invalid',
    `${JSON.stringify(oneLine(text, 40))} is longer than ${MAX_DAYS} days. Write a shorter time, or one date and time.`,
    { facts: { rule: 'every-long', text: oneLine(text, 40), most: MAX_DAYS } },
  );
}
