import { HOUR_MS } from '../../../core/time.ts';
import { unreachable } from '../../../core/unreachable.ts';
import type { CronOutcome } from '../cron.ts';

const FIRST_WAIT_AT = 3;
const MAX_WAIT_MS = 24 * HOUR_MS;

/** A cron is paused after so many failures in a row. */
export const MAX_FAILURES = 10;

/** What follows from how a run ended. `back-off`: the next one is at least `waitMs` away. */
export interface AfterRun {
  readonly failures: number;
  readonly what:
    | { readonly kind: 'go-on' | 'pause' }
    | { readonly kind: 'back-off'; readonly waitMs: number };
}

/**
 * The third failure in a row makes the next run wait for an hour, and each further one twice as long, at most a day.
 * One that a person stopped says nothing about the next.
 */
export function afterRun(outcome: Exclude<CronOutcome, 'pending'>, failures: number): AfterRun {
  switch (outcome) {
    case 'sent':
    case 'done':
      return { failures: 0, what: { kind: 'go-on' } };
    case 'cancelled':
      return { failures, what: { kind: 'go-on' } };
    case 'failed':
    case 'parked':
    case 'refused':
      return { failures: failures + 1, what: afterFailure(failures + 1) };
    default:
      return unreachable(outcome);
  }
}

function afterFailure(failures: number): AfterRun['what'] {
  if (failures >= MAX_FAILURES) return { kind: 'pause' };
  if (failures < FIRST_WAIT_AT) return { kind: 'go-on' };
  return { kind: 'back-off', waitMs: Math.min(HOUR_MS * 2 ** (failures - FIRST_WAIT_AT), MAX_WAIT_MS) };
}
