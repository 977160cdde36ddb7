import { describe, expect, test } from 'vitest';
import type { CommandDecision } from '../../../src/contracts/session-stores.ts';
import type { Store } from '../../../src/contracts/store.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { silentLog } from '../../../src/core/log.ts';
import type { AuditCheck } from '../../../src/features/audit/audit.ts';
import { openAudit } from '../../../src/features/audit/rows/audit-store.ts';
import { type ChainEntry, hashOf } from '../../../src/store/command-log.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { planMigration } from '../../../src/store/migrate.ts';
import { MIGRATIONS } from '../../../src/store/migrations.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { databasePath, execute, freshStore, select, thrownBy } from '../../store/store-file.ts';
import { auditOf } from '../../support/audit-of.ts';
import { openTestStore } from '../../support/test-store.ts';

const PHONE = '34600111222';
const FIRST = '20261120-00000001' as SessionId;
const SECOND = '20261120-00000002' as SessionId;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

interface Run {
  readonly command: string;
  readonly decision?: CommandDecision;
  readonly exitCode?: number;
  readonly durationMs?: number;
  readonly session?: SessionId;
}

/** Attempts a command; one with an exit code has also ended. */
function record({ commandLog }: Store, run: Run): void {
  const { command, decision = 'allow', exitCode, durationMs = 5, session = FIRST } = run;
  const call = command as CallId; // unique enough here
  commandLog.addAttempt({ session, call, phoneNumber: PHONE, command, decision });
  if (exitCode === undefined) return;
  commandLog.complete(session, call, { exitCode, stdoutPreview: 'out', stderrPreview: '', durationMs });
}

/** Rows 1 to 4; entries: 1 attempt and 2 result of row 1, 3 of row 2, 4 and 5 of row 3, 6 of row 4. */
function recorded(file = databasePath()): { readonly file: string; readonly store: OpenStore } {
  const store = freshStore(file);
  record(store, { command: 'npm test', exitCode: 0, durationMs: 12_000 });
  record(store, { command: 'rm -rf /', decision: 'deny' });
  record(store, { command: 'ls', exitCode: 2, session: SECOND });
  record(store, { command: 'curl x', decision: 'ask_rejected', session: SECOND });
  return { file, store };
}

describe('the printed queries', () => {
  test('the last commands, newest first', () => {
    const { store } = recorded();
    expect(auditOf(store).listRecent(3)).toEqual([
      {
        command: 'curl x',
        decision: 'ask_rejected',
        exitCode: undefined,
        durationMs: undefined,
        startedAt: TIME,
      },
      { command: 'ls', decision: 'allow', exitCode: 2, durationMs: 5, startedAt: TIME },
      { command: 'rm -rf /', decision: 'deny', exitCode: undefined, durationMs: undefined, startedAt: TIME },
    ]);
  });

  test('the last commands of one session', () => {
    const { store } = recorded();
    expect(
      auditOf(store)
        .listOfSession(FIRST, 1)
        .map((row) => row.command),
    ).toEqual(['rm -rf /']);
  });

  test('blocked and rejected ones, newest first', () => {
    const { store } = recorded();
    expect(auditOf(store).listDenied(9)).toEqual([
      { phoneNumber: PHONE, command: 'curl x', decision: 'ask_rejected', startedAt: TIME },
      { phoneNumber: PHONE, command: 'rm -rf /', decision: 'deny', startedAt: TIME },
    ]);
  });

  test('slow ones, and only those above the limit', () => {
    const { store } = recorded();
    expect([auditOf(store).listSlow(10_000, 10), auditOf(store).listSlow(12_000, 10)]).toEqual([
      [{ command: 'npm test', durationMs: 12_000, exitCode: 0 }],
      [],
    ]);
  });

  test('sessions of a person with their successes and failures', () => {
    const { store } = recorded();
    expect([
      auditOf(store).bySession(PHONE),
      auditOf(store).bySession('1'),
      auditOf(store).phoneNumbers(),
    ]).toEqual([
      [
        { session: FIRST, commands: 2, success: 1, failures: 0 },
        { session: SECOND, commands: 2, success: 0, failures: 1 },
      ],
      [],
      [PHONE],
    ]);
  });
});

