import type { Keep } from '../../contracts/retention.ts';
import type { Store } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';

/** Rows of one commit: other writers get their turn in between. */
const ROWS = 100;
/** How many one call removes; it runs every five minutes. The first one after an upgrade may find years of them. */
const SESSIONS = 100;

export interface RetainParts {
  readonly store: Pick<Store, 'forgetting'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keep: Keep;
  /** Removes a session's transcript file. */
  removeTranscript(id: SessionId): void;
}

/** Removes sessions after their retention time, a few rows at a time. */
export async function retain(parts: RetainParts): Promise<void> {
  const { log } = parts;
  const sessions = await forgetSessions(parts);
  if (sessions > 0) log.info('gateway.sessions.removed', { count: sessions });
}

/** Also finishes what another program began, or this one before it was killed. */
async function forgetSessions({ store, clock, keep, removeTranscript }: RetainParts): Promise<number> {
  const forgetting = store.forgetting();
  const { sessionsMs } = keep;
  if (sessionsMs !== undefined) forgetting.begin(clock.nowMs() - sessionsMs, SESSIONS);
  const begun = forgetting.begun(SESSIONS);
  for (const id of begun) {
    while (forgetting.removeRows(id, ROWS) > 0) await yieldToOthers();
    // Removed before the row is marked: after a kill here it is removed once more.
    removeTranscript(id);
    forgetting.finish(id);
    await yieldToOthers();
  }
  return begun.length;
}

/** Resolves when other pending work has run. */
function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
