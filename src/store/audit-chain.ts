import * as z from 'zod';
import {
  attemptDigest,
  type ChainEntry,
  hashOf,
  isOpen,
  LOG_COLUMNS,
  LogRow,
  NO_PREVIOUS,
  resultDigest,
} from './audit-entry.ts';
import type { Database } from './database.ts';

/** Adds to the chain; always inside the transaction that writes the row itself. */
export interface AuditChain {
  attempt(logId: number): void;
  result(logId: number): void;
}

export function createAuditChain(database: Database): AuditChain {
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
