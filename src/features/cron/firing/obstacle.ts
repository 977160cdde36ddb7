import { startOfUtcDay } from '../../../core/clock.ts';
import { addressOf } from '../../../gateway/address.ts';
import { PLAIN_TEXT } from '../../../gateway/outgoing/fallback.ts';
import { exhaustedDailyLimit, exhaustedLimitText } from '../../../gateway/people/daily-budget.ts';
import type { CronRecord, SkipReason } from '../cron.ts';
import { parseCronAction } from '../schedule/cron-action.ts';
import { groupOf } from './fire.ts';
import { cronLabel } from './label.ts';
import { type CronParts, textsFor } from './parts.ts';
import type { Pause } from './pause.ts';

type CronObstacle =
  /** Only this run is skipped. */
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  /** No run can come any more. */
  | ({ readonly kind: 'pause' } & Pause);

/** What keeps a due run from starting; the rights of its maker are checked again each time. */
export function cronObstacle(
  cron: CronRecord,
  parts: Pick<CronParts, 'outgoing' | 'accessCheck' | 'isFull' | 'store' | 'program' | 'clock'>,
): CronObstacle | undefined {
  const { conversation, sender, inGroup, message, last } = cron;
  const { outgoing, accessCheck, isFull } = parts;
  const action = parseCronAction(message);
  if (action.kind === 'refused') return { kind: 'pause', reason: 'unreadable', notify: true };
  const { channel, chat } = addressOf(conversation);
  const capabilities = outgoing.channels.get(channel)?.capabilities ?? PLAIN_TEXT;
  const admission = accessCheck({ chat, sender, ...groupOf(inGroup) }, capabilities);
  if (admission.kind === 'refused') return { kind: 'pause', reason: 'access', notify: false };
  if (action.kind === 'message') return undefined;
  if (admission.person.role === 'reader') return { kind: 'pause', reason: 'access', notify: true };
  if (last?.outcome === 'pending') return { kind: 'skip', reason: 'overlap' };
  if (hasSpentDay(cron, parts)) return { kind: 'skip', reason: 'money' };
  return isFull(conversation) ? { kind: 'skip', reason: 'busy' } : undefined;
}

type SpentDayParts = Pick<CronParts, 'store' | 'program' | 'clock'>;

/** Whether its maker has spent the day's money: then no task of theirs begins. */
function hasSpentDay({ sender }: CronRecord, { store, program, clock }: SpentDayParts): boolean {
  return exhaustedDailyLimit(sender, { store, program, nowMs: clock.nowMs() }) !== undefined;
}

/** Inside a transaction: says so once a day to each person in a chat, however many of their crons are skipped. */
export function notifySpent(cron: CronRecord, parts: CronParts & SpentDayParts): void {
  const { store, program, clock, outgoing } = parts;
  const { conversation, sender } = cron;
  const nowMs = clock.nowMs();
  const cap = exhaustedDailyLimit(sender, { store, program, nowMs });
  if (cap === undefined) return;
  const words = textsFor(conversation, parts);
  const text = `${cronLabel({ name: cron.name, lateMs: 0 }, words)}\n${exhaustedLimitText(cap, { nowMs, texts: words })}`;
  const key = `cron-spent:${conversation}:${sender}:${startOfUtcDay(nowMs)}`;
  outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text } });
}
