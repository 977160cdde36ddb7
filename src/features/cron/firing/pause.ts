import { HOUR_MS } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import type { CronOutcome, CronRecord, CronSkip, PauseReason } from '../cron.ts';
import { cronTexts } from '../texts/texts.ts';
import { type AfterCommits, type CronParts, textsFor, traceFire } from './parts.ts';

export interface Pause {
  readonly reason: Exclude<PauseReason, 'asked'>;
  /** False where the maker of the cron may not even talk. */
  readonly notify: boolean;
}

/** Inside a transaction: pauses a cron and reports that in its chat. */
export function pauseCron(cron: CronRecord, { reason, notify }: Pause, parts: CronParts): AfterCommits {
  const { id, name, conversation, nextAtMs, last } = cron;
  if (!parts.rows.pause(id, reason)) return [];
  if (notify) {
    const text = cronTexts(textsFor(conversation, parts)).fired.paused[reason](name, MAX_FAILURES);
    // The key has both times: resumed and paused again, a cron is to run at another time, or has run.
    const key = `cron-paused:${id}:${nextAtMs}:${last?.atMs}`;
    parts.outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text } });
  }
  return [
    () => parts.log.warn('cron.paused', { cron: id, name, reason }),
    () => traceFire(cron, { dueMs: nextAtMs ?? parts.clock.nowMs(), outcome: 'paused' }, parts.tracer),
  ];
}

export function logSkip(
  cron: CronRecord,
  { reason, firstMs, lastMs }: CronSkip,
  { log, tracer }: Pick<CronParts, 'log' | 'tracer'>,
): () => void {
  const [first, last] = [firstMs, lastMs].map((ms) => new Date(ms).toISOString());
  return () => {
    log.info('cron.skipped', { cron: cron.id, name: cron.name, reason, first, last });
    traceFire(cron, { dueMs: firstMs, outcome: 'skipped' }, tracer);
  };
}

const FIRST_WAIT_AT = 3;
const MAX_WAIT_MS = 24 * HOUR_MS;

/** A cron is paused after so many failures in a row. */
const MAX_FAILURES = 10;

/** The consequence of how a run ended. `back-off`: the next one is at least `waitMs` away. */
interface AfterRun {
  readonly failures: number;
  readonly what:
    | { readonly kind: 'go-on' | 'pause' }
    | { readonly kind: 'back-off'; readonly waitMs: number };
}

/**
 * The third failure in a row makes the next run wait for an hour, and each further one twice as long, at most a day.
 * A run that a person stopped says nothing about the next.
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
