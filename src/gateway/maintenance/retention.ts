import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { SentFiles } from '../../contracts/enclosures.ts';
import type { CollectedProcesses } from '../../contracts/exec.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { RetentionTimes } from '../../contracts/maintenance.ts';
import type { Store } from '../../contracts/store.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { ROWS_OF_COMMIT, repeatInCommits } from '../../store/repeat-in-commits.ts';

interface SweepParts extends RetainParts {
  readonly store: RetainParts['store'] & Pick<Store, 'inbox' | 'outbox' | 'sessions'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly sentFiles: Pick<SentFiles, 'removeOld'>;
  readonly checkpoints: Pick<Checkpoints, 'removeOld'>;
  readonly features: readonly Pick<Feature, 'name' | 'tidy'>[];
  /** Ends commands that are too old and removes records of ended ones. */
  collectProcesses(): Promise<CollectedProcesses>;
}

export interface RetainParts {
  readonly store: Pick<Store, 'forgetting'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly keep: RetentionTimes;
  /** Removes a session's transcript file. */
  removeTranscript(id: SessionId): void;
}

/** How long a task can be undone after the project was last worked on. */
const STATES_MS = 30 * DAY_MS;

/** The maintenance work of every five minutes. */
export async function sweepOldData(parts: SweepParts): Promise<void> {
  const { clock, log, sentFiles, checkpoints, collectProcesses } = parts;
  await checkpoints.removeOld(clock.nowMs() - STATES_MS);
  const { killed } = await collectProcesses();
  if (killed.length > 0) log.warn('agent.process.gc', { processes: killed });
  const files = await sentFiles.removeOld(clock.nowMs());
  if (files > 0) log.info('gateway.files.removed', { count: files });
  await emptyMessages(parts);
  await enforceRetention(parts);
  for (const feature of parts.features) await tidyFeature(feature, log);
}

/** One that fails must not keep the others from their turn. */
async function tidyFeature(feature: Pick<Feature, 'name' | 'tidy'>, log: Log): Promise<void> {
  try {
    await feature.tidy?.();
  } catch (error) {
    log.error('gateway.maintenance.failed', { feature: feature.name, error: messageOf(error) });
  }
}

/** The message's id is kept for ever: it may come again. */
async function emptyMessages({ store, clock, log, keep }: SweepParts): Promise<void> {
  const { messagesMs } = keep;
  if (messagesMs === undefined) return;
  const beforeMs = clock.nowMs() - messagesMs;
  let emptied = 0;
  for (const box of [store.inbox, store.outbox])
    emptied += await repeatInCommits((most) => box.clearTexts(beforeMs, most));
  if (emptied > 0) log.info('gateway.messages.emptied', { count: emptied });
}

/** Removes sessions after their retention time, a few rows at a time. */
export async function enforceRetention(parts: RetainParts): Promise<void> {
  const { log } = parts;
  const sessions = await forgetSessions(parts);
  if (sessions > 0) log.info('gateway.sessions.removed', { count: sessions });
}

/** How many one call removes; it runs every five minutes. The first one after an upgrade may find years of them. */
const SESSIONS = 100;

/** Also finishes what another program began, or this one before it was killed. */
async function forgetSessions({ store, clock, keep, removeTranscript }: RetainParts): Promise<number> {
  const forgetting = store.forgetting();
  const { sessionsMs } = keep;
  if (sessionsMs !== undefined) forgetting.begin(clock.nowMs() - sessionsMs, SESSIONS);
  const begun = forgetting.listBegun(SESSIONS);
  for (const id of begun) {
    while (forgetting.removeRows(id, ROWS_OF_COMMIT) > 0) await nextTurn();
    // Removed before the row is marked: after a kill here it is removed once more.
    removeTranscript(id);
    forgetting.finish(id);
    await nextTurn();
  }
  return begun.length;
}
