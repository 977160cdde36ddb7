import * as z from 'zod';
import type { Enclosure } from '../contracts/enclosures.ts';
import { type SessionRecord, UNPROVEN, UNTESTED } from '../contracts/session.ts';
import type { SessionStore, SteeringStore, TaskNumberStore } from '../contracts/session-stores.ts';
import { Failure } from '../core/failure.ts';
import type { SessionId } from '../core/ids.ts';
import { id, ownJson } from './columns.ts';
import type { Database, ReadStatement, Values, WriteStatement } from './database.ts';
import {
  CHANGING_COLUMNS,
  SessionColumns,
  SessionRow,
  selectSession,
  sessionValues,
  TEXT_COLUMNS,
} from './session-row.ts';

const SELECT = selectSession('sessions s');

/** Must equal the condition of the indexes sessions_open and sessions_by_folder. */
const OPEN = `status IN ('queued', 'running', 'waiting', 'paused')`;
/** Left to itself, SQLite goes through all sessions that a chat has had to find these few. */
const BY_OPEN = 'INDEXED BY sessions_open';

/** A number is taken as long as a person could mean that task by it. */
const HAS_NUMBER = `(s.${OPEN}
  OR EXISTS (SELECT 1 FROM worktrees w WHERE w.session = s.id AND w.state = 'ready' AND coalesce(w.landing, '') <> 'done')
  OR EXISTS (SELECT 1 FROM approvals a WHERE a.session = s.id AND a.state = 'pending'))`;

export function createSessionStore(database: Database): SessionStore {
  const insert = sessionInsert(database);
  const update = sessionUpdate(database);
  const one = database.read(`${SELECT} WHERE s.id = @id`, SessionRow);
  const holder = database.read(
    'SELECT instance FROM sessions WHERE id = @id',
    z.object({ instance: id<'instance'>() }),
  );
  const cancelRequested = database.read(
    'SELECT cancel_requested AS cancelRequested FROM sessions WHERE id = @id',
    SessionColumns.pick({ cancelRequested: true }),
  );
  const ofConversation = database.read(
    `${SELECT} WHERE s.conversation = @conversation ORDER BY s.seq DESC LIMIT @limit`,
    SessionRow,
  );
  const openOf = database.read(
    `${selectSession(`sessions s ${BY_OPEN}`)}
     WHERE s.conversation = @conversation AND s.${OPEN} ORDER BY s.status = 'queued', s.seq`,
    SessionRow,
  );
  const otherTask = database.read(
    `SELECT 1 AS found FROM sessions ${BY_OPEN}
     WHERE conversation = @conversation AND ${OPEN} AND id <> @except AND mode = 'agent' LIMIT 1`,
    z.object({ found: z.int() }),
  );
  const openIn = database.read(
    `${SELECT} WHERE s.workspace = @folder AND s.${OPEN} ORDER BY s.seq`,
    SessionRow,
  );
  const holding = database.read(
    `${SELECT} WHERE s.workspace = @folder AND s.${OPEN} AND s.status <> 'queued' ORDER BY s.seq`,
    SessionRow,
  );

  return {
    create: insert,
    get: (session) => one.get({ id: session }),
    listNewest: (conversation, limit) => ofConversation.all({ conversation, limit }),
    listEarlier: sessionsBegunBefore(database),
    listByStatus: sessionsWithStatus(database),
    countUnproven: countUnproven(database),
    listOpen: (conversation) => openOf.all({ conversation }),
    countWaiting: countWaiting(database),
    hasOtherTask: (conversation, except) => otherTask.get({ conversation, except }) !== undefined,
    listOpenIn: (folder) => openIn.all({ folder }),
    listHolders: (folder) => holding.all({ folder }),
    findByMessage: sessionOfMessage(database, one),
    findByReport: sessionReportedBy(database, one),
    isHeldBy: (session, instance) => holder.get({ id: session })?.instance === instance,
    isCancelRequested: (session) => cancelRequested.get({ id: session })?.cancelRequested ?? false,
    update,
  };
}

