import type { ScheduledMark } from '../../../contracts/channel.ts';
import type { Action } from '../../../contracts/commands.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/clock.ts';
import { unseenMessageId } from '../../../core/ids.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import type { CronId } from '../cron.ts';
import { type CronTexts, cronTexts } from '../texts/texts.ts';

/** `⏰ cron kd`, and how late it is. */
export function cronLabel({ name, lateMs }: Pick<ScheduledMark, 'name' | 'lateMs'>, texts: Texts): string {
  const { fired } = cronTexts(texts);
  const label = texts.fired.label(name);
  return lateMs === 0 ? label : `${label} · ${fired.late(formatRoughly(lateMs, fired))}`;
}

/** In the largest unit that gives at least one; hours up to two days. */
function formatRoughly(ms: number, { minutes, hours, days }: CronTexts['fired']): string {
  if (ms < HOUR_MS) return minutes(Math.max(1, Math.round(ms / MINUTE_MS)));
  return ms < 2 * DAY_MS ? hours(Math.round(ms / HOUR_MS)) : days(Math.round(ms / DAY_MS));
}

/**
 * Marks a reply to a cron as such, because no person has just written anything. A card names the cron itself, but not
 * its delay.
 */
export function labelCronReplies(
  actions: readonly Action[],
  mark: ScheduledMark | undefined,
  texts: Texts,
): readonly Action[] {
  if (mark === undefined) return actions;
  return actions.map((action) => {
    if (action.kind !== 'reply') return action;
    const text = `${cronLabel(mark, texts)}\n${action.text}`;
    return action.instead === undefined || mark.lateMs > 0 ? { kind: 'reply', text } : { ...action, text };
  });
}

/** The account of messages that crons write. No channel has one of this name, so no other message has their ids. */
export const CRON_ACCOUNT = 'cron';

/** The run at `nominalMs`. It exists once, in whichever table it is a key. */
export function cronKey(id: CronId, nominalMs: number): string {
  return unseenMessageId(`${id}:${nominalMs}`);
}

/** A run that a person wanted with the message `seq`. */
export function cronKeyNow(id: CronId, seq: number): string {
  return unseenMessageId(`${id}:now:${seq}`);
}
