import type { SessionStatus } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import { unreachable } from '../../../core/unreachable.ts';
import { addressOf } from '../../../gateway/address.ts';
import type { CronOutcome, CronRecord } from '../cron.ts';
import { CRON_ACCOUNT } from './key.ts';

type End = Exclude<CronOutcome, 'pending'>;

/** How the newest run of a cron has ended; undefined while it is at work, waits, or there was none. */
export function runEnd(
  { last, conversation, sender }: Pick<CronRecord, 'last' | 'conversation' | 'sender'>,
  { sessions, inbox }: Pick<Store, 'sessions' | 'inbox'>,
): End | undefined {
  if (last === undefined) return undefined;
  if (last.outcome !== 'pending') return last.outcome;
  const session = last.session && sessions.get(last.session);
  if (session !== undefined) return endOf(session.status);
  const { chat } = addressOf(conversation);
  const message = inbox.find({ account: CRON_ACCOUNT, chat, sender, id: last.key });
  return message?.state === 'accepted' ? undefined : 'refused';
}

function endOf(status: SessionStatus): End | undefined {
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
