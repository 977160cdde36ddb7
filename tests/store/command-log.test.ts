import { expect, test } from 'vitest';
import type { CommandDecision } from '../../src/contracts/session-stores.ts';
import type { CallId } from '../../src/core/ids.ts';
import { sessionRecord } from '../support/session-record.ts';
import { databasePath, freshStore, select, thrownBy } from './store-file.ts';

const SESSION = sessionRecord().id;
const CALL = 'call-1' as CallId;
const ATTEMPT = {
  session: SESSION,
  call: CALL,
  phoneNumber: '+34600000000',
  command: 'npm test',
  decision: 'allow',
} as const;
const AUDIT = { exitCode: 1, stdoutPreview: 'ok', stderrPreview: 'boom', durationMs: 1500 };
const NOW_TEXT = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const INTENT = {
  id: 1,
  session_id: SESSION,
  phone_number: '+34600000000',
  command: 'npm test',
  decision: 'allow',
  exit_code: null,
  stdout_preview: null,
  stderr_preview: null,
  duration_ms: null,
  started_at: NOW_TEXT,
  completed_at: null,
  error: null,
};

test('the audit table has the specified columns in the specified order', () => {
  const file = databasePath();
  freshStore(file);
  const columns = select(
    file,
    `SELECT name || ' ' || type AS column FROM pragma_table_info('agent_command_log')`,
  );
  expect(columns.map((row) => (row as { column: string }).column)).toEqual([
    'id INTEGER',
    'session_id TEXT',
    'phone_number TEXT',
    'command TEXT',
    'decision TEXT',
    'exit_code INTEGER',
    'stdout_preview TEXT',
    'stderr_preview TEXT',
    'duration_ms INTEGER',
    'started_at TEXT',
    'completed_at TEXT',
    'error TEXT',
  ]);
});

test('an attempt is a row without a result', () => {
  const file = databasePath();
  freshStore(file).commandLog.addAttempt(ATTEMPT);
  expect(select(file, 'SELECT * FROM agent_command_log')).toEqual([INTENT]);
});

test('the result completes the row of its attempt', () => {
  const file = databasePath();
  const { commandLog } = freshStore(file);
  commandLog.addAttempt(ATTEMPT);
  commandLog.complete(SESSION, CALL, AUDIT);
  expect(select(file, 'SELECT * FROM agent_command_log')).toEqual([
    {
      ...INTENT,
      exit_code: 1,
      stdout_preview: 'ok',
      stderr_preview: 'boom',
      duration_ms: 1500,
      completed_at: NOW_TEXT,
    },
  ]);
});

test('an error is kept, without an exit code', () => {
  const file = databasePath();
  const { commandLog } = freshStore(file);
  commandLog.addAttempt(ATTEMPT);
  commandLog.complete(SESSION, CALL, { ...AUDIT, exitCode: undefined, error: 'no such program' });
  expect(select(file, 'SELECT exit_code, error FROM agent_command_log')).toEqual([
    { exit_code: null, error: 'no such program' },
  ]);
});

test('previews hold 500 characters and no half of one', () => {
  const file = databasePath();
  const { commandLog } = freshStore(file);
  commandLog.addAttempt(ATTEMPT);
  const long = `${'x'.repeat(499)}🚀${'y'.repeat(100)}`;
  commandLog.complete(SESSION, CALL, { ...AUDIT, stdoutPreview: long, stderrPreview: 'e'.repeat(501) });
  expect(select(file, 'SELECT stdout_preview, stderr_preview FROM agent_command_log')).toEqual([
    { stdout_preview: 'x'.repeat(499), stderr_preview: 'e'.repeat(500) },
  ]);
});

test('a call that is attempted again has a row for each attempt, and the result goes to the last', () => {
  const file = databasePath();
  const { commandLog } = freshStore(file);
  commandLog.addAttempt(ATTEMPT);
  commandLog.addAttempt(ATTEMPT);
  commandLog.complete(SESSION, CALL, AUDIT);
  expect(select(file, 'SELECT id, exit_code FROM agent_command_log')).toEqual([
    { id: 1, exit_code: null },
    { id: 2, exit_code: 1 },
  ]);
});

test('a result without an attempt is a bug, not a silence', () => {
  const { commandLog } = freshStore();
  expect(thrownBy(() => commandLog.complete(SESSION, CALL, AUDIT))).toMatchObject({
    message: expect.stringContaining('No row to change'),
  });
});

test('the printed queries find blocked commands, failures per session and recent rows', () => {
  const file = databasePath();
  const { commandLog } = freshStore(file);
  const decisions: readonly CommandDecision[] = ['allow', 'deny', 'ask_approved', 'ask_rejected'];
  for (const decision of decisions) {
    commandLog.addAttempt({ ...ATTEMPT, call: decision as string as CallId, decision });
  }
  commandLog.complete(SESSION, 'allow' as CallId, { ...AUDIT, exitCode: 0 });
  commandLog.complete(SESSION, 'ask_approved' as CallId, AUDIT);
  const blocked = `SELECT decision FROM agent_command_log WHERE decision IN ('deny', 'ask_rejected') ORDER BY id DESC`;
  const perSession = `SELECT session_id, COUNT(*) AS commands, SUM(CASE WHEN exit_code = 0 THEN 1 ELSE 0 END) AS success,
    SUM(CASE WHEN exit_code != 0 THEN 1 ELSE 0 END) AS failures FROM agent_command_log GROUP BY session_id`;
  const recent = `SELECT COUNT(*) AS n FROM agent_command_log WHERE started_at > datetime('now', '-1 day')`;
  expect([select(file, blocked), select(file, perSession), select(file, recent)]).toEqual([
    [{ decision: 'ask_rejected' }, { decision: 'deny' }],
    [{ session_id: SESSION, commands: 4, success: 1, failures: 1 }],
    [{ n: 4 }],
  ]);
});
