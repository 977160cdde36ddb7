import { expect, test } from 'vitest';
import { readPhrase } from '../../src/schedule/phrases/read-phrase.ts';

/** Sunday, 22 November 2026, 08:00 in Madrid. */
const NOW = Date.UTC(2026, 10, 22, 7);
const read = (text: string, timezone = 'Europe/Madrid') => readPhrase(text, { nowMs: NOW, timezone });

test.each([
  ['every day at 9 stretch', '0 9 * * *', 'stretch'],
  ['daily at 9:30 stretch', '30 9 * * *', 'stretch'],
  ['every weekday at 9 run the tests', '0 9 * * 1-5', 'run the tests'],
  ['Every weekday at 9:30, run the tests', '30 9 * * 1-5', 'run the tests'],
  ['weekdays at 09:00 /agent run the tests', '0 9 * * 1-5', '/agent run the tests'],
  ['at 9 every weekday: run the tests', '0 9 * * 1-5', 'run the tests'],
  ['every Monday at 8 water the plants', '0 8 * * 1', 'water the plants'],
  ['every monday and thursday at 8 pm call Bea', '0 20 * * 1,4', 'call Bea'],
  ['mondays, wednesdays and fridays at 7.15 swim', '15 7 * * 1,3,5', 'swim'],
  ['monday to friday at 6pm go home', '0 18 * * 1-5', 'go home'],
  ['on weekends at noon eat', '0 12 * * 0,6', 'eat'],
  ['every day 21:00 lights out', '0 21 * * *', 'lights out'],
  ['remind me every Monday at 8 to water the plants', '0 8 * * 1', 'water the plants'],
  ['remind me every Monday at 8 a.m. to water the plants', '0 8 * * 1', 'water the plants'],
  ['every day at 9 in the evening stretch', '0 21 * * *', 'stretch'],
  ['every 2 hours drink water', 'every 2h', 'drink water'],
  ['every two hours drink water', 'every 2h', 'drink water'],
  ['every hour drink water', 'every 1h', 'drink water'],
  ['every half hour look up', 'every 30m', 'look up'],
  ['tomorrow at 9 call the bank', 'at 2026-11-23T09:00', 'call the bank'],
  ['today at 17:45 call the bank', 'at 2026-11-22T17:45', 'call the bank'],
  ['in 20 minutes take the bread out', 'at 2026-11-22T07:20:00Z', 'take the bread out'],
  ['in an hour call', 'at 2026-11-22T08:00:00Z', 'call'],
  ['todos los días a las 21:00 cerrar la tienda', '0 21 * * *', 'cerrar la tienda'],
  ['todos los dias a las 9 de la noche cerrar', '0 21 * * *', 'cerrar'],
  ['cada día a la 1 comer', '0 1 * * *', 'comer'],
  ['cada lunes a las 8 regar las plantas', '0 8 * * 1', 'regar las plantas'],
  ['Los lunes y miércoles a las 8 y media regar', '30 8 * * 1,3', 'regar'],
  ['todos los sábados a las 10 h limpiar', '0 10 * * 6', 'limpiar'],
  ['de lunes a viernes a las 9 correr las pruebas', '0 9 * * 1-5', 'correr las pruebas'],
  ['a las 9 de lunes a viernes correr las pruebas', '0 9 * * 1-5', 'correr las pruebas'],
  ['entre semana a las 9hs correr las pruebas', '0 9 * * 1-5', 'correr las pruebas'],
  ['mañana a las 9 revisar los PR', 'at 2026-11-23T09:00', 'revisar los PR'],
  ['pasado mañana al mediodía llamar', 'at 2026-11-24T12:00', 'llamar'],
  ['recuérdame mañana a las 9 que llame al banco', 'at 2026-11-23T09:00', 'llame al banco'],
  ['recordame mañana a las 9 de la mañana de llamar', 'at 2026-11-23T09:00', 'llamar'],
  ['cada 2 horas tomar agua', 'every 2h', 'tomar agua'],
  ['cada media hora mirar lejos', 'every 30m', 'mirar lejos'],
  ['dentro de 10 minutos sacar el pan', 'at 2026-11-22T07:10:00Z', 'sacar el pan'],
  ['en una hora llamar', 'at 2026-11-22T08:00:00Z', 'llamar'],
  ['every weekday at 9', '0 9 * * 1-5', ''],
  ['every day at 9 a reminder', '0 9 * * *', 'a reminder'],
  ['on 2026-11-24 at 9 call', 'at 2026-11-24T09:00', 'call'],
  ['el 2026-11-24 a las 9:30 llamar', 'at 2026-11-24T09:30', 'llamar'],
  ['todos los días a las 9 por favor revisar', '0 9 * * *', 'revisar'],
])('%s', (text, schedule, rest) => {
  expect(read(text)).toEqual({ schedule, rest, isInterpreted: !schedule.startsWith('every') });
});

