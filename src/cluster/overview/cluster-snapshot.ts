import * as z from 'zod';
import { type Clock, MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import { jsonIn } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { createWaker, withTimeLimit } from '../../core/waiting.ts';
import type { Database } from '../../store/database.ts';
import type { ClusterBackgroundTask, ClusterDatabase } from '../cluster-database.ts';
import type { SqlSession } from '../sql.ts';
import { lookAtCluster, MemberSnapshot } from './look-at-cluster.ts';

/** Where a conversation lives. */
export const ChatSummary = z.object({
  conversation: z.string(),
  front: z.string(),
  person: z.string(),
  cell: z.string(),
});
export type ChatSummary = z.infer<typeof ChatSummary>;

const Seen = z.object({ members: z.array(MemberSnapshot), chats: z.array(ChatSummary) });

/** The whole cluster as PostgreSQL had it at one moment. */
export interface ClusterSnapshot {
  readonly members: readonly MemberSnapshot[];
  readonly chats: readonly ChatSummary[];
  readonly atMs: number;
  /** True if PostgreSQL has not answered since, so this is the last known state. */
  readonly isAway: boolean;
}

/** A list shows no more; a search finds the others. */
const MAX_CHATS = { ofCell: 50, all: 500 };

/** Most chats that a search finds. */
export const MAX_FOUND_CHATS = 50;

/** Some conversations of each cell; the more cells there are, the fewer of each. */
export async function someChats(sql: SqlSession): Promise<readonly ChatSummary[]> {
  return await sql.rows(
    ChatSummary,
    `SELECT conversation, front, person, cell FROM (
       SELECT *, row_number() OVER (PARTITION BY cell ORDER BY conversation) AS place FROM wasap.placements
       ORDER BY place, cell LIMIT ${MAX_CHATS.all}) AS placed
     WHERE place <= ${MAX_CHATS.ofCell} ORDER BY cell, conversation`,
  );
}

/** Conversations with these words in their name, or in that of their person, as they are now. */
export async function chatsNamed(sql: SqlSession, words: string): Promise<readonly ChatSummary[]> {
  return await sql.rows(
    ChatSummary,
    `SELECT conversation, front, person, cell FROM wasap.placements
     WHERE position(lower($1) IN lower(conversation)) > 0 OR position(lower($1) IN lower(person)) > 0
     ORDER BY conversation LIMIT ${MAX_FOUND_CHATS}`,
    [words],
  );
}

/** The last known cluster on the cell's own disk: it can be shown while PostgreSQL is away, also after a restart. */
export interface SnapshotRows {
  get(): ClusterSnapshot | undefined;
  note(seen: Pick<ClusterSnapshot, 'members' | 'chats'>, atMs: number): void;
  /** It could not be looked at; what was seen before stays. */
  noteAway(): void;
}

const Row = z.object({ atMs: z.int(), isAway: z.int(), seen: z.string() });

export function createSnapshotRows(database: Database): SnapshotRows {
  const get = database.read('SELECT at_ms AS atMs, is_away AS isAway, seen FROM cluster_seen', Row);
  const put = database.write(
    `INSERT INTO cluster_seen (only_row, at_ms, is_away, seen) VALUES (1, @atMs, 0, @seen)
     ON CONFLICT (only_row) DO UPDATE SET at_ms = excluded.at_ms, is_away = 0, seen = excluded.seen`,
  );
  const away = database.write('UPDATE cluster_seen SET is_away = 1 WHERE is_away = 0');
  return {
    get() {
      const row = get.get({});
      // A row of another version may have another form: then the cluster is read anew.
      const seen = row && Seen.safeParse(jsonIn(row.seen)).data;
      return row && seen && { ...seen, atMs: row.atMs, isAway: row.isAway === 1 };
    },
    note: ({ members, chats }, atMs) => void put.run({ atMs, seen: JSON.stringify({ members, chats }) }),
    noteAway: () => void away.run({}),
  };
}

/** How old the shown state may be while a person looks at it. */
const FRESH_MS = 5 * SECOND_MS;
/** How long a person counts as looking; an open window looks again with each change. */
const WATCHED_MS = MINUTE_MS;
/**
 * How often the cluster is read while no person looks, so that there is something to show when PostgreSQL goes away.
 */
const REST_MS = MINUTE_MS;
/** Longest wait for a fresh look: a person waits for the answer. */
const LOOK_TIMEOUT_MS = 2 * SECOND_MS;

export interface ClusterWatch extends ClusterBackgroundTask {
  /**
   * The cluster as it is now, or as it was last known; undefined if it was never seen. Does not fail while PostgreSQL
   * is away.
   */
  readCluster(): Promise<ClusterSnapshot | undefined>;
  /** Looks at once; call it after a change. Never rejects. */
  lookNow(): Promise<void>;
}

interface ClusterWatchParts {
  readonly db: ClusterDatabase;
  readonly rows: SnapshotRows;
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
      if (!isFresh() && isThere) await withTimeLimit(lookNow(), LOOK_TIMEOUT_MS, clock);
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
): Promise<Pick<ClusterSnapshot, 'members' | 'chats'> | undefined> {
  try {
    return { members: await lookAtCluster(db), chats: await someChats(db) };
  } catch (error) {
    if (isFailure(error) && error.kind === 'unavailable') return undefined;
    throw error;
  }
}
