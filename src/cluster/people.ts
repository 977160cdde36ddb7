/**
 * People who came in by invitation, for all machines: PostgreSQL has the one list that counts, and each front and cell
 * a copy. Only two write it: a command of the owner, and the front that was given a code. A machine that was away for
 * long therefore changes nothing. Removed people stay in the table, so that an old disk cannot bring them back.
 */
import * as z from 'zod';
import type { Person } from '../contracts/access.ts';
import { type Clock, SECOND_MS } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { createWaker } from '../core/waiting.ts';
import { createSerialQueue } from '../core/work-queues.ts';
import type { Database } from '../store/database.ts';
import type { ClusterBackgroundTask, ClusterDatabase } from './cluster-database.ts';
import type { SqlSession, SqlTransactions } from './sql.ts';

/** NOTIFY channel for changes of the list and of the open invitation. */
const PEOPLE_CHANNEL = 'wasap.people';

export interface NewInvitation extends Pick<Person, 'role' | 'workspaces'> {
  /** SHA-256 of the code. */
  readonly codeHash: string;
  readonly validMs: number;
  /** How many wrong codes may be tried, by all people together. */
  readonly tries: number;
}

/** A code that somebody wrote. */
interface TriedCode {
  readonly codeHash: string;
  readonly phone: string;
}

const role = z.enum(['owner', 'member', 'reader']);
const workspaces = z
  .array(z.string())
  .nullable()
  .transform((names) => names ?? undefined);
const PersonRow = z.object({ phone: z.string(), role, workspaces });
const InvitationRow = z.object({ seq: z.string(), codeHash: z.string(), role, workspaces });
const OpenRow = InvitationRow.omit({ seq: true }).extend({ leftMs: z.number(), triesLeft: z.int() });

const IS_OPEN = 'used_by IS NULL AND tries_left > 0 AND expires > clock_timestamp()';

/** Everybody who came in and was not removed. */
async function invitedPeople(sql: SqlSession): Promise<readonly Person[]> {
  return await sql.rows(
    PersonRow,
    'SELECT phone, role, workspaces FROM wasap.people WHERE NOT is_removed ORDER BY phone',
  );
}

/**
 * Adds people whom a machine let in when it was alone. Those the cluster already knows, removed ones included, stay
 * as they are there.
 */
async function givePeople(sql: SqlSession, people: readonly Person[]): Promise<void> {
  for (const { phone, role: as, workspaces: names } of people)
    await sql.run(
      'INSERT INTO wasap.people (phone, role, workspaces) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [phone, as, names ?? null],
    );
  if (people.length > 0) await notifyPeopleChange(sql);
}

/** False when nobody has come in with this number. */
export async function removePerson(db: SqlTransactions, phone: string): Promise<boolean> {
  return await db.transaction(async (sql) => {
    const removed = await sql.run(
      'UPDATE wasap.people SET is_removed = true WHERE phone = $1 AND NOT is_removed',
      [phone],
    );
    await notifyPeopleChange(sql);
    return removed > 0;
  });
}

/** Opens an invitation; an earlier open one is closed. */
export async function inviteInCluster(db: SqlTransactions, invitation: NewInvitation): Promise<void> {
  const { codeHash, role: as, workspaces: names, validMs, tries } = invitation;
  await db.transaction(async (sql) => {
    await sql.run('UPDATE wasap.invitations SET tries_left = 0 WHERE used_by IS NULL');
    await sql.run(
      `INSERT INTO wasap.invitations (code_hash, role, workspaces, expires, tries_left)
       VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', $5)`,
      [codeHash, as, names ?? null, validMs, tries],
    );
    await notifyPeopleChange(sql);
  });
}

type OpenInvitation = z.infer<typeof OpenRow>;

/** Undefined when no code would let a person in. */
async function openInvitation(sql: SqlSession): Promise<OpenInvitation | undefined> {
  const [open] = await sql.rows(
    OpenRow,
    `SELECT code_hash AS "codeHash", role, workspaces, tries_left AS "triesLeft",
       (extract(epoch FROM expires - clock_timestamp()) * 1000)::float8 AS "leftMs"
     FROM wasap.invitations WHERE ${IS_OPEN} ORDER BY seq DESC LIMIT 1`,
  );
  return open;
}

/**
 * Lets this person in if this is the code of the open invitation; a wrong code uses up a try. True when they are in.
 */
export async function admitByCode(db: SqlTransactions, { codeHash, phone }: TriedCode): Promise<boolean> {
  return await db.transaction(async (sql) => {
    const [open] = await sql.rows(
      InvitationRow,
      `SELECT seq, code_hash AS "codeHash", role, workspaces FROM wasap.invitations WHERE ${IS_OPEN}
       ORDER BY seq DESC LIMIT 1 FOR UPDATE`,
    );
    if (open === undefined) return false;
    await notifyPeopleChange(sql);
    if (open.codeHash !== codeHash) {
      await sql.run('UPDATE wasap.invitations SET tries_left = tries_left - 1 WHERE seq = $1', [open.seq]);
      return false;
    }
    await sql.run('UPDATE wasap.invitations SET used_by = $2 WHERE seq = $1', [open.seq, phone]);
    await sql.run(
      `INSERT INTO wasap.people (phone, role, workspaces) VALUES ($1, $2, $3)
       ON CONFLICT (phone) DO UPDATE SET role = excluded.role, workspaces = excluded.workspaces, is_removed = false`,
      [phone, open.role, open.workspaces ?? null],
    );
    return true;
  });
}

