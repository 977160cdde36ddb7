import { MINUTE_MS } from '../../../core/clock.ts';
import type { CronFields } from './cron-fields.ts';

/**
 * When something is to happen, as read and checked by `readSchedule`.
 * - `cron`: what the clocks in `timezone` show decides.
 * - `every`: so many milliseconds from one run to the next, whatever clocks do.
 * - `at`: once, at one instant.
 */
export type Schedule =
  | { readonly kind: 'cron'; readonly fields: CronFields; readonly timezone: string }
  | { readonly kind: 'every'; readonly everyMs: number; readonly timezone: string }
  | { readonly kind: 'at'; readonly atMs: number; readonly timezone: string };

/** Shortest time between two runs, in milliseconds, by what they start: a message, or a task that costs money. */
export const MIN_INTERVAL_MS = { message: MINUTE_MS, agent: 5 * MINUTE_MS } as const;
