import { Failure } from './failure.ts';
import { memoize } from './memoize.ts';
import { oneLine } from './text.ts';
import { fault } from './texts/faults.ts';

const AREAS =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)\//i;

/** The zones of the IANA database without an area. Node knows more, as `IST`, of which each country has its own. */
const WITHOUT_AREA = new Set(
  [
    ...['CET', 'CST6CDT', 'Cuba', 'EET', 'EST', 'EST5EDT', 'Egypt', 'Eire', 'GB', 'GB-Eire', 'GMT', 'GMT+0'],
    ...['GMT-0', 'GMT0', 'Greenwich', 'HST', 'Hongkong', 'Iceland', 'Iran', 'Israel', 'Jamaica', 'Japan'],
    ...['Kwajalein', 'Libya', 'MET', 'MST', 'MST7MDT', 'NZ', 'NZ-CHAT', 'Navajo', 'PRC', 'PST8PDT', 'Poland'],
    ...['Portugal', 'ROC', 'ROK', 'Singapore', 'Turkey', 'UCT', 'UTC', 'Universal', 'W-SU', 'WET', 'Zulu'],
  ].map((name) => name.toLowerCase()),
);

/** More than there are. */
const MAX_ZONES = 1000;

/** In what Node knows, but in no edition of the database that is in use. */
const NEVER_IN_USE = 'us/pacific-new';

/**
 * Reads the name of a time zone; upper and lower case are the same.
 * @throws Failure `invalid` for anything but a zone of the IANA database: an offset knows no summer time, and an
 * abbreviation means another zone in another country
 */
export function readZone(text: string): string {
  const name = text.trim();
  if (isZone(name)) return name;
  throw new Failure(
    'invalid',
    name === '' ? fault('zone-missing') : fault('zone-unknown', oneLine(name, 40)),
  );
}

/** A zone of the IANA database that this machine knows. */
export function isZone(name: string): boolean {
  const folded = name.toLowerCase();
  const isIana = (AREAS.test(name) && folded !== NEVER_IN_USE) || WITHOUT_AREA.has(folded);
  return isIana && isKnownZone(name);
}

/** True when this machine can compute times in it: also for names that no person should use, such as `+05:30`. */
export const isKnownZone: (name: string) => boolean = memoize((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}, MAX_ZONES);

/**
 * That of this machine; UTC where TZ names none, as the runtime has it then. To be asked for only when it is needed: the
 * first look loads what the runtime knows of all zones, 8 MB in 20 ms or more.
 */
export function machineZone(): string {
  const zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone ?? 'UTC';
}
