import * as z from 'zod';
import { type CommandLogStore, NO_TASK } from '../contracts/session-stores.ts';
import { cutAt } from '../core/text.ts';
import { createAuditChain } from './audit-chain.ts';
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
