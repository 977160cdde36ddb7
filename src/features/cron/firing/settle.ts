import type { CronId } from '../../../contracts/cron-mark.ts';
import type { CronRecord, CronSkip } from '../cron.ts';
import { afterRun } from './after-run.ts';
import { passOver } from './later-runs.ts';
import type { After, CronParts } from './parts.ts';
import { logSkip, pauseCron } from './pause.ts';
import { runEnd } from './run-end.ts';

/** Inside a transaction: records how the newest run ended, if it has, and what follows from that for the next. */
export function settleCron(id: CronId, parts: CronParts): After {
  const { rows, store, clock } = parts;
  const cron = rows.get(id);
  const outcome = cron?.last?.outcome === 'pending' ? runEnd(cron, store) : undefined;
  if (cron?.last === undefined || outcome === undefined) return [];
  const { failures, what } = afterRun(outcome, cron.failures);
  rows.settle(cron.last.key, outcome, failures);
  if (cron.state !== 'active') return [];
  if (what.kind === 'pause') return pauseCron(cron, { reason: 'failures', tell: true }, parts);
  return what.kind === 'back-off' ? putOff(cron, clock.nowMs() + what.waitMs, parts) : [];
}

function putOff(cron: CronRecord, notBeforeMs: number, parts: CronParts): After {
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
