import * as z from 'zod';
import { DAY_MS, SECOND_MS } from '../core/time.ts';

/** Ranges that a variable and `agent.yaml` share. */
export const MAX_ROUNDS = 1000;
export const WEEK_SECONDS = (7 * DAY_MS) / SECOND_MS;
export const MAX_MAP_TOKENS = 20_000;

const MAX_USD = 100_000;
const EXPECTED_USD = `expected dollars, above 0 and up to ${MAX_USD}, or none`;

/** `none` = no cap. A zero could be read as either, so it is refused. */
export const Usd = z
  .union([z.literal('none'), z.number()], { error: EXPECTED_USD })
  .refine((usd) => usd === 'none' || (usd > 0 && usd <= MAX_USD), { error: EXPECTED_USD });

const MAX_DAYS = 36_500;

/** Newer data may be asked about, undone, or looked into. */
export const Days = daysFrom(30);
export const TraceDays = daysFrom(1);

/** `none` = for ever. */
function daysFrom(fewest: number) {
  const error = `expected days, from ${fewest} to ${MAX_DAYS}, or none`;
  return z
    .union([z.literal('none'), z.number()], { error })
    .refine((days) => days === 'none' || (Number.isInteger(days) && days >= fewest && days <= MAX_DAYS), {
      error,
    });
}
