/**
 * Shares money between cells: each reports what its people spent today, and learns what they spent elsewhere. It runs
 * in the background: the limit of a day reads SQLite alone, which has the totals that were reported last. While
 * PostgreSQL is away those count, and what is spent here is reported later.
 */
import * as z from 'zod';
import { type Clock, MINUTE_MS, SECOND_MS, startOfUtcDay } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import { jsonIn } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { createWaker } from '../../core/waiting.ts';
import type { Database } from '../../store/database.ts';
import type { ClusterBackgroundTask, ClusterDatabase } from '../cluster-database.ts';
import type { CellName } from '../names.ts';
import { type PersonTotal, putSpending, spendingElsewhere } from './spending.ts';

interface ShareSpendingParts {
  readonly db: ClusterDatabase;
  readonly rows: SpendingRows;
  readonly cell: CellName;
  /** False for senders that are different people on each machine under the same name, like the terminal. */
  isShared(person: string): boolean;
  readonly clock: Clock;
  readonly log: Log;
}

const CHANNEL = 'wasap.spending';
/** How soon other cells learn what was spent here, while PostgreSQL answers. */
const LOOK_MS = SECOND_MS / 2;
/** Everything is read again this often, in case a change was missed. */
const READ_ALL_MS = MINUTE_MS;
/** A NOTIFY has to stay below 8000 bytes; with more people all totals are read. */
const MAX_NAMED = 100;

const SpendingNews = z.object({ cell: z.string(), people: z.array(z.string()).optional() });

export function shareSpending({
  db,
  rows,
  cell,
  isShared,
  clock,
  log,
}: ShareSpendingParts): ClusterBackgroundTask {
  const waker = createWaker(clock);
  let reported = { dayMs: 0, newest: -1, totals: new Map<string, number>() };
  /** The people whose totals changed elsewhere; undefined = perhaps everyone's. */
  let changed: Set<string> | undefined;
  let known = { dayMs: 0, readUpMs: Number.NEGATIVE_INFINITY };

  db.listen(CHANNEL, (payload) => {
    const news = payload === undefined ? undefined : SpendingNews.safeParse(jsonIn(payload)).data;
    if (news?.cell === cell) return;
    if (news?.people === undefined) changed = undefined;
    else for (const person of news.people) changed?.add(person);
    waker.wake();
  });
  const notify = async (dayMs: number): Promise<void> => {
    const newest = rows.newest();
    if (newest === reported.newest && dayMs === reported.dayMs) return;
    const before = dayMs === reported.dayMs ? reported.totals : new Map<string, number>();
    const totals = rows.here(dayMs).filter(({ person }) => isShared(person));
    const grown = totals.filter(({ person, microUsd }) => before.get(person) !== microUsd);
    if (grown.length > 0)
      await db.transaction(async (sql) => {
        await putSpending(sql, { cell, dayMs }, grown);
        await sql.run('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify(newsOf(cell, grown))]);
      });
    reported = { dayMs, newest, totals: new Map(totals.map(({ person, microUsd }) => [person, microUsd])) };
  };
  const hear = async (dayMs: number): Promise<void> => {
    const people = changed;
    const isAll =
      people === undefined || dayMs !== known.dayMs || clock.upMs() - known.readUpMs >= READ_ALL_MS;
    if (!isAll && people.size === 0) return;
    // A change that is reported during this reading has to be read again.
    changed = new Set();
    try {
      const totals = await spendingElsewhere(db, { cell, dayMs }, isAll ? undefined : [...people]);
      if (isAll) rows.replaceElsewhere(dayMs, totals);
      else rows.noteElsewhere(dayMs, totals);
      if (isAll) known = { dayMs, readUpMs: clock.upMs() };
    } catch (error) {
      changed = undefined;
      throw error;
    }
  };
  const course = (async () => {
    while (!waker.signal.aborted) {
      try {
        const dayMs = startOfUtcDay(clock.nowMs());
        await notify(dayMs);
        await hear(dayMs);
      } catch (error) {
        // The connection reports by itself that PostgreSQL is away.
        if (!isFailure(error) || error.kind !== 'unavailable')
          log.error('cluster.spending.failed', { error: messageOf(error) });
      }
      await waker.wait(LOOK_MS);
    }
  })();
  return {
    async stop() {
      waker.stop();
      await course;
    },
  };
}

function newsOf(cell: CellName, totals: readonly PersonTotal[]): z.infer<typeof SpendingNews> {
  return totals.length > MAX_NAMED ? { cell } : { cell, people: totals.map(({ person }) => person) };
}

/** The cell's own disk: what was spent here, and what the other cells last reported. */
interface SpendingRows {
  /** A number that grows with each spending. */
  newest(): number;
  /** What was spent here since the day began. */
  here(dayMs: number): readonly PersonTotal[];
  /** Stores the totals of these people; those of others stay. */
  noteElsewhere(dayMs: number, totals: readonly PersonTotal[]): void;
  /** Replaces the totals of all people and deletes earlier days. */
  replaceElsewhere(dayMs: number, totals: readonly PersonTotal[]): void;
}

const Total = z.object({ person: z.string(), microUsd: z.int() });

export function createSpendingRows(database: Database): SpendingRows {
  const newest = database.read(
    'SELECT coalesce(max(seq), 0) AS seq FROM spending',
    z.object({ seq: z.int() }),
  );
  const here = database.read(
    `SELECT person, sum(micro_usd) AS microUsd FROM spending INDEXED BY spending_by_day WHERE at_ms >= @dayMs
     GROUP BY person ORDER BY person`,
    Total,
  );
  const clear = database.write('DELETE FROM spent_elsewhere');
  const note = database.write(
    `INSERT INTO spent_elsewhere (person, day_ms, micro_usd) VALUES (@person, @dayMs, @microUsd)
     ON CONFLICT (person, day_ms) DO UPDATE SET micro_usd = excluded.micro_usd`,
  );
  const noteAll = (dayMs: number, totals: readonly PersonTotal[]): void => {
    for (const { person, microUsd } of totals) note.run({ person, dayMs, microUsd });
  };
  return {
    newest: () => newest.get({})?.seq ?? 0,
    here: (dayMs) => here.all({ dayMs }),
    noteElsewhere: (dayMs, totals) => database.atomically(() => noteAll(dayMs, totals)),
    replaceElsewhere: (dayMs, totals) =>
      database.atomically(() => {
        clear.run({});
        noteAll(dayMs, totals);
      }),
  };
}
