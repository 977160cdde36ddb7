import { isFailure } from '../../../core/failure.ts';
import { readZone } from '../../../core/time-zone.ts';

export type ZoneMatch =
  | { readonly kind: 'zone'; readonly zone: string }
  /** There is such a place in each of them. */
  | { readonly kind: 'several'; readonly zones: readonly string[] }
  | { readonly kind: 'none' };

/**
 * Names that people use, folded: the database of zones spells them otherwise, lacks them, or knows one place of
 * several.
 */
const ALSO: ReadonlyMap<string, readonly string[]> = new Map([
  ['barcelona', ['Europe/Madrid']],
  ['beijing', ['Asia/Shanghai']],
  ['berlin', ['Europe/Berlin']],
  ['cdmx', ['America/Mexico_City']],
  ['ciudad de mexico', ['America/Mexico_City']],
  ['cordoba', ['America/Argentina/Cordoba', 'Europe/Madrid']],
  ['delhi', ['Asia/Kolkata']],
  // The database has these three without summer time, and a person who types one of them in winter seldom means that.
  ['est', ['America/New_York', 'America/Panama']],
  ['hst', ['Pacific/Honolulu']],
  ['la habana', ['America/Havana']],
  ['lisboa', ['Europe/Lisbon']],
  ['londres', ['Europe/London']],
  ['medellin', ['America/Bogota']],
  ['merida', ['America/Merida', 'Europe/Madrid']],
  ['moscu', ['Europe/Moscow']],
  ['mst', ['America/Denver', 'America/Phoenix']],
  ['mumbai', ['Asia/Kolkata']],
  ['nueva york', ['America/New_York']],
  ['pekin', ['Asia/Shanghai']],
  ['quito', ['America/Guayaquil']],
  ['roma', ['Europe/Rome']],
  ['san francisco', ['America/Los_Angeles']],
  ['san juan', ['America/Puerto_Rico', 'America/Argentina/San_Juan']],
  ['tokio', ['Asia/Tokyo']],
]);

/** Areas of the database that hold cities. */
const AREAS = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific'];

/** Reads what a person calls their time zone: `Europe/Madrid`, `madrid`, `Buenos Aires`, `Ciudad de México`. */
export function findZone(typed: string): ZoneMatch {
  const folded = foldZoneName(typed.trim()).replace(/[\s_]+/g, ' ');
  const zones = ALSO.get(folded) ?? zonesNamed(folded);
  const [only] = zones;
  if (only === undefined) return { kind: 'none' };
  return zones.length === 1 ? { kind: 'zone', zone: only } : { kind: 'several', zones };
}

function zonesNamed(folded: string): readonly string[] {
  const exact = zoneNamed(folded.replaceAll(' ', '_'));
  return exact === undefined ? citiesNamed(folded) : [exact];
}

/** As the database writes it; undefined for what is no zone. */
function zoneNamed(folded: string): string | undefined {
  const listed = Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === folded);
  if (listed !== undefined) return listed;
  try {
    return readZone(folded.includes('/') ? capitalizeZone(folded) : folded.toUpperCase());
  } catch (error) {
    if (isFailure(error)) return undefined;
    throw error;
  }
}

/** Node lists each zone under one name alone, sometimes an old one; it knows the others when it is asked for them. */
function citiesNamed(folded: string): readonly string[] {
  if (!/^[a-z][a-z' -]*$/.test(folded)) return [];
  const listed = Intl.supportedValuesOf('timeZone').filter((zone) => cityOf(zone) === folded);
  const asked = AREAS.flatMap(
    (area) => zoneNamed(`${area}/${folded.replaceAll(' ', '_')}`.toLowerCase()) ?? [],
  );
  const byClock = new Map([...asked, ...listed].map((zone) => [canonicalZone(zone), zone]));
  return [...byClock.values()];
}

function cityOf(zone: string): string {
  return (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase();
}

/** Two names of one zone lead to the same one. */
function canonicalZone(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/** `america/buenos_aires` is `America/Buenos_Aires`, `etc/gmt+5` is `Etc/GMT+5`. */
function capitalizeZone(name: string): string {
  return name
    .replace(/(?:^|[/_-])[a-z]/g, (start) => start.toUpperCase())
    .replace(/^Etc\/(?:Gmt|Utc|Uct)/, (start) => `Etc${start.slice(3).toUpperCase()}`);
}

function foldZoneName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
