import { expect, test } from 'vitest';
import { texts } from '../../../../src/core/texts/texts.ts';
import { ruleInWords } from '../../../../src/features/cron/schedule/plan-text.ts';
import { readSchedule } from '../../../../src/features/cron/schedule/read-schedule.ts';
import { cronTexts } from '../../../../src/features/cron/texts/texts.ts';

const OPTIONS = { nowMs: Date.UTC(2026, 10, 22, 7), shortestMs: 60_000 };

test.each([
  ['0 9 * * *', 'every day at 09:00', 'todos los días a las 09:00'],
  ['0 1 * * *', 'every day at 01:00', 'todos los días a la 01:00'],
  ['30 9,18 * * *', 'every day at 09:30 and 18:30', 'todos los días a las 09:30 y 18:30'],
  ['0 9 * * 1-5', 'Monday to Friday at 09:00', 'de lunes a viernes a las 09:00'],
  ['0 9 * * MON-FRI', 'Monday to Friday at 09:00', 'de lunes a viernes a las 09:00'],
  ['0 8 * * 1', 'every Monday at 08:00', 'cada lunes a las 08:00'],
  ['0 8 * * mon,thu', 'every Monday and Thursday at 08:00', 'cada lunes y jueves a las 08:00'],
  ['0 12 * * 0,6', 'every Saturday and Sunday at 12:00', 'cada sábado y domingo a las 12:00'],
  ['0 12 * * 0-7', 'every day at 12:00', 'todos los días a las 12:00'],
  ['0 10 1,15 * *', 'on day 1 and 15 of each month at 10:00', 'el día 1 y 15 de cada mes a las 10:00'],
  ['*/15 * * * *', 'every 15 minutes', 'cada 15 minutos'],
  [
    '*/15 9-17 * * 1-5',
    'every 15 minutes from 09:00 to 17:45, Monday to Friday',
    'cada 15 minutos de 09:00 a 17:45, de lunes a viernes',
  ],
  [
    '0 9-17 * * 1-5',
    'every hour from 09:00 to 17:00, Monday to Friday',
    'cada hora en punto de 09:00 a 17:00, de lunes a viernes',
  ],
  ['0 * * * *', 'every hour', 'cada hora en punto'],
  ['5 * * * *', 'every hour at minute 5', 'cada hora, en el minuto 5'],
  ['0 */2 * * *', 'every 2 hours', 'cada 2 horas'],
  ['0 0 9 * * *', 'every day at 09:00', 'todos los días a las 09:00'],
  ['@daily', 'every day at 00:00', 'todos los días a las 00:00'],
  ['every 90m', 'every 1 hour and 30 minutes', 'cada 1 hora y 30 minutos'],
  ['every 1h', 'every hour', 'cada hora'],
  ['every 2w', 'every 14 days', 'cada 14 días'],
  ['at 2026-11-24T09:00', 'once', 'una sola vez'],
  ['0 9 13 * 5', 'by the rule `0 9 13 * 5`', 'según la regla `0 9 13 * 5`'],
  ['0 9 * JAN *', 'by the rule `0 9 * JAN *`', 'según la regla `0 9 * JAN *`'],
  ['0 9 * * MON#1', 'on the first Monday of each month at 09:00', 'el primer lunes de cada mes a las 09:00'],
  ['0 9 * * 5L', 'on the last Friday of each month at 09:00', 'el último viernes de cada mes a las 09:00'],
  ['0 9 L * *', 'on the last day of each month at 09:00', 'el último día de cada mes a las 09:00'],
  ['0 9 LW * *', 'by the rule `0 9 LW * *`', 'según la regla `0 9 LW * *`'],
  ['0 */5 * * *', 'by the rule `0 */5 * * *`', 'según la regla `0 */5 * * *`'],
  ['30 0 9 * * *', 'by the rule `30 0 9 * * *`', 'según la regla `30 0 9 * * *`'],
  ['0,30 9-17 * * *', 'by the rule `0,30 9-17 * * *`', 'según la regla `0,30 9-17 * * *`'],
])('%s', (written, english, spanish) => {
  const schedule = readSchedule(written, 'Europe/Madrid', OPTIONS);
  expect(
    (['en', 'es'] as const).map((locale) =>
      ruleInWords(schedule, written, cronTexts(texts(locale)).schedule),
    ),
  ).toEqual([english, spanish]);
});