describe('the chain', () => {
  test('an empty log is intact', async () => {
    expect(await auditOf(freshStore()).verify()).toEqual({
      kind: 'intact',
      entries: 0,
      lastHash: '0'.repeat(64),
    });
  });

  test('holds one entry per attempt, denied ones included, and one per result', () => {
    const { file } = recorded();
    expect(select(file, 'SELECT seq, kind, log_id, session FROM audit_chain ORDER BY seq')).toEqual([
      { seq: 1, kind: 'attempt', log_id: 1, session: FIRST },
      { seq: 2, kind: 'result', log_id: 1, session: FIRST },
      { seq: 3, kind: 'attempt', log_id: 2, session: FIRST },
      { seq: 4, kind: 'attempt', log_id: 3, session: SECOND },
      { seq: 5, kind: 'result', log_id: 3, session: SECOND },
      { seq: 6, kind: 'attempt', log_id: 4, session: SECOND },
    ]);
  });

  test('is intact after ordinary work, and says its last hash', async () => {
    const { file, store } = recorded();
    const [last] = select(file, 'SELECT hash FROM audit_chain WHERE seq = 6') as [{ hash: string }];
    expect(await auditOf(store).verify()).toEqual({ kind: 'intact', entries: 6, lastHash: last.hash });
  });

  test('is intact when a result was recorded twice: the newest counts', async () => {
    const { store } = recorded();
    const audit = { exitCode: 1, stdoutPreview: '', stderrPreview: 'again', durationMs: 9 };
    store.commandLog.complete(FIRST, 'npm test' as CallId, audit);
    expect(await auditOf(store).verify()).toMatchObject({ kind: 'intact', entries: 7 });
  });

  test('is intact over more entries than one page holds', { tags: 'full' }, async () => {
    const store = freshStore();
    store.atomically(() => {
      for (let n = 0; n < 700; n += 1) record(store, { command: `ls ${n}`, exitCode: 0 });
    });
    expect(await auditOf(store).verify()).toMatchObject({ kind: 'intact', entries: 1400 });
  });

  test('other work gets its turn many times while a long chain is looked through', {
    tags: 'full',
  }, async () => {
    const store = freshStore();
    store.atomically(() => {
      for (let n = 0; n < 2_000; n += 1) record(store, { command: `ls ${n}` });
    });
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const check = await auditOf(store).verify();
    isOver = true;
    expect(check).toMatchObject({ kind: 'intact', entries: 2_000 });
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  test('what is recorded while the chain is looked through is no fault', async () => {
    const store = freshStore();
    for (let n = 0; n < 500; n += 1) record(store, { command: `ls ${n}` });
    const checking = auditOf(store).verify();
    for (let n = 500; n < 600; n += 1) {
      record(store, { command: `ls ${n}` });
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await checking).kind).toBe('intact');
  });

  test('shares the transaction of its row: both are there or neither', async () => {
    const { file, store } = recorded();
    const failing = () =>
      store.atomically(() => {
        record(store, { command: 'pwd', exitCode: 0 });
        throw new Error('the next step failed');
      });
    expect(thrownBy(failing)).toBeInstanceOf(Error);
    expect(
      select(
        file,
        'SELECT max(id) AS rows, (SELECT max(seq) FROM audit_chain) AS entries FROM agent_command_log',
      ),
    ).toEqual([{ rows: 4, entries: 6 }]);
    expect((await auditOf(store).verify()).kind).toBe('intact');
  });

  test.each([
    ['changed', `UPDATE audit_chain SET digest = 'x'`],
    ['shortened', 'DELETE FROM audit_chain WHERE seq = 6'],
  ])('refuses to be %s', (_, sql) => {
    const { file } = recorded();
    expect(thrownBy(() => execute(file, sql))).toMatchObject({ message: 'audit_chain is append-only' });
  });
});

const UNLOCK = 'DROP TRIGGER audit_chain_is_not_changed; DROP TRIGGER audit_chain_is_not_shortened;';
const UNBOUND = 'PRAGMA foreign_keys = OFF;';
const COLUMNS = 'at, kind, log_id, session, digest, previous, hash';

describe('verification names the first bad one when', () => {
  test.each([
    [
      'a command was rewritten',
      `UPDATE agent_command_log SET command = 'true' WHERE id = 2`,
      'agent_command_log',
      2,
      'changed',
    ],
    [
      'a decision was rewritten',
      `UPDATE agent_command_log SET decision = 'allow' WHERE id = 4`,
      'agent_command_log',
      4,
      'changed',
    ],
    [
      'an exit code was rewritten',
      'UPDATE agent_command_log SET exit_code = 0 WHERE id = 3',
      'agent_command_log',
      3,
      'changed',
    ],
    [
      'a column was made a blob',
      `UPDATE agent_command_log SET command = x'00' WHERE id = 3`,
      'agent_command_log',
      3,
      'changed',
    ],
    [
      'a result was invented',
      'UPDATE agent_command_log SET exit_code = 0 WHERE id = 2',
      'agent_command_log',
      2,
      'changed',
    ],
    [
      'a result was erased',
      'UPDATE agent_command_log SET exit_code = NULL WHERE id = 3',
      'agent_command_log',
      3,
      'changed',
    ],
    [
      'a row was removed',
      `${UNBOUND} DELETE FROM agent_command_log WHERE id = 2`,
      'agent_command_log',
      2,
      'missing',
    ],
    [
      'the last row was removed',
      `${UNBOUND} DELETE FROM agent_command_log WHERE id = 4`,
      'agent_command_log',
      4,
      'missing',
    ],
    [
      'a row was put in',
      `INSERT INTO agent_command_log (session_id, phone_number, command, decision) VALUES ('s', 'p', 'x', 'allow')`,
      'agent_command_log',
      5,
      'unrecorded',
    ],
    [
      'two rows changed places',
      `${UNBOUND} UPDATE agent_command_log SET id = 9 WHERE id = 2; UPDATE agent_command_log SET id = 2 WHERE id = 3; UPDATE agent_command_log SET id = 3 WHERE id = 9`,
      'agent_command_log',
      2,
      'changed',
    ],
    [
      'an entry was changed',
      `${UNLOCK} UPDATE audit_chain SET at = 'x' WHERE seq = 3`,
      'audit_chain',
      3,
      'changed',
    ],
    ['an entry was removed', `${UNLOCK} DELETE FROM audit_chain WHERE seq = 3`, 'audit_chain', 3, 'missing'],
    [
      'the last entry was removed with its row',
      `${UNLOCK} ${UNBOUND} DELETE FROM audit_chain WHERE seq = 6; DELETE FROM agent_command_log WHERE id = 4`,
      'audit_chain',
      6,
      'missing',
    ],
    [
      'the whole chain was removed',
      `${UNLOCK} DELETE FROM audit_chain`,
      'agent_command_log',
      1,
      'unrecorded',
    ],
    [
      'log and chain were emptied',
      `${UNLOCK} ${UNBOUND} DELETE FROM audit_chain; DELETE FROM agent_command_log`,
      'audit_chain',
      6,
      'missing',
    ],
    [
      'an entry was put in',
      `INSERT INTO audit_chain (${COLUMNS}) SELECT ${COLUMNS} FROM audit_chain WHERE seq = 3`,
      'audit_chain',
      7,
      'changed',
    ],
    [
      'two entries changed places',
      `${UNLOCK} UPDATE audit_chain SET seq = 9 WHERE seq = 3; UPDATE audit_chain SET seq = 3 WHERE seq = 4; UPDATE audit_chain SET seq = 4 WHERE seq = 9`,
      'audit_chain',
      3,
      'changed',
    ],
  ] as const)('%s', async (_, sql, table, id, problem) => {
    const { file, store } = recorded();
    execute(file, sql);
    const expected: AuditCheck = { kind: 'broken', fault: { table, id, problem } };
    expect(await auditOf(store).verify()).toEqual(expected);
  });

  test('an entry was rewritten together with its hash: the next one does not follow it', async () => {
    const { file, store } = recorded();
    const [entry] = select(file, `SELECT seq, ${COLUMNS} FROM audit_chain WHERE seq = 3`) as [ChainEntry];
    const forged = { ...entry, at: '2020-01-01 00:00:00' };
    const hash = hashOf(forged);
    execute(file, `${UNLOCK} UPDATE audit_chain SET at = '${forged.at}', hash = '${hash}' WHERE seq = 3`);
    expect(await auditOf(store).verify()).toEqual({
      kind: 'broken',
      fault: { table: 'audit_chain', id: 4, problem: 'misplaced' },
    });
  });
});

describe('rows from before there was a chain', () => {
  /** A database as version 1 of the program left it: one command that ended, one that was denied, one that runs. */
  function oldDatabase(): string {
    const file = databasePath();
    const database = openDatabase(file);
    planMigration(database, MIGRATIONS.slice(0, 1)).run(silentLog);
    const columns = 'session_id, phone_number, command, decision, exit_code, duration_ms, completed_at';
    database.execute(`INSERT INTO agent_command_log (${columns}) VALUES
      ('${FIRST}', '${PHONE}', 'npm test', 'allow', 0, 7, datetime('now')),
      ('${FIRST}', '${PHONE}', 'sudo ls', 'deny', NULL, NULL, NULL),
      ('${FIRST}', '${PHONE}', 'npm run watch', 'allow', NULL, NULL, NULL);
      INSERT INTO command_log_calls (session, call, log_id) VALUES ('${FIRST}', 'watch', 3);`);
    database.close();
    return file;
  }

  test('are chained as they are found when the database is first opened', async () => {
    const file = oldDatabase();
    const audit = auditOf(freshStore(file));
    expect([
      select(file, 'SELECT seq, kind, log_id FROM audit_chain ORDER BY seq'),
      (await audit.verify()).kind,
    ]).toEqual([
      [
        { seq: 1, kind: 'imported', log_id: 1 },
        { seq: 2, kind: 'result', log_id: 1 },
        { seq: 3, kind: 'imported', log_id: 2 },
        { seq: 4, kind: 'imported', log_id: 3 },
      ],
      'intact',
    ]);
  });

  test('take their result later, as any other', async () => {
    const store = freshStore(oldDatabase());
    const { commandLog } = store;
    const audit = auditOf(store);
    const ended = { exitCode: 0, stdoutPreview: '', stderrPreview: '', durationMs: 1 };
    commandLog.complete(FIRST, 'watch' as CallId, ended);
    expect(await audit.verify()).toMatchObject({ kind: 'intact', entries: 5 });
  });

  test('are found when they are changed afterwards', async () => {
    const file = oldDatabase();
    const audit = auditOf(freshStore(file));
    execute(file, `UPDATE agent_command_log SET command = 'ls' WHERE id = 2`);
    expect(await audit.verify()).toEqual({
      kind: 'broken',
      fault: { table: 'agent_command_log', id: 2, problem: 'changed' },
    });
  });

  test('are chained once: a chain that was emptied is not made anew', async () => {
    const file = oldDatabase();
    openTestStore({ path: file }).close();
    execute(file, `${UNLOCK} DELETE FROM audit_chain`);
    expect(await auditOf(freshStore(file)).verify()).toEqual({
      kind: 'broken',
      fault: { table: 'agent_command_log', id: 1, problem: 'unrecorded' },
    });
  });
});

describe('opened for reading', () => {
  test('sees what the running program has just stored', async () => {
    const { file } = recorded();
    const audit = openAudit(file);
    const seen = [audit.listRecent(1)[0]?.command, (await audit.verify()).kind];
    audit.close();
    expect(seen).toEqual(['curl x', 'intact']);
  });

  test('works when no program runs, and leaves the database as it is', async () => {
    const { file, store } = recorded();
    store.close();
    const audit = openAudit(file);
    const { kind } = await audit.verify();
    audit.close();
    expect(kind).toBe('intact');
  });

  test('says so when there is no database', () => {
    const file = databasePath();
    expect(thrownBy(() => openAudit(file))).toMatchObject({
      kind: 'not-found',
      message: `Nothing is stored yet: there is no ${file}. Start me with wasap start, or set DATA_DIR to the right folder.`,
    });
  });

  test('says so when the database is of an older program, and does not migrate it', () => {
    const file = databasePath();
    const database = openDatabase(file);
    planMigration(database, MIGRATIONS.slice(0, 1)).run(silentLog);
    database.close();
    expect(thrownBy(() => openAudit(file))).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('was last used by an older version'),
    });
    expect(select(file, 'PRAGMA user_version')).toEqual([{ user_version: 1 }]);
  });
});
