import { type Clock, MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { createWaker } from '../../core/waiting.ts';
import type { ClusterDatabase } from '../cluster-database.ts';
import type { Companion } from '../companion.ts';
import { lookAtCluster } from './look-at-cluster.ts';
import { type SeenCluster, type SeenRows, someChats } from './seen-cluster.ts';

/** How old the shown state may be while a person looks at it. */
const FRESH_MS = 5 * SECOND_MS;
/** How long a person counts as looking; an open window looks again with each change. */
const WATCHED_MS = MINUTE_MS;
/**
 * How often the cluster is read while no person looks, so that there is something to show when PostgreSQL goes away.
 */
const REST_MS = MINUTE_MS;
/** Longest wait for a fresh look: a person waits for the answer. */
const WITHIN_MS = 2 * SECOND_MS;

export interface ClusterWatch extends Companion {
  /**
   * The cluster as it is now, or as it was last known; undefined if it was never seen. Does not fail while PostgreSQL
   * is away.
   */
  readCluster(): Promise<SeenCluster | undefined>;
  /** Looks at once; call it after a change. Never rejects. */
  lookNow(): Promise<void>;
}

export interface ClusterWatchParts {
  readonly db: ClusterDatabase;
  readonly rows: SeenRows;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps the state of the whole cluster, as fresh as it is looked at. */
export function watchCluster({ db, rows, clock, log }: ClusterWatchParts): ClusterWatch {
  const waker = createWaker(clock);
  let seenUpMs = Number.NEGATIVE_INFINITY;
  let watchedUntilUpMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    try {
      const seen = await lookUnlessAway(db);
      if (seen === undefined) return rows.noteAway();
      rows.note(seen, clock.nowMs());
      seenUpMs = clock.upMs();
    } catch (error) {
      log.error('cluster.watch.failed', { error: messageOf(error) });
    }
  };
  const lookNow = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const isFresh = (): boolean => clock.upMs() - seenUpMs < FRESH_MS;
  const course = (async () => {
    while (!waker.signal.aborted) {
      if (!isFresh()) await lookNow();
      await waker.wait(clock.upMs() < watchedUntilUpMs ? FRESH_MS : REST_MS);
    }
  })();
  return {
    lookNow,
    async readCluster() {
      const wasWatched = clock.upMs() < watchedUntilUpMs;
      watchedUntilUpMs = clock.upMs() + WATCHED_MS;
      if (!wasWatched) waker.wake();
      // A PostgreSQL that is known to be away is not waited for.
      const isThere = !waker.signal.aborted && db.awaySinceUpMs() === undefined;
      if (!isFresh() && isThere) await atMost(lookNow(), clock);
      const known = rows.get();
      return known && { ...known, isAway: known.isAway || db.awaySinceUpMs() !== undefined };
    },
    async stop() {
      waker.stop();
      await course;
      await looking;
    },
  };
}

/** Undefined while PostgreSQL is away: the connection says so itself. */
async function lookUnlessAway(
  db: ClusterDatabase,
): Promise<Pick<SeenCluster, 'members' | 'chats'> | undefined> {
  try {
    return { members: await lookAtCluster(db), chats: await someChats(db) };
  } catch (error) {
    if (isFailure(error) && error.kind === 'unavailable') return undefined;
    throw error;
  }
}

async function atMost(work: Promise<void>, clock: Clock): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, clock.sleep(WITHIN_MS, over.signal)]);
  over.abort();
}