/** A statement for each list that is asked for, of which there are few: as a parameter it would take twice as long. */
function sessionsWithStatus(database: Database): SessionStore['listByStatus'] {
  const statements = new Map<string, ReadStatement<SessionRecord>>();
  return (statuses, instance) => {
    const list = statuses.map((status) => `'${status}'`).join(', ');
    const statement =
      statements.get(list) ??
      database.read(
        `${SELECT} WHERE s.instance = @instance AND s.status IN (${list}) ORDER BY s.seq`,
        SessionRow,
      );
    statements.set(list, statement);
    return statement.all({ instance });
  };
}

/** What a new session learns of an earlier one. All of it stands before the prompt, which need not be read. */
const EarlierRow = SessionColumns.pick({
  id: true,
  mode: true,
  task: true,
  workspace: true,
  project: true,
  status: true,
  reason: true,
  updatedAtMs: true,
}).transform(({ status, reason, updatedAtMs, ...known }) => ({
  ...known,
  state: { status, reason, updatedAtMs },
}));

/** What never began has nothing to tell, and its words may have been taken back. */
function sessionsBegunBefore(database: Database): SessionStore['listEarlier'] {
  const begun = database.read(
    `SELECT s.id, s.mode, t.task, s.workspace, s.project, s.status, s.reason, s.updated_at_ms AS updatedAtMs
     FROM (SELECT * FROM sessions WHERE conversation = @conversation ORDER BY seq DESC LIMIT @limit) s
       JOIN session_texts t ON t.session = s.id
     WHERE s.id <> @id AND s.owner = @owner AND s.project = @project AND t.system IS NOT NULL
       AND s.seq > coalesce((SELECT old.seq FROM fresh_starts f JOIN sessions old ON old.id = f.after_session
         WHERE f.conversation = @conversation AND f.person = @owner), 0)
     ORDER BY s.seq DESC`,
    EarlierRow,
  );
  return ({ id: session, conversation, owner, project }, limit) =>
    begun.all({ id: session, conversation, owner, project, limit });
}

/** Asked with every message, so nothing of these sessions is read. */
function countWaiting(database: Database): SessionStore['countWaiting'] {
  const count = database.read(
    `SELECT count(*) + coalesce(sum((SELECT count(*) FROM steering WHERE session = s.id AND taken_round IS NULL)), 0) AS count
     FROM sessions s ${BY_OPEN} WHERE s.conversation = @conversation AND s.${OPEN}`,
    z.object({ count: z.int() }),
  );
  return (conversation) => count.get({ conversation })?.count ?? 0;
}

function countUnproven(database: Database): SessionStore['countUnproven'] {
  const count = database.read(
    `SELECT count(*) AS count FROM sessions WHERE instance = @instance AND ended_at_ms >= @sinceMs
       AND forgotten = 0 AND status = 'done' AND reason IN ('${UNPROVEN}', '${UNTESTED}')`,
    z.object({ count: z.int() }),
  );
  return (instance, sinceMs) => count.get({ instance, sinceMs })?.count ?? 0;
}

/** Sessions with a number, found without a look at all that the chat ever had: some of other chats are among them. */
const HOLDERS = `SELECT id AS session FROM sessions ${BY_OPEN} WHERE conversation = @conversation AND ${OPEN}
  UNION SELECT session FROM worktrees WHERE state = 'ready' AND coalesce(landing, '') <> 'done'
  UNION SELECT session FROM approvals INDEXED BY approvals_pending WHERE state = 'pending'`;

