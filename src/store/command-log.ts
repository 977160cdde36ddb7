import * as z from 'zod';
import { type CommandLogStore, NO_TASK } from '../contracts/session-stores.ts';
import { canonicalJson, type Json, sha256 } from '../core/json.ts';
import { cutAt } from '../core/text.ts';
import type { Database } from './database.ts';

/** Longest preview of one output stream in the audit table, in UTF-16 code units. */
const PREVIEW_LENGTH = 500;

const Attempted = z.object({
  command: z.string(),
  decision: z.enum(['allow', 'deny', 'ask_approved', 'ask_rejected']),
});

/**
 * A call that is attempted again gets a new row, which `complete` then refers to. Rows are chained and never changed,
 * so secrets are removed before they are stored.
 */
export function createCommandLogStore(database: Database, redact: (text: string) => string): CommandLogStore {
  const insert = database.write(`
    INSERT INTO agent_command_log (session_id, phone_number, command, decision)
    VALUES (@session, @phoneNumber, @command, @decision)`);
  const link = database.write(`
    INSERT INTO command_log_calls (session, call, log_id) VALUES (@session, @call, @logId)
    ON CONFLICT (session, call) DO UPDATE SET log_id = excluded.log_id`);
  const attempted = database.read(
    'SELECT log_id AS logId FROM command_log_calls WHERE session = @session AND call = @call',
    z.object({ logId: z.int() }),
  );
  const attemptOf = database.read(
    `SELECT l.command, l.decision FROM command_log_calls AS c JOIN agent_command_log AS l ON l.id = c.log_id
     WHERE c.session = @session AND c.call = @call`,
    Attempted,
  );
  const complete = database.write(`
    UPDATE agent_command_log SET exit_code = @exitCode, stdout_preview = @stdout, stderr_preview = @stderr,
      duration_ms = @durationMs, completed_at = datetime('now'), error = @error
    WHERE id = @logId`);
  const close = database.write(`
    UPDATE agent_command_log SET exit_code = 0, duration_ms = 0, completed_at = datetime('now') WHERE id = @logId`);
  const chain = createAuditChain(database);

  return {
    findAttempt: (session, call) => attemptOf.get({ session, call }),
    addAttempt: ({ session, call, ...row }) =>
      database.atomically(() => {
        const { rowid } = insert.run({ session, ...row, command: redact(row.command) });
        link.run({ session, call, logId: rowid });
        chain.attempt(rowid);
      }),
    complete: (session, call, { exitCode, stdoutPreview, stderrPreview, durationMs, error }) =>
      database.atomically(() => {
        const logId = attempted.get({ session, call })?.logId;
        complete.runOnRow({
          logId,
          exitCode,
          stdout: cutAt(redact(stdoutPreview), PREVIEW_LENGTH),
          stderr: cutAt(redact(stderrPreview), PREVIEW_LENGTH),
          durationMs,
          error: error === undefined ? undefined : redact(error),
        });
        if (logId !== undefined) chain.result(logId);
      }),
    note: ({ phoneNumber, command, decision }) =>
      database.atomically(() => {
        const { rowid: logId } = insert.run({ session: NO_TASK, phoneNumber, command, decision });
        chain.attempt(logId);
        if (decision === 'deny') return;
        close.runOnRow({ logId });
        chain.result(logId);
      }),
  };
}

/** Adds to the chain; always inside the transaction that writes the row itself. */
interface AuditChain {
  attempt(logId: number): void;
  result(logId: number): void;
}

function createAuditChain(database: Database): AuditChain {
  const rowOf = database.read(
    `SELECT ${LOG_COLUMNS} FROM agent_command_log AS l WHERE l.id = @logId`,
    LogRow,
  );
  const append = createAppender(database);
  const stored = (logId: number): LogRow => {
    const row = rowOf.get({ logId });
    if (row === undefined) throw new Error(`No row ${logId} in agent_command_log`);
    return row;
  };
  return {
    attempt: (logId) => append('attempt', stored(logId)),
    result: (logId) => append('result', stored(logId)),
  };
}

const PAGE = 500;

/**
 * Adds the rows from before the chain to it, once, as they are. Does nothing if the chain ever had an entry, so that
 * an emptied chain is not rebuilt over changed rows.
 */