/** Whether they came in by this code, and were not removed since. */
export async function wasAdmittedBy(sql: SqlSession, { codeHash, phone }: TriedCode): Promise<boolean> {
  const found = await sql.run(
    `SELECT 1 FROM wasap.invitations AS i JOIN wasap.people AS p ON p.phone = i.used_by
     WHERE i.code_hash = $1 AND i.used_by = $2 AND NOT p.is_removed`,
    [codeHash, phone],
  );
  return found > 0;
}

/** Notifies all machines without saying who changed: each reads the list anew. */
async function notifyPeopleChange(sql: SqlSession): Promise<void> {
  await sql.run('SELECT pg_notify($1, $2)', [PEOPLE_CHANNEL, '']);
}

export interface CopiedPeople {
  readonly rows: PeopleRows;
  /** The people on this machine's disk who came in by invitation. */
  invitedHere(): readonly Person[];
  /** True for a front, which reads codes. A cell lets no one in, so it does not get them. */
  readonly readsCodes: boolean;
  readonly clock: Clock;
}

export interface PeopleCopy extends ClusterBackgroundTask {
  /** Resolves when the list is as it is now. Throws Failure `unavailable` while PostgreSQL is away. */
  refresh(): Promise<void>;
}

/** A NOTIFY may be lost with its connection. */
const REFRESH_MS = 10 * SECOND_MS;

/**
 * Keeps the local copy equal to the list. While PostgreSQL is away, also after a restart, the last known copy counts.
 */
export function copyPeople(
  parts: CopiedPeople & { readonly db: ClusterDatabase; readonly log: Log },
): PeopleCopy {
  const { db, clock, log } = parts;
  const waker = createWaker(clock);
  // One at a time: a later reading must not be overwritten by an earlier one.
  const readings = createSerialQueue();
  const refresh = (): Promise<void> => readings.run(() => readPeople(db, parts));
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
      await readings.settled();
    },
  };
}

/** Reads the list once. The first time, people whom this machine let in when it was alone are added to it. */
export async function readPeople(
  db: SqlTransactions,
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

/** The copy on a machine's own disk, in the tables in which a machine alone has its people. */
interface PeopleRows {
  /** True once the people whom this machine let in when it was alone are in the list of all. */
  isGiven(): boolean;
  noteGiven(atMs: number): void;
  /** Replaces the list, and the open invitation. */
  replace(people: readonly Person[], invitation: OpenInvitation | undefined, atMs: number): void;
}

export function createPeopleRows(database: Database): PeopleRows {
  const given = database.read('SELECT at_ms AS atMs FROM people_given', z.object({ atMs: z.int() }));
  const noteGiven = database.write('INSERT INTO people_given (only_row, at_ms) VALUES (1, @atMs)');
  const removeOthers = database.write(
    'DELETE FROM people WHERE phone NOT IN (SELECT value FROM json_each(@phones))',
  );
  const put = database.write(
    `INSERT INTO people (phone, role, workspaces, admitted_at_ms) VALUES (@phone, @role, @workspaces, @atMs)
     ON CONFLICT (phone) DO UPDATE SET role = excluded.role, workspaces = excluded.workspaces
       WHERE role IS NOT excluded.role OR workspaces IS NOT excluded.workspaces`,
  );
  const dropOpen = database.write('DELETE FROM invitations WHERE used_at_ms IS NULL');
  const open = database.write(
    `INSERT INTO invitations (code_hash, role, workspaces, expires_at_ms, tries_left)
     VALUES (@codeHash, @role, @workspaces, @expiresAtMs, @triesLeft)`,
  );
  const listed = (names: readonly string[] | undefined): string | null => names?.join('\n') ?? null;
  return {
    isGiven: () => given.get({}) !== undefined,
    noteGiven: (atMs) => void noteGiven.run({ atMs }),
    replace: (people, invitation, atMs) =>
      database.atomically(() => {
        removeOthers.run({ phones: JSON.stringify(people.map(({ phone }) => phone)) });
        for (const { phone, role, workspaces } of people)
          put.run({ phone, role, workspaces: listed(workspaces), atMs });
        dropOpen.run({});
        if (invitation === undefined) return;
        const { codeHash, role, workspaces, leftMs, triesLeft } = invitation;
        const expiresAtMs = Math.floor(atMs + leftMs);
        open.run({ codeHash, role, workspaces: listed(workspaces), expiresAtMs, triesLeft });
      }),
  };
}