export function createTaskNumberStore(database: Database): TaskNumberStore {
  const holder = database.read(
    `${SELECT} WHERE s.conversation = @conversation AND s.number = @number
     ORDER BY ${HAS_NUMBER} DESC, s.seq DESC LIMIT 1`,
    SessionRow,
  );
  const taken = database.read(
    `SELECT DISTINCT s.number FROM (${HOLDERS}) h CROSS JOIN sessions s ON s.id = h.session
     WHERE s.conversation = @conversation AND s.number > 0 AND s.id <> @except ORDER BY s.number`,
    SessionColumns.pick({ number: true }),
  );
  const numbersBeside = (conversation: string, except: string): readonly number[] =>
    taken.all({ conversation, except }).map(({ number }) => number);
  return {
    findHolder: (conversation, number) => holder.get({ conversation, number }),
    nextFree: (conversation, except) => firstMissing(numbersBeside(conversation, except ?? '')),
    isFree: ({ id: session, conversation, number }) =>
      number > 0 && !numbersBeside(conversation, session).includes(number),
  };
}

/** Most messages of the program name their session in the key; a plain answer names the message that it answers. */
function sessionOfMessage(
  database: Database,
  one: Pick<ReadStatement<SessionRecord>, 'get'>,
): SessionStore['findByMessage'] {
  const rest = `substr(o.dedupe_key, instr(o.dedupe_key, ':') + 1) || ':'`;
  const about = `substr(${rest}, 1, instr(${rest}, ':') - 1)`;
  const session = database.read(
    `SELECT s.id FROM sessions s WHERE s.conversation = @conversation AND (
       s.source_message_id = @messageId
       OR s.id IN (
         SELECT session FROM cards WHERE message_id = @messageId
         UNION SELECT session FROM ended_cards WHERE message_id = @messageId
         UNION SELECT session FROM approvals WHERE conversation = @conversation AND message_id = @messageId
         UNION SELECT ${about} FROM outbox o WHERE o.id = @messageId AND o.conversation = @conversation)
       OR s.source_message_id = (
         SELECT i.message_id FROM outbox o JOIN inbox i ON i.seq = CAST(${about} AS INTEGER)
         WHERE o.id = @messageId AND o.conversation = @conversation AND o.dedupe_key LIKE 'reply:%'))
     ORDER BY s.seq DESC LIMIT 1`,
    SessionColumns.pick({ id: true }),
  );
  return (conversation, messageId) => {
    const found = session.get({ conversation, messageId });
    return found && one.get({ id: found.id });
  };
}

/** A message about a session's end names the session in its key; a closed card has a row. */
function sessionReportedBy(
  database: Database,
  one: Pick<ReadStatement<SessionRecord>, 'get'>,
): SessionStore['findByReport'] {
  const reported = database.read(
    `SELECT s.id FROM sessions s WHERE s.conversation = @conversation AND (
       s.id = (SELECT session FROM ended_cards WHERE message_id = @messageId)
       OR s.id = (SELECT substr(dedupe_key, 7, instr(substr(dedupe_key, 7), ':') - 1) FROM outbox
         WHERE id = @messageId AND conversation = @conversation AND dedupe_key LIKE 'ended:%' LIMIT 1))`,
    SessionColumns.pick({ id: true }),
  );
  return (conversation, messageId) => {
    const found = reported.get({ conversation, messageId });
    return found && one.get({ id: found.id });
  };
}

/** Takes ascending numbers above 0. */
function firstMissing(numbers: readonly number[]): number {
  const gap = numbers.findIndex((number, place) => number !== place + 1);
  return gap === -1 ? numbers.length + 1 : gap + 1;
}

/** What a record may lack. */
const UNSET = { scheduledAs: undefined, assignment: undefined, terms: undefined, outageWaits: undefined };

function sessionInsert(database: Database): SessionStore['create'] {
  const insert = database.write(`
    INSERT INTO sessions (id, instance, conversation, owner, mode, workspace, project, number, model, status, reason, cancel_requested,
      round, stretch_start, active_ms, cost_micro_usd, cost_known, tokens, extra_micro_usd, wake_at_ms, created_at_ms,
      updated_at_ms, ended_at_ms, source_message_id, locale, cron, outage_waits, earlier_active_ms)
    VALUES (@id, @instance, @conversation, @owner, @mode, @workspace, @project, @number, @model, @status, @reason, @cancelRequested,
      @round, @runStartRound, @activeMs, @costMicroUsd, @costKnown, @tokens, @extraMicroUsd, @wakeAtMs, @createdAtMs,
      @updatedAtMs, @endedAtMs, @sourceMessageId, @locale, @scheduledAs, @outageWaits, nullif(@earlierActiveMs, 0))`);
  const insertTexts = database.write(
    `INSERT INTO session_texts (session, task, system, tools, assignment, terms)
     VALUES (@id, @task, @system, @tools, @assignment, @terms)`,
  );
  return (record) =>
    database.atomically(() => {
      const values = { ...UNSET, ...sessionValues(record) };
      insert.run(values);
      insertTexts.run(values);
    });
}

