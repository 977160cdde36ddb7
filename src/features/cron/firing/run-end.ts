import type { SessionStatus } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import { unreachable } from '../../../core/failure.ts';
import { addressOf } from '../../../gateway/address.ts';
import type { CronId, CronOutcome, CronRecord, CronSkip } from '../cron.ts';
import { CRON_ACCOUNT } from './label.ts';
import { passOver } from './later-runs.ts';
import type { AfterCommits, CronParts } from './parts.ts';
import { afterRun, logSkip, pauseCron } from './pause.ts';

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
