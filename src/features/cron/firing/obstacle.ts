import { addressOf } from '../../../gateway/address.ts';
import { PLAIN_TEXT } from '../../../gateway/outgoing/fallback.ts';
import type { CronRecord, SkipReason } from '../cron.ts';
import { workOf } from '../schedule/cron-work.ts';
import { groupOf } from './fire.ts';
import type { CronParts } from './parts.ts';
import type { Pause } from './pause.ts';
import { hasSpentDay } from './spent.ts';

export type Obstacle =
  /** This run is passed over. */
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  /** No run can come any more. */
  | ({ readonly kind: 'pause' } & Pause);

/** What is in the way of a run that is due: its maker's rights are asked for anew each time. */
export function obstacleTo(
  cron: CronRecord,
  parts: Pick<CronParts, 'outgoing' | 'accessCheck' | 'isFull' | 'store' | 'program' | 'clock'>,
): Obstacle | undefined {
  const { conversation, sender, inGroup, message, last } = cron;
  const { outgoing, accessCheck, isFull } = parts;
  const work = workOf(message);
  if (work.kind === 'refused') return { kind: 'pause', reason: 'unreadable', tell: true };
  const { channel, chat } = addressOf(conversation);
  const capabilities = outgoing.channels.get(channel)?.capabilities ?? PLAIN_TEXT;
  const admission = accessCheck({ chat, sender, ...groupOf(inGroup) }, capabilities);
  if (admission.kind === 'refused') return { kind: 'pause', reason: 'access', tell: false };
  if (work.kind === 'message') return undefined;
  if (admission.person.role === 'reader') return { kind: 'pause', reason: 'access', tell: true };
  if (last?.outcome === 'pending') return { kind: 'skip', reason: 'overlap' };
  if (hasSpentDay(cron, parts)) return { kind: 'skip', reason: 'money' };
  return isFull(conversation) ? { kind: 'skip', reason: 'busy' } : undefined;
}