export function importCommandLog(database: Database): void {
  const page = database.read(
    `SELECT ${LOG_COLUMNS} FROM agent_command_log AS l
     WHERE l.id > @after AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'audit_chain')
     ORDER BY l.id LIMIT ${PAGE}`,
    LogRow,
  );
  const rest = database.read(
    `SELECT ${LOG_COLUMNS} FROM agent_command_log AS l WHERE l.id > @after ORDER BY l.id LIMIT ${PAGE}`,
    LogRow,
  );
  if (page.get({ after: 0 }) === undefined) return;
  const append = createAppender(database);
  database.atomically(() => {
    // Read again inside the transaction: another program may have been faster.
    for (let rows = page.all({ after: 0 }); rows.length > 0; rows = rest.all({ after: rows.at(-1)?.id })) {
      for (const row of rows) {
        append('imported', row);
        if (!isOpen(row)) append('result', row);
      }
    }
  });
}

function createAppender(database: Database): (kind: ChainEntry['kind'], row: LogRow) => void {
  const last = database.read(
    'SELECT seq, hash FROM audit_chain ORDER BY seq DESC LIMIT 1',
    z.object({ seq: z.int(), hash: z.string() }),
  );
  // If all entries were removed for their age, the next one continues from the last of them.
  const lastCut = database.read(
    'SELECT up_to AS seq, hash FROM audit_cuts ORDER BY up_to DESC LIMIT 1',
    z.object({ seq: z.int(), hash: z.string() }),
  );
  const insert = database.write(`
    INSERT INTO audit_chain (seq, at, kind, log_id, session, digest, previous, hash)
    VALUES (@seq, @at, @kind, @log_id, @session, @digest, @previous, @hash)`);
  return (kind, row) => {
    const { seq, hash } = last.get({}) ?? lastCut.get({}) ?? { seq: 0, hash: NO_PREVIOUS };
    const entry: ChainEntry = {
      seq: seq + 1,
      at: String(kind === 'result' ? row.completed_at : row.started_at),
      kind,
      log_id: row.id,
      session: String(row.session_id),
      digest: kind === 'result' ? resultDigest(row) : attemptDigest(row),
      previous: hash,
    };
    insert.run({ ...entry, hash: hashOf(entry) });
  };
}

/** `previous` of the first entry. */
export const NO_PREVIOUS = '0'.repeat(64);

/** The columns of agent_command_log that the chain covers. */
export const LOG_COLUMNS = `l.id, l.session_id, l.phone_number, l.command, l.decision, l.exit_code, l.stdout_preview,
  l.stderr_preview, l.duration_ms, l.started_at, l.completed_at, l.error`;

// Any value that a column can hold: a manually changed row must be detected, not rejected.
const ColumnValue = z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array).transform(sha256)]);

export const LogRow = z.object({
  id: z.int(),
  session_id: ColumnValue,
  phone_number: ColumnValue,
  command: ColumnValue,
  decision: ColumnValue,
  exit_code: ColumnValue,
  stdout_preview: ColumnValue,
  stderr_preview: ColumnValue,
  duration_ms: ColumnValue,
  started_at: ColumnValue,
  completed_at: ColumnValue,
  error: ColumnValue,
});
export type LogRow = z.infer<typeof LogRow>;

export interface ChainEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'attempt' | 'result' | 'imported';
  readonly log_id: number;
  readonly session: string;
  readonly digest: string;
  readonly previous: string;
}

/** Hash of an entry: canonical JSON of all its columns but the hash itself. */
export function hashOf({ seq, at, kind, log_id, session, digest, previous }: ChainEntry): string {
  return digestOf({ seq, at, kind, log_id, session, digest, previous });
}

/** Facts from when the command was attempted; these columns never change. */
export function attemptDigest({
  id,
  session_id,
  phone_number,
  command,
  decision,
  started_at,
}: LogRow): string {
  return digestOf({ id, session_id, phone_number, command, decision, started_at });
}

/** Facts added at the command's end. */
export function resultDigest(row: LogRow): string {
  const { id, exit_code, stdout_preview, stderr_preview, duration_ms, completed_at, error } = row;
  return digestOf({ id, exit_code, stdout_preview, stderr_preview, duration_ms, completed_at, error });
}

/** True while its end is not recorded. */
export function isOpen(row: LogRow): boolean {
  const { exit_code, stdout_preview, stderr_preview, duration_ms, completed_at, error } = row;
  return [exit_code, stdout_preview, stderr_preview, duration_ms, completed_at, error].every(
    (value) => value === null,
  );
}

function digestOf(facts: { readonly [column: string]: Json }): string {
  return sha256(canonicalJson(facts));
}
