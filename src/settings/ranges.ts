import * as z from 'zod';
import { DAY_MS, SECOND_MS } from '../core/time.ts';

/** Ranges that a variable and `agent.yaml` share. */
export const MAX_ROUNDS = 1000;
export const WEEK_SECONDS = (7 * DAY_MS) / SECOND_MS;
export const MAX_MAP_TOKENS = 20_000;
/** Newer data may be asked about, undone, or looked into. */
export const MIN_DAYS = 30;
export const MIN_TRACE_DAYS = 1;

const MAX_USD = 100_000;
const MAX_DAYS = 36_500;

/** `none` = no cap. A zero could be read as either, so it is refused. */
export function usd() {
  const error = `expected dollars, above 0 and up to ${MAX_USD}, or none`;
  return z
    .union([z.literal('none'), z.number()], { error })
    .refine((amount) => amount === 'none' || (amount > 0 && amount <= MAX_USD), { error });
}

/** `none` = for ever. */
export function days(fewest: number) {
  const error = `expected days, from ${fewest} to ${MAX_DAYS}, or none`;
  return z
    .union([z.literal('none'), z.number()], { error })
    .refine((age) => age === 'none' || (Number.isInteger(age) && age >= fewest && age <= MAX_DAYS), {
      error,
    });
}