/** Writes only the changed columns: it is called several times in each round, so it reads nothing. */
function sessionUpdate(database: Database): SessionStore['update'] {
  const session = partialUpdate(
    database,
    (columns) => `UPDATE sessions SET ${columns} WHERE id = @id`,
    CHANGING_COLUMNS,
  );
  const texts = partialUpdate(
    database,
    (columns) => `UPDATE session_texts SET ${columns} WHERE session = @id`,
    TEXT_COLUMNS,
  );
  return (id, change) => {
    const values = sessionValues(change);
    const write = (): void => {
      if (!session(id, values)) throw new Failure('not-found', `There is no session ${id}.`);
      texts(id, values);
    };
    if (Object.keys(values).some((name) => name in TEXT_COLUMNS)) database.atomically(write);
    else write();
  };
}

/**
 * Prepares a statement for each set of columns on first use: there are about as many as callers. False when there is
 * no such row.
 */
function partialUpdate(
  database: Database,
  sql: (columns: string) => string,
  columns: Readonly<Record<string, string>>,
): (id: SessionId, values: Values) => boolean {
  const statements = new Map<string, WriteStatement>();
  return (id, values) => {
    const named = Object.keys(columns).filter((name) => name in values);
    if (named.length === 0) return true;
    const list = named.map((name) => `${columns[name]} = @${name}`).join(', ');
    const statement = statements.get(list) ?? database.write(sql(list));
    statements.set(list, statement);
    return statement.run({ id, ...values }).changes > 0;
  };
}

const Row = z.object({
  seq: z.int(),
  inboxSeq: z.int(),
  text: z.string(),
  enclosure: ownJson<Enclosure>()
    .nullable()
    .transform((value) => value ?? undefined),
});

/** Messages that came while their session was running. A taken one is stored with the round that took it. */
export function createSteeringStore(database: Database): SteeringStore {
  const insert = database.write(`
    INSERT INTO steering (session, text, enclosure, inbox_seq, at_ms)
    VALUES (@session, @text, @enclosure, @inboxSeq, @atMs)`);
  const unread = database.read(
    `
    SELECT seq, inbox_seq AS inboxSeq, text, enclosure FROM steering
    WHERE session = @session AND taken_round IS NULL ORDER BY seq`,
    Row,
  );
  const newest = database.read(
    'SELECT text, enclosure FROM steering WHERE session = @session ORDER BY seq DESC LIMIT 10',
    Row.pick({ text: true, enclosure: true }),
  );
  const rewrite = database.write('UPDATE steering SET text = @text WHERE seq = @seq AND taken_round IS NULL');
  const remove = database.write('DELETE FROM steering WHERE seq = @seq AND taken_round IS NULL');
  const take = database.write(`
    UPDATE steering SET taken_round = @round WHERE session = @session AND seq <= @seq AND taken_round IS NULL`);

  return {
    add: ({ enclosure, ...steering }) =>
      void insert.run({
        ...steering,
        enclosure: enclosure === undefined ? undefined : JSON.stringify(enclosure),
      }),
    listUnread: (session) => unread.all({ session }),
    listNewest: (session) => newest.all({ session }),
    rewrite: (seq, text) =>
      (text === undefined ? remove.run({ seq }) : rewrite.run({ seq, text })).changes > 0,
    markTaken: (session, seq, round) => void take.run({ session, seq, round }),
  };
}
