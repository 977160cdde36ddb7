import type { Clock } from '../base/clock.ts';
import { sessionIdOf } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import type { Checkpoints } from '../contracts/checkpoints.ts';
import type { SentFiles } from '../contracts/enclosures.ts';
import type { Collected } from '../contracts/exec.ts';
import type { Store } from '../contracts/store.ts';
import type { WorktreeDesk } from './worktree-desk.ts';

/** How long the words of finished messages are kept. That there was a message is kept for ever: it may come again. */
const MESSAGES_MS = 30 * 24 * 60 * 60_000;
/** How long a task can be undone after the project was last worked on. */
const STATES_MS = 30 * 24 * 60 * 60_000;
/** Rows of one commit: other writers get their turn in between. */
const BATCH = 200;

export interface SweepParts {
  readonly store: Pick<Store, 'inbox' | 'outbox' | 'sessions'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly sentFiles: Pick<SentFiles, 'removeOld'>;
  readonly checkpoints: Pick<Checkpoints, 'removeOld'>;
  readonly apart: Pick<WorktreeDesk, 'takeUp'>;
  removeStrayWorktrees(isKnown: (name: string) => boolean): Promise<number>;
  /** Ends commands that are too old and removes records of ended ones. */
  collectProcesses(): Promise<Collected>;
}

/** What housekeeping does every five minutes. */
export async function sweep(parts: SweepParts): Promise<void> {
  const { store, clock, log, sentFiles, checkpoints, collectProcesses, apart, removeStrayWorktrees } = parts;
  apart.takeUp();
  const strays = await removeStrayWorktrees((name) => isSession(name, store));
  if (strays > 0) log.info('gateway.worktrees.removed', { count: strays });
  await checkpoints.removeOld(clock.nowMs() - STATES_MS);
  const { killed } = await collectProcesses();
  if (killed.length > 0) log.warn('agent.process.gc', { processes: killed });
  const files = await sentFiles.removeOld(clock.nowMs());
  if (files > 0) log.info('gateway.files.removed', { count: files });
  const beforeMs = clock.nowMs() - MESSAGES_MS;
  let emptied = 0;
  for (const box of [store.inbox, store.outbox]) {
    for (let count = BATCH; count === BATCH; ) {
      count = box.empty(beforeMs, BATCH);
      emptied += count;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  if (emptied > 0) log.info('gateway.messages.emptied', { count: emptied });
}

/** A folder of a task that is known is put away by what its row says; nobody works in the others. */
function isSession(name: string, { sessions }: Pick<Store, 'sessions'>): boolean {
  const id = sessionIdOf(name);
  return id === undefined || sessions.get(id) !== undefined;
}
