import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { CommandLogStore } from '../../contracts/session-stores.ts';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/clock.ts';
import { sha256 } from '../../core/json.ts';
import type { ConsoleVisitors } from '../../gateway/people/console-visitors.ts';
import type { Database } from '../../store/database.ts';
import type { Visits } from '../../web-server/console-parts.ts';

interface VisitParts {
  readonly rows: VisitStore;
  readonly visitors: Pick<ConsoleVisitors, 'visitor'>;
  /** True when nothing may be shown to this person now. */
  isShutTo(sender: string): boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Sessions from rows, as far as their people may still write: a person who is removed has no session any more. */
export function visitsOf({ rows, visitors: { visitor }, isShutTo, clock }: VisitParts): Visits {
  const present = (person: string | undefined): ReturnType<Visits['visitor']> => {
    if (person === undefined) return undefined;
    const found = visitor(person);
    if (found === undefined) rows.endOf(person);
    return found;
  };
  return {
    enter: (code) => rows.enter(code, clock.nowMs()),
    visitor: (secret) => present(rows.person(secret, clock.nowMs())),
    reader: (token) => present(rows.reader(token)),
    leave: rows.leave,
    isLocked: ({ sender }) => isShutTo(sender),
  };
}

/** How long a one-time link works. */
export const LINK_MS = 10 * MINUTE_MS;
/** How long a person stays signed in, and how long without looking at anything. */
const SESSION_MS = 30 * DAY_MS;
const UNSEEN_MS = 7 * DAY_MS;
/** The time when a person was seen is stored at most this often. */
const SEEN_AGAIN_MS = HOUR_MS;

export interface VisitStore {
  /** The code of a one-time link for this person: 256 random bits, of which only the hash is kept. */
  invite(person: string, atMs: number): string;
  /**
   * The secret of a new session; undefined for a code that is unknown, used or too old. A code works once. The record
   * of commands shows who came in, and whose used link was tried again.
   */
  enter(code: string, atMs: number): string | undefined;
  /** The person of the session; undefined once it is over. */
  person(secret: string, atMs: number): string | undefined;
  leave(secret: string): void;
  /** A new token for the read API, which works until all sessions are ended. It is in the record of commands. */
  grantReading(person: string, atMs: number): string;
  /** The owner of the token; undefined for one that does not work. */
  reader(token: string): string | undefined;
  /** Ends all sessions, links and tokens, and records who requested that. Returns how many sessions there were. */
  endAll(by: string): number;
  /** The same for one person. */
  endOf(person: string): void;
  removeOld(atMs: number): void;
}

interface VisitRows {
  readonly database: Database;
  readonly commandLog: Pick<CommandLogStore, 'note'>;
}

/** Who may look at the console in the browser, and since when. */
export function createVisitStore({ database, commandLog }: VisitRows): VisitStore {
  const links = linksIn(database);
  const sessions = sessionsIn(database);
  const tokens = tokensIn(database);
  return {
    invite: links.add,
    enter: (code, atMs) =>
      database.atomically(() => {
        const link = links.spend(code, atMs);
        if (link === undefined) return undefined;
        const { person, works } = link;
        commandLog.note({ phoneNumber: person, command: 'web sign-in', decision: works ? 'allow' : 'deny' });
        return works ? sessions.begin(person, atMs) : undefined;
      }),
    person: sessions.person,
    leave: sessions.end,
    grantReading: (person, atMs) =>
      database.atomically(() => {
        commandLog.note({ phoneNumber: person, command: 'web token', decision: 'allow' });
        return tokens.add(person, atMs);
      }),
    reader: tokens.person,
    endAll: (by) =>
      database.atomically(() => {
        commandLog.note({ phoneNumber: by, command: 'web off', decision: 'allow' });
        links.endOf(undefined);
        tokens.endOf(undefined);
        return sessions.endOf(undefined);
      }),
    endOf: (person) =>
      database.atomically(() => {
        links.endOf(person);
        tokens.endOf(person);
        sessions.endOf(person);
      }),
    removeOld: (atMs) =>
      database.atomically(() => {
        links.removeOld(atMs);
        sessions.removeOld(atMs);
      }),
  };
}

function linksIn(database: Database) {
  const add = database.write(
    'INSERT INTO web_links (code_hash, person, expires_at_ms) VALUES (@hash, @person, @expiresAtMs)',
  );
  const spend = database.write(
    'UPDATE web_links SET used_at_ms = @atMs WHERE code_hash = @hash AND used_at_ms IS NULL AND expires_at_ms > @atMs',
  );
  const invited = database.read(
    'SELECT person FROM web_links WHERE code_hash = @hash',
    z.object({ person: z.string() }),
  );
  const end = database.write('DELETE FROM web_links WHERE @person IS NULL OR person = @person');
  const remove = database.write('DELETE FROM web_links WHERE expires_at_ms <= @atMs');
  return {
    add(person: string, atMs: number): string {
      const code = newSecret();
      add.run({ hash: sha256(code), person, expiresAtMs: atMs + LINK_MS });
      return code;
    },
    /** Whose link it is, and whether it worked: once, and not too late. Undefined when it is none. */
    spend(code: string, atMs: number): { readonly person: string; readonly works: boolean } | undefined {
      const hash = sha256(code);
      const works = spend.run({ hash, atMs }).changes > 0;
      const person = invited.get({ hash })?.person;
      return person === undefined ? undefined : { person, works };
    },
    endOf: (person: string | undefined) => end.run({ person }).changes,
    removeOld: (atMs: number) => remove.run({ atMs }).changes,
  };
}

function sessionsIn(database: Database) {
  const begin = database.write(`
    INSERT INTO web_sessions (secret_hash, person, began_at_ms, seen_at_ms, expires_at_ms)
    VALUES (@hash, @person, @atMs, @atMs, @expiresAtMs)`);
  const present = database.read(
    `SELECT person, seen_at_ms AS seenAtMs FROM web_sessions
     WHERE secret_hash = @hash AND expires_at_ms > @atMs AND seen_at_ms > @seenAfterMs`,
    z.object({ person: z.string(), seenAtMs: z.int() }),
  );
  const see = database.write('UPDATE web_sessions SET seen_at_ms = @atMs WHERE secret_hash = @hash');
  const end = database.write('DELETE FROM web_sessions WHERE secret_hash = @hash');
  const endOf = database.write('DELETE FROM web_sessions WHERE @person IS NULL OR person = @person');
  const remove = database.write(
    'DELETE FROM web_sessions WHERE expires_at_ms <= @atMs OR seen_at_ms <= @seenAfterMs',
  );
  return {
    begin(person: string, atMs: number): string {
      const secret = newSecret();
      begin.run({ hash: sha256(secret), person, atMs, expiresAtMs: atMs + SESSION_MS });
      return secret;
    },
    person(secret: string, atMs: number): string | undefined {
      const hash = sha256(secret);
      const found = present.get({ hash, atMs, seenAfterMs: atMs - UNSEEN_MS });
      if (found === undefined) return undefined;
      if (atMs - found.seenAtMs > SEEN_AGAIN_MS) database.unflushed(() => see.run({ hash, atMs }));
      return found.person;
    },
    end: (secret: string) => void end.run({ hash: sha256(secret) }),
    endOf: (person: string | undefined) => endOf.run({ person }).changes,
    removeOld: (atMs: number) => remove.run({ atMs, seenAfterMs: atMs - UNSEEN_MS }).changes,
  };
}

function tokensIn(database: Database) {
  const add = database.write(
    'INSERT INTO web_tokens (token_hash, person, made_at_ms) VALUES (@hash, @person, @atMs)',
  );
  const one = database.read(
    'SELECT person FROM web_tokens WHERE token_hash = @hash',
    z.object({ person: z.string() }),
  );
  const end = database.write('DELETE FROM web_tokens WHERE @person IS NULL OR person = @person');
  return {
    add(person: string, atMs: number): string {
      const token = newSecret();
      add.run({ hash: sha256(token), person, atMs });
      return token;
    },
    person: (token: string) => one.get({ hash: sha256(token) })?.person,
    endOf: (person: string | undefined) => end.run({ person }).changes,
  };
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
