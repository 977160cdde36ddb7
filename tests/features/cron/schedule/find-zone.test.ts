import { expect, test } from 'vitest';
import { findZone } from '../../../../src/features/cron/schedule/find-zone.ts';

test.each([
  ['Europe/Madrid', 'Europe/Madrid'],
  ['europe/madrid', 'Europe/Madrid'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['madrid', 'Europe/Madrid'],
  ['New York', 'America/New_York'],
  ['port-au-prince', 'America/Port-au-Prince'],
  ['Bogotá', 'America/Bogota'],
  ['América/Lima', 'America/Lima'],
  ['  ciudad  de méxico ', 'America/Mexico_City'],
  ['Kolkata', 'Asia/Kolkata'],
  ['Kyiv', 'Europe/Kyiv'],
  ['Londres', 'Europe/London'],
  ['utc', 'UTC'],
  ['EST5EDT', 'EST5EDT'],
  ['HST', 'Pacific/Honolulu'],
  ['etc/gmt+5', 'Etc/GMT+5'],
])('%j is %s', (typed, zone) => {
  expect(findZone(typed)).toEqual({ kind: 'zone', zone });
});

test.each(['Buenos Aires', 'Kolkata', 'Calcutta'])(
  '%s is one zone, whichever name this machine knows it by',
  (typed) => {
    expect(findZone(typed).kind).toBe('zone');
  },
);

test.each(['', 'IST', '+02:00', 'Narnia', 'Europe/Nowhere', 'x'.repeat(500), '../etc'])(
  '%j is none',
  (typed) => {
    expect(findZone(typed)).toEqual({ kind: 'none' });
  },
);

test.each([
  ['Córdoba', ['America/Argentina/Cordoba', 'Europe/Madrid']],
  ['EST', ['America/New_York', 'America/Panama']],
  ['mst', ['America/Denver', 'America/Phoenix']],
  ['san juan', ['America/Puerto_Rico', 'America/Argentina/San_Juan']],
])('%s could be one of several', (typed, zones) => {
  expect(findZone(typed)).toEqual({ kind: 'several', zones });
});
