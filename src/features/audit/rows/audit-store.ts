import * as z from 'zod';
import { id, optionalInt } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import { openExisting } from '../../../store/open.ts';
import type { AuditStore } from '../audit.ts';
import { auditVerifier } from './verify-audit.ts';

const Command = z.object({
  command: z.string(),
  decision: z.enum(['allow', 'deny', 'ask_approved', 'ask_rejected']),
  exitCode: optionalInt,
  durationMs: optionalInt,
  startedAt: z.string(),
});
const Denied = Command.pick({ command: true, decision: true, startedAt: true }).extend({
  phoneNumber: z.string(),
});
const Slow = Command.pick({ command: true, durationMs: true, exitCode: true });
const Session = z.object({
  session: id<'session'>(),
  commands: z.int(),
  success: z.int(),
  failures: z.int(),
});

const COLUMNS =
  'command, decision, exit_code AS exitCode, duration_ms AS durationMs, started_at AS startedAt';

/** The queries are the specification's, word for word except for names and limits. */
export function createAuditStore(database: Database): AuditStore {
  const recent = database.read(
    `SELECT ${COLUMNS} FROM agent_command_log ORDER BY id DESC LIMIT @count`,
    Command,
  );
  const ofSession = database.read(
    `SELECT ${COLUMNS} FROM agent_command_log WHERE session_id = @session ORDER BY id DESC LIMIT @count`,
    Command,
  );
  const ofConversation = database.read(
    `SELECT ${COLUMNS} FROM agent_command_log
     WHERE session_id IN (SELECT id FROM sessions WHERE conversation = @conversation)
       AND (@which = 'all' OR decision IN ('deny', 'ask_rejected'))
     ORDER BY id DESC LIMIT @count`,
    Command,
  );
  const denied = database.read(
    `SELECT phone_number AS phoneNumber, command, decision, started_at AS startedAt
     FROM agent_command_log WHERE decision IN ('deny', 'ask_rejected') ORDER BY id DESC LIMIT @count`,
    Denied,
  );
  const slow = database.read(
    `SELECT command, duration_ms AS durationMs, exit_code AS exitCode
     FROM agent_command_log WHERE duration_ms > @minMs ORDER BY duration_ms DESC LIMIT @count`,
    Slow,
  );
  const bySession = database.read(
    `SELECT session_id AS session, COUNT(*) AS commands,
       SUM(CASE WHEN exit_code = 0 THEN 1 ELSE 0 END) AS success,
       SUM(CASE WHEN exit_code != 0 THEN 1 ELSE 0 END) AS failures
     FROM agent_command_log WHERE phone_number = @phoneNumber GROUP BY session_id`,
    Session,
  );
  const phoneNumbers = database.read(
    'SELECT DISTINCT phone_number AS phoneNumber FROM agent_command_log ORDER BY phone_number',
    z.object({ phoneNumber: z.string() }),
  );
  return {
    listRecent: (count) => recent.all({ count }),
    listOfSession: (session, count) => ofSession.all({ session, count }),
    listOfChat: (conversation, which, count) => ofConversation.all({ conversation, which, count }),
    listDenied: (count) => denied.all({ count }),
    listSlow: (minMs, count) => slow.all({ minMs, count }),
    bySession: (phoneNumber) => bySession.all({ phoneNumber }),
    phoneNumbers: () => phoneNumbers.all({}).map((row) => row.phoneNumber),
    verify: auditVerifier(database),
  };
}

export interface OpenAudit extends AuditStore {
  /** The cell that the data folder belongs to; undefined when the program is alone. */
  cell(): string | undefined;
  close(): void;
}

/** Opens only the audit of an existing database. @throws Failure as `openExisting` does */
export function openAudit(path: string): OpenAudit {
  return openExisting(path, (database) => {
    const cell = database.read('SELECT name FROM relay_cell', z.object({ name: z.string() }));
    return { ...createAuditStore(database), cell: () => cell.get({})?.name, close: database.close };
  });
}
