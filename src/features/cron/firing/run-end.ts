import type { SessionStatus } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import { HOUR_MS, isoTime } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import { addressOf } from '../../../gateway/conversation.ts';
import type { CronId, CronOutcome, CronRecord, CronSkip, PauseReason } from '../cron.ts';
import { cronTexts } from '../texts/texts.ts';
import { passOver } from './due-runs.ts';
import { type AfterCommits, CRON_ACCOUNT, type CronParts, textsFor, traceFire } from './fire.ts';

type CronRunEnd = Exclude<CronOutcome, 'pending'>;

/** How the newest run of a cron has ended; undefined while it is at work, waits, or there was none. */
export function runEnd(
  { last, conversation, sender }: Pick<CronRecord, 'last' | 'conversation' | 'sender'>,
  { sessions, inbox }: Pick<Store, 'sessions' | 'inbox'>,
): CronRunEnd | undefined {
  if (last === undefined) return undefined;
  if (last.outcome !== 'pending') return last.outcome;
  const session = last.session && sessions.get(last.session);
  if (session !== undefined) return runEndOf(session.state.status);
  const { chat } = addressOf(conversation);
  const message = inbox.find({ account: CRON_ACCOUNT, chat, sender, id: last.key });
  return message?.state === 'accepted' ? undefined : 'refused';
}

function runEndOf(status: SessionStatus): CronRunEnd | undefined {
  switch (status) {
    case 'queued':
    case 'running':
    case 'waiting':
    case 'paused':
      return undefined;
    case 'parked':
    case 'done':
    case 'failed':
    case 'cancelled':
      return status;
    default:
      return unreachable(status);
  }
}

/** Inside a transaction: records how the newest run ended, if it has, and what follows from that for the next. */
export function settleCron(id: CronId, parts: CronParts): AfterCommits {
  const { rows, store, clock } = parts;
  const cron = rows.get(id);
  const outcome = cron?.last?.outcome === 'pending' ? runEnd(cron, store) : undefined;
  if (cron?.last === undefined || outcome === undefined) return [];
  const { failures, what } = afterRun(outcome, cron.failures);
  rows.settle(cron.last.key, outcome, failures);
  if (cron.state !== 'active') return [];
  if (what.kind === 'pause') return pauseCron(cron, { reason: 'failures', notify: true }, parts);
  return what.kind === 'back-off' ? putOff(cron, clock.nowMs() + what.waitMs, parts) : [];
}

function putOff(cron: CronRecord, notBeforeMs: number, parts: CronParts): AfterCommits {
  const { id, nextAtMs } = cron;
  const schedule = parts.scheduleOf(cron);
  if (schedule === undefined || nextAtMs === undefined) return [];
  const passed = passOver(schedule, nextAtMs, notBeforeMs);
  if (passed === undefined) return [];
  const atMs = parts.clock.nowMs();
  const skipped: CronSkip = { reason: 'failures', firstMs: nextAtMs, lastMs: passed.lastMs, atMs };
  parts.rows.advance(id, nextAtMs, { nextAtMs: passed.nextAtMs, skipped });
  return [logSkip(cron, skipped, parts)];
}

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
  const [first, last] = [firstMs, lastMs].map(isoTime);
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
