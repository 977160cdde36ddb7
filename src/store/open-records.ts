import * as z from 'zod';
import type { Compaction } from '../contracts/context-store.ts';
import type { ModelMessage } from '../contracts/model.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { ApprovalRecord, CallRecord } from '../contracts/store.ts';
import type { TaskPlan } from '../contracts/task-plan.ts';
import type { WrittenFile } from '../contracts/tool.ts';
import type { SessionId } from '../core/ids.ts';
import { approvalsOfSession } from './approvals.ts';
import { createCallStore } from './calls.ts';
import { id } from './columns.ts';
import { createContextStore } from './contexts.ts';
import type { Database } from './database.ts';
import { createHistoryStore } from './history.ts';
import { createLedgerStore } from './ledger.ts';
import { openExisting } from './open-existing.ts';
import { createSessionPages, type ListedSession, type SessionFilter } from './session-list.ts';
import { createSessionStore, createTaskNumberStore } from './sessions.ts';

/** All stored data of one session, as of one moment. */
export interface SessionAccount {
  readonly session: SessionRecord;
  readonly messages: readonly ModelMessage[];
  readonly compactions: readonly Compaction[];
  /** Oldest first. */
  readonly calls: readonly CallRecord[];
  /** Oldest first. */
  readonly approvals: readonly ApprovalRecord[];
  readonly plan: TaskPlan | undefined;
  readonly written: readonly WrittenFile[];
  readonly commits: readonly string[];
}

/** Finds sessions by the names that people use. */
export interface SessionFinder {
  ofId(session: SessionId): SessionRecord | undefined;
  /** Sessions of all chats, newest first. */
  newest(limit: number): readonly SessionRecord[];
  /** The tasks with this number in all chats. */
  ofNumber(number: number): readonly SessionRecord[];
}

export interface OpenRecords extends SessionFinder {
  account(session: SessionId): SessionAccount | undefined;
  /** Sessions of all chats, newest first; each page is read when it is asked for. */
  pages(filter: SessionFilter): Iterable<readonly ListedSession[]>;
  close(): void;
}

/**
 * Opens the sessions of an existing database. All reads until `close` show one moment.
 * @throws Failure as `openExisting` does
 */
export function openRecords(path: string): OpenRecords {
  return openExisting(path, (database) => {
    database.execute('BEGIN');
    return recordsIn(database);
  });
}

/** The same for an open database. */
export function recordsIn(database: Database): OpenRecords {
  const sessions = createSessionStore(database);
  const taskNumbers = createTaskNumberStore(database);
  const newest = database.read(
    'SELECT id FROM sessions WHERE forgotten = 0 ORDER BY seq DESC LIMIT @limit',
    z.object({ id: id<'session'>() }),
  );
  const chats = database.read(
    'SELECT DISTINCT conversation FROM sessions WHERE number = @number ORDER BY conversation',
    z.object({ conversation: id<'conversation'>() }),
  );
  return {
    account: accountsIn(database, sessions),
    pages: createSessionPages(database),
    ofId: (session) => sessions.get(session),
    newest: (limit) => newest.all({ limit }).flatMap((row) => sessions.get(row.id) ?? []),
    ofNumber: (number) =>
      chats.all({ number }).flatMap(({ conversation }) => taskNumbers.findHolder(conversation, number) ?? []),
    close: database.close,
  };
}

function accountsIn(
  database: Database,
  sessions: Pick<ReturnType<typeof createSessionStore>, 'get'>,
): OpenRecords['account'] {
  const history = createHistoryStore(database);
  const contexts = createContextStore(database);
  const calls = createCallStore(database);
  const approvals = approvalsOfSession(database);
  const ledger = createLedgerStore(database);
  return (id) => {
    const session = sessions.get(id);
    return (
      session && {
        session,
        messages: history.all(id),
        compactions: contexts.all(id),
        calls: calls.all(id),
        approvals: approvals(id),
        plan: history.plan(id),
        written: ledger.listWritten(id),
        commits: ledger.listCommits(id),
      }
    );
  };
}
