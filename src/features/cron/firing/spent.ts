import { startOfUtcDay } from '../../../core/utc-day.ts';
import { spentLimit, spentText } from '../../../gateway/people/daily-budget.ts';
import type { CronRecord } from '../cron.ts';
import { cronLabel } from './label.ts';
import { type CronParts, textsFor } from './parts.ts';

type Parts = Pick<CronParts, 'store' | 'program' | 'clock'>;

/** Whether its maker has spent the day's money: then no task of theirs begins. */
export function hasSpentDay({ sender }: CronRecord, { store, program, clock }: Parts): boolean {
  return spentLimit(sender, { store, program, nowMs: clock.nowMs() }) !== undefined;
}

/** Inside a transaction: once a day for each person in a chat, however many of their crons are passed over. */
export function tellSpent(cron: CronRecord, parts: CronParts & Parts): void {
  const { store, program, clock, outgoing } = parts;
  const { conversation, sender } = cron;
  const nowMs = clock.nowMs();
  const cap = spentLimit(sender, { store, program, nowMs });
  if (cap === undefined) return;
  const words = textsFor(conversation, parts);
  const text = `${cronLabel({ name: cron.name, lateMs: 0 }, words)}\n${spentText(cap, { nowMs, texts: words })}`;
  const key = `cron-spent:${conversation}:${sender}:${startOfUtcDay(nowMs)}`;
  outgoing.postbox.add({ conversation, key, body: { kind: 'text', text } });
}
