import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { UNPROVEN, UNTESTED } from '../../contracts/session.ts';
import type { Store, WorkRecords } from '../../contracts/store.ts';
import type { SessionId } from '../../core/ids.ts';
import { onceBrokenFiles } from '../../gateway/report/broken-files.ts';
import { doubtsIn, isOnlyUntested } from '../../gateway/report/verify-outcome.ts';
import { createMentions, workDone } from '../../gateway/report/work-done.ts';
import { lastReply } from '../../gateway/tasks/session-text.ts';
import { id } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';

/** How many one call judges; it runs every five minutes. */
const SESSIONS = 10;

/** Doubted ends as they are stored. */
export interface DoubtedEnds {
  /** Newest first. @param before only those that began before this session; undefined for all */
  listUnproven(before: SessionId | undefined, most: number): readonly SessionId[];
  /** Only a test is missing. Its time of change stays as it is. */
  markUntested(session: SessionId): void;
}

export function createDoubtedEnds(database: Database): DoubtedEnds {
  const unproven = database.read(
    `SELECT id FROM sessions WHERE status = 'done' AND reason = '${UNPROVEN}' AND mode = 'agent' AND forgotten = 0
       AND (@before IS NULL OR seq < (SELECT seq FROM sessions WHERE id = @before))
     ORDER BY seq DESC LIMIT @most`,
    z.object({ id: id<'session'>() }),
  );
  const markUntested = database.write(
    `UPDATE sessions SET reason = '${UNTESTED}' WHERE id = @session AND status = 'done' AND reason = '${UNPROVEN}'`,
  );
  return {
    listUnproven: (before, most) => unproven.all({ before, most }).map((row) => row.id),
    markUntested: (session) => void markUntested.run({ session }),
  };
}

export interface DoubtedEndsParts {
  readonly rows: DoubtedEnds;
  readonly store: WorkRecords & Pick<Store, 'history' | 'sessions'>;
}

/**
 * An older version stored an end that lacked only a test like any other doubted one. A few at a time, these are judged
 * once more by their rows, so that lists show them like newer ones.
 */
export function untestedMarker({ rows, store }: DoubtedEndsParts): () => Promise<void> {
  let before: SessionId | undefined;
  let isOver = false;
  return async () => {
    if (isOver) return;
    const found = rows.listUnproven(before, SESSIONS);
    for (const session of found) {
      if (isUntested(session, store)) rows.markUntested(session);
      await nextTurn();
    }
    before = found.at(-1);
    isOver = before === undefined;
  };
}

/** Also false where the rows cannot show it: the faults that a parser found at the end are not stored. */
function isUntested(ended: SessionId, store: DoubtedEndsParts['store']): boolean {
  const session = store.sessions.get(ended);
  const text = lastReply(ended, store.history);
  if (session === undefined || text === '' || onceBrokenFiles(store.calls.listCurrent(ended)).length > 0)
    return false;
  const work = workDone(session, store);
  const plan = store.history.plan(ended);
  const mentions = createMentions(session, store);
  return isOnlyUntested(doubtsIn({ session, outcome: { kind: 'done', text }, work, plan, mentions }));
}