test.each([
  'every other Tuesday at 9 plan the week',
  'every day at 9 and at 18 stretch',
  'every day at 9 except Sundays stretch',
  'every day at 9 until Christmas stretch',
  'every 2 days at 9 stretch',
  'every day stretch',
  'every week look back',
  'monday at 9 look back',
  'on tues at 9 look back',
  'at 9 stretch',
  'every day at 25 stretch',
  'every day at 9:75 stretch',
  'every day at 12 pm stretch',
  'every day at 13 pm stretch',
  'the first Monday of the month at 9 pay the rent',
  'run the tests every weekday at 9',
  'cada dos lunes a las 9 planear',
  'el lunes a las 9 planear',
  'cada 3 días a las 9 regar',
  'todos los días a las 9 y a las 18 regar',
  'todos los días menos el lunes a las 9 regar',
  'todos los días a las 3 de la noche mirar',
  'a las 12 de la noche todos los días mirar',
  '9 eggs every day',
  'every -5 minutes drink',
  'cada -5 minutos beber',
  'in \u201310 minutes call',
  'every day at -9 stretch',
  '',
])('%j is not guessed', (text) => {
  expect(read(text)).toBeUndefined();
});

/** Sunday, 22 November 2026, 13:00 in Madrid. */
test.each([
  ['today at 3 call', 'at 2026-11-22T15:00'],
  ['today at 3:30 call', 'at 2026-11-22T15:30'],
  ['hoy a las 3 y media llamar', 'at 2026-11-22T15:30'],
  ['at 1 today call', 'at 2026-11-22T01:00'],
  ['today at 1:01 call', 'at 2026-11-22T13:01'],
  ['today at 12:30 call', 'at 2026-11-22T12:30'],
  ['today at 14 call', 'at 2026-11-22T14:00'],
  ['today at 03:00 call', 'at 2026-11-22T03:00'],
  ['today at 3 am call', 'at 2026-11-22T03:00'],
  ['hoy a las 3 de la madrugada llamar', 'at 2026-11-22T03:00'],
  ['tomorrow at 3 call', 'at 2026-11-23T03:00'],
])(
  'once it is past, an hour of today without its half of the day is that of the afternoon: %s',
  (text, schedule) => {
    const nowMs = Date.UTC(2026, 10, 22, 12);
    expect(readPhrase(text, { nowMs, timezone: 'Europe/Madrid' })?.schedule).toBe(schedule);
  },
);

test('tomorrow is that of the zone', () => {
  const late = Date.UTC(2026, 10, 22, 23, 30);
  expect(
    ['Europe/Madrid', 'America/Lima', 'Pacific/Auckland'].map(
      (timezone) => readPhrase('tomorrow at 9 x', { nowMs: late, timezone })?.schedule,
    ),
  ).toEqual(['at 2026-11-24T09:00', 'at 2026-11-23T09:00', 'at 2026-11-24T09:00']);
});
