import * as z from 'zod';
import type { ModelMessage } from '../contracts/model.ts';
import type {
  SessionOrigin,
  SessionPrompt,
  SessionRecord,
  SessionState,
  SessionStatus,
  SessionUsage,
  TaskPlan,
} from '../contracts/session.ts';
import type { Compaction } from '../contracts/session-stores.ts';
import type { ApprovalRecord, CallRecord } from '../contracts/store.ts';
import type { WrittenFile } from '../contracts/tool.ts';
import type { SessionId } from '../core/ids.ts';
import { approvalsOfSession } from './approvals.ts';
import { id } from './columns.ts';
import type { Database } from './database.ts';
import { createContextStore, createHistoryStore } from './history.ts';
import { openExisting } from './open.ts';
import { SessionColumns } from './session-row.ts';
import { createSessionStore, createTaskNumberStore } from './sessions.ts';
import { createCallStore, createLedgerStore } from './work-records.ts';

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
  findById(session: SessionId): SessionRecord | undefined;
  /** Sessions of all chats, newest first. */
  newest(limit: number): readonly SessionRecord[];
  /** The tasks with this number in all chats. */
  listByNumber(number: number): readonly SessionRecord[];
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
    findById: (session) => sessions.get(session),
    newest: (limit) => newest.all({ limit }).flatMap((row) => sessions.get(row.id) ?? []),
    listByNumber: (number) =>
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

/** Without the frozen prompt and tools, which are most of a record: thousands may be listed. */
export interface ListedSession
  extends Pick<
    SessionRecord,
    'id' | 'conversation' | 'owner' | 'mode' | 'task' | 'workspace' | 'project' | 'number'
  > {
  readonly origin: Pick<SessionOrigin, 'createdAtMs' | 'scheduledAs'>;
  readonly prompt: Pick<SessionPrompt, 'model'>;
  readonly state: Pick<SessionState, 'status' | 'reason' | 'endedAtMs'>;
  readonly usage: Pick<SessionUsage, 'round' | 'costMicroUsd' | 'costKnown' | 'tokens'>;
}

interface SessionFilter {
  /** Undefined: any state. */
  readonly status?: SessionStatus | undefined;
  /** Undefined: all. */
  readonly limit?: number | undefined;
}

const PAGE_SIZE = 500;
/** Larger than any sequence number. */
const NEWEST = Number.MAX_SAFE_INTEGER;

const ListedRow = SessionColumns.safeExtend({ seq: z.int() })
  .pick({
    seq: true,
    id: true,
    conversation: true,
    owner: true,
    mode: true,
    task: true,
    workspace: true,
    project: true,
    number: true,
    model: true,
    status: true,
    reason: true,
    round: true,
    costMicroUsd: true,
    costKnown: true,
    tokens: true,
    createdAtMs: true,
    endedAtMs: true,
    scheduledAs: true,
  })
  .transform((row) => {
    const { model, status, reason, round, costMicroUsd, costKnown, tokens, ...rest } = row;
    const { createdAtMs, endedAtMs, scheduledAs, ...own } = rest;
    return {
      ...own,
      origin: { createdAtMs, scheduledAs },
      prompt: { model },
      state: { status, reason, endedAtMs },
      usage: { round, costMicroUsd, costKnown, tokens },
    };
  });

/** Sessions of all chats whose texts still exist, newest first, in pages that are read on demand. */
function createSessionPages(
  database: Database,
): (filter: SessionFilter) => Generator<readonly ListedSession[]> {
  const list = database.read(
    `SELECT s.seq, s.id, s.conversation, s.owner, s.mode, t.task, s.workspace, s.project, s.number, s.model, s.status,
       s.reason, s.round, s.cost_micro_usd AS costMicroUsd, s.cost_known AS costKnown, s.tokens,
       s.created_at_ms AS createdAtMs, s.ended_at_ms AS endedAtMs, s.cron AS scheduledAs
     FROM sessions s JOIN session_texts t ON t.session = s.id
     WHERE s.forgotten = 0 AND (@status IS NULL OR s.status = @status) AND s.seq < @before
     ORDER BY s.seq DESC LIMIT @limit`,
    ListedRow,
  );
  return function* ({ status, limit = Number.POSITIVE_INFINITY }) {
    let [before, left] = [NEWEST, limit];
    while (left > 0) {
      const page = list.all({ status, before, limit: Math.min(PAGE_SIZE, left) });
      if (page.length === 0) return;
      yield page;
      before = page.at(-1)?.seq ?? 0;
      left -= page.length;
    }
  };
}
