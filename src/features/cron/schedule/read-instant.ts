import { DAY_MS, MINUTE_MS } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { cronFault } from '../texts/faults.ts';
import { cronRuns } from './cron-runs.ts';

const DATE_TIME =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Reads an ISO 8601 date and time. Without an offset it is what clocks in `timezone` show: of two such instants the
 * first, and where clocks jump over it the first one after the jump.
 * @returns milliseconds since 1970
 * @throws Failure `invalid` for everything else, dates that do not exist included
 */
export function readInstant(text: string, timezone: string): number {
  const parts = DATE_TIME.exec(text)?.groups;
  if (parts === undefined) throw dateFailure('date-form', text);
  const asUtc = utcOf(parts);
  if (asUtc === undefined) throw dateFailure('date-none', text);
  const { offset } = parts;
  if (offset === undefined) return inZone({ text, asUtc, timezone });
  const offsetMs = msOfOffset(offset);
  if (offsetMs === undefined) throw dateFailure('date-offset', text);
  return asUtc - offsetMs;
}

/** Undefined for a day or a time that no calendar has. */
function utcOf(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const { year, month, day, hour, minute, second = '00', fraction = '' } = parts;
  const whole = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const ms = Date.parse(`${whole}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // The 30th of February would be a day in March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(whole) ? ms : undefined;
}

function msOfOffset(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', ''))];
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}

interface LocalTime {
  readonly text: string;
  /** What the clocks show, as if they were in UTC. */
  readonly asUtc: number;
  readonly timezone: string;
}

function inZone({ text, asUtc, timezone }: LocalTime): number {
  const shown = new Date(asUtc);
  const fields = {
    second: String(shown.getUTCSeconds()),
    minute: String(shown.getUTCMinutes()),
    hour: String(shown.getUTCHours()),
    dayOfMonth: String(shown.getUTCDate()),
    month: String(shown.getUTCMonth() + 1),
    dayOfWeek: '*',
  };
  // No zone is two days off UTC; the same date of the year after is out of reach.
  const [ms] = cronRuns({ fields, timezone }, asUtc - 2 * DAY_MS, 1);
  if (ms !== undefined && ms < asUtc + 2 * DAY_MS) return ms + shown.getUTCMilliseconds();
  throw new Failure('invalid', cronFault('date-jump', oneLine(text, 40), timezone));
}

function dateFailure(rule: 'date-form' | 'date-none' | 'date-offset', text: string): Failure {
  return new Failure('invalid', cronFault(rule, oneLine(text, 40)));
}
