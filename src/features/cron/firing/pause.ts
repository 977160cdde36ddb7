import type { CronRecord, CronSkip, PauseReason } from '../cron.ts';
import { cronTexts } from '../texts/texts.ts';
import { MAX_FAILURES } from './after-run.ts';
import { type After, type CronParts, textsFor } from './parts.ts';
import { traceFire } from './span.ts';

export interface Pause {
  readonly reason: Exclude<PauseReason, 'asked'>;
  /** False where whoever made it may not even talk there. */
  readonly tell: boolean;
}

/** Inside a transaction; its chat is told. */
export function pauseCron(cron: CronRecord, { reason, tell }: Pause, parts: CronParts): After {
  const { id, name, conversation, nextAtMs, last } = cron;
  if (!parts.rows.pause(id, reason)) return [];
  if (tell) {
    const text = cronTexts(textsFor(conversation, parts)).fired.paused[reason](name, MAX_FAILURES);
    // It may be resumed and paused again: by then it was to run at another time, or has run.
    const key = `cron-paused:${id}:${nextAtMs}:${last?.atMs}`;
    parts.outgoing.postbox.add({ conversation, key, body: { kind: 'text', text } });
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
