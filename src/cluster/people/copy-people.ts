import type { Person } from '../../contracts/access.ts';
import { type Clock, SECOND_MS } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { createWaker } from '../../core/waiting.ts';
import type { ClusterDatabase } from '../cluster-database.ts';
import type { Companion } from '../companion.ts';
import type { Transactions } from '../sql.ts';
import { givePeople, invitedPeople, openInvitation, PEOPLE_CHANNEL } from './people.ts';
import type { PeopleRows } from './people-rows.ts';

export interface CopiedPeople {
  readonly rows: PeopleRows;
  /** The people on this machine's disk who came in by invitation. */
  invitedHere(): readonly Person[];
  /** True for a front, which reads codes. A cell lets no one in, so it does not get them. */
  readonly readsCodes: boolean;
  readonly clock: Clock;
}

export interface CopyPeopleParts extends CopiedPeople {
  readonly db: ClusterDatabase;
  readonly log: Log;
}

export interface PeopleCopy extends Companion {
  /** Resolves when the list is as it is now. Throws Failure `unavailable` while PostgreSQL is away. */
  refresh(): Promise<void>;
}

/** A NOTIFY may be lost with its connection. */
const REFRESH_MS = 10 * SECOND_MS;

/**
 * Keeps the local copy equal to the list. While PostgreSQL is away, also after a restart, the last known copy counts.
 */
export function copyPeople(parts: CopyPeopleParts): PeopleCopy {
  const { db, clock, log } = parts;
  const waker = createWaker(clock);
  // One at a time: a later reading must not be overwritten by an earlier one.
  let turn: Promise<unknown> = Promise.resolve();
  const refresh = (): Promise<void> => {
    const done = turn.then(() => readPeople(db, parts));
    turn = done.catch(() => undefined);
    return done;
  };
  db.listen(PEOPLE_CHANNEL, waker.wake);
  const course = (async () => {
    while (!waker.signal.aborted) {
      try {
        await refresh();
      } catch (error) {
        // The connection says itself that PostgreSQL is away.
        if (!isFailure(error) || error.kind !== 'unavailable')
          log.error('cluster.people.failed', { error: messageOf(error) });
      }
      await waker.wait(REFRESH_MS);
    }
  })();
  return {
    refresh,
    async stop() {
      waker.stop();
      await course;
      await turn;
    },
  };
}

/** Reads the list once. The first time, people whom this machine let in when it was alone are added to it. */
export async function readPeople(
  db: Transactions,
  { rows, invitedHere, readsCodes, clock }: CopiedPeople,
): Promise<void> {
  if (!rows.isGiven()) {
    await db.transaction((sql) => givePeople(sql, invitedHere()));
    rows.noteGiven(clock.nowMs());
  }
  const people = await invitedPeople(db);
  const invitation = readsCodes ? await openInvitation(db) : undefined;
  rows.replace(people, invitation, clock.nowMs());
}
