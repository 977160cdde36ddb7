import { expect, test } from 'vitest';
import { LOCALES, texts } from '../../../../src/core/texts/texts.ts';
import { parseCronCommand } from '../../../../src/features/cron/schedule/parse-cron-command.ts';
import { readSchedule } from '../../../../src/features/cron/schedule/read-schedule.ts';
import { cronTexts } from '../../../../src/features/cron/texts/texts.ts';

/** Sunday, 22 November 2026, 08:00 in Madrid. */
const OPTIONS = { nowMs: Date.UTC(2026, 10, 22, 7), timezone: 'Europe/Madrid' };

test.each([
  ['"0 9 * * 1-5" /agent run the tests', '0 9 * * 1-5', '/agent run the tests'],
  ['\u201c0 9 * * 1-5\u201d /agent run the tests', '0 9 * * 1-5', '/agent run the tests'],
  ['\u201e0 9 * * 1-5\u201c stretch', '0 9 * * 1-5', 'stretch'],
  ['\u2018 0 9 * * MON \u2019 stretch', '0 9 * * MON', 'stretch'],
  ['\u00ab0 9 * * *\u00bb estirar', '0 9 * * *', 'estirar'],
  ['""0 9 * * *"" stretch', '0 9 * * *', 'stretch'],
  ['"every 2h" stretch', 'every 2h', 'stretch'],
  ['"cada 2 horas" estirar', 'every 2h', 'estirar'],
  ['"nonsense" stretch', 'nonsense', 'stretch'],
  ['"0 9 * * *"', '0 9 * * *', ''],
  ['\u201c0 9 * * 1\u20135\u201d /agent run the tests', '0 9 * * 1-5', '/agent run the tests'],
  ['0 9 * * 1\u20145 write a \u2014 b', '0 9 * * 1-5', 'write a \u2014 b'],
  ['"0 9 * * 1\u20115" stretch', '0 9 * * 1-5', 'stretch'],
  ['"0 9 * * 1-5" "/agent run the tests"', '0 9 * * 1-5', '/agent run the tests'],
  ['every 2h \u201c/cancel\u201d', 'every 2h', '/cancel'],
  ['every 2h say "hello"', 'every 2h', 'say "hello"'],
  ['0 9 * * 1-5 /agent run the tests', '0 9 * * 1-5', '/agent run the tests'],
  ['0 9 * * 1 - call Bea', '0 9 * * 1', '- call Bea'],
  ['*/30 8-18 * * mon-fri stand up', '*/30 8-18 * * mon-fri', 'stand up'],
  ['0 9 * * stretch', '0 9 * *', 'stretch'],
  ['@daily stretch', '@daily', 'stretch'],
  ['every 30m drink', 'every 30m', 'drink'],
  ['every 30 m drink', 'every 30m', 'drink'],
  ['every 1h30m drink', 'every 1h30m', 'drink'],
  ['every 1 h 30 min drink', 'every 1 h 30 min', 'drink'],
  ['cada 30m tomar agua', 'every 30m', 'tomar agua'],
  ['at 2026-11-24 09:00 call', 'at 2026-11-24T09:00', 'call'],
  ['at 2026-11-24T9:00 call', 'at 2026-11-24T09:00', 'call'],
  ['2026-11-24 09:00 call', 'at 2026-11-24T09:00', 'call'],
  ['at 2026-11-24 09:00 +01:00 call', 'at 2026-11-24T09:00+01:00', 'call'],
  ['at 2026-11-24 09:00, call', 'at 2026-11-24T09:00', 'call'],
  ['2026-11-24T09:00: call', 'at 2026-11-24T09:00', 'call'],
  ['at 2026-11-24 09:00:99 call', 'at 2026-11-24T09:00:99', 'call'],
  ['at 2026-11-24 call', 'at 2026-11-24', 'call'],
])('%s', (text, schedule, message) => {
  expect(parseCronCommand(text, OPTIONS)).toEqual({ kind: 'exact', schedule, message });
});

test.each([
  ['every weekday at 9 run the tests', '0 9 * * 1-5', 'run the tests'],
  ['"every weekday at 9" run the tests', '0 9 * * 1-5', 'run the tests'],
  ['mañana a las 9 revisar los PR', 'at 2026-11-23T09:00', 'revisar los PR'],
  ['el 2026-11-24 a las 9 llamar', 'at 2026-11-24T09:00', 'llamar'],
])('%s: to be confirmed', (text, schedule, message) => {
  expect(parseCronCommand(text, OPTIONS)).toEqual({ kind: 'words', schedule, message });
});

test.each([
  ['0 9 * * 1 3 eggs', 'unclear'],
  ['0 9 * * 1 -5 stretch', 'unclear'],
  ['0 9 * * 1 - 5 stretch', 'unclear'],
  ['0 9 * * 1 \u2013 5 stretch', 'unclear'],
  ['0 9 * * 1 ,3 stretch', 'unclear'],
  ['0 0 9 * * 1 eggs', 'unclear'],
  ['the first Monday of the month at 9 pay the rent', 'unread'],
  ['every 2 days at 9 water', 'unread'],
  ['every day at 9 except Sundays stretch', 'unread'],
  ['buy 3 eggs', 'unread'],
  ['', 'unread'],
])('%j: %s', (text, kind) => {
  expect(parseCronCommand(text, OPTIONS)).toEqual({ kind });
});

test.each(LOCALES)('the examples of the help can be copied in %s, also years from now', (locale) => {
  const later = { ...OPTIONS, nowMs: Date.UTC(2031, 2, 3) };
  const examples = [...cronTexts(texts(locale)).command.more.matchAll(/^\/\w+ (.*)$/gm)].slice(0, 4);
  for (const [, example = ''] of examples) {
    const order = parseCronCommand(example, later);
    if (!('schedule' in order)) throw new Error(`${example} is ${order.kind}`);
    readSchedule(order.schedule, later.timezone, { nowMs: later.nowMs, shortestMs: 60_000 });
  }
  expect(examples).toHaveLength(4);
});
