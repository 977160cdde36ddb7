import { expect, test } from 'vitest';
import * as z from 'zod';
import { DAY_MS, systemClock } from '../../../src/core/clock.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { type LogFields, silentLog } from '../../../src/core/log.ts';
import { cutOldAudit } from '../../../src/features/audit/audit-feature.ts';
import { attemptDigest, hashOf, LogRow, NO_PREVIOUS, resultDigest } from '../../../src/store/command-log.ts';
import { openDatabase } from '../../../src/store/database.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { databasePath, execute, freshStore, select, thrownBy } from '../../store/store-file.ts';
import { auditCutterOf, auditOf } from '../../support/audit-of.ts';
import { openTestStore } from '../../support/test-store.ts';

const SESSION = '20261120-00000001' as SessionId;
const NOW_MS = Date.now();
const BEFORE_MS = NOW_MS - 365 * DAY_MS;

const APPEND_ONLY = { message: expect.stringMatching(/append-only/) };

type Written = readonly ['attempt' | 'result', row: number, daysAgo: number];

const stamp = (daysAgo: number): string =>
  new Date(NOW_MS - daysAgo * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');

/** A record as it would have been written on those days. */
function recordOf(written: readonly Written[]): { readonly file: string; readonly store: OpenStore } {
  const file = databasePath();
  openTestStore({ path: file }).close();
  const database = openDatabase(file);
  const insert = database.write(
    `INSERT INTO agent_command_log (id, session_id, phone_number, command, decision, started_at)
     VALUES (@id, '${SESSION}', '34600111222', 'npm test', 'allow', @at)`,
  );
  const end = database.write(
    "UPDATE agent_command_log SET exit_code = 0, stdout_preview = 'ok', duration_ms = 5, completed_at = @at WHERE id = @id",
  );
  const row = database.read('SELECT * FROM agent_command_log WHERE id = @id', LogRow);
  const chain = database.write(
    `INSERT INTO audit_chain (seq, at, kind, log_id, session, digest, previous, hash)
     VALUES (@seq, @at, @kind, @log_id, @session, @digest, @previous, @hash)`,
  );
  let previous = NO_PREVIOUS;
  for (const [index, [kind, id, daysAgo]] of written.entries()) {
    const at = stamp(daysAgo);
    (kind === 'attempt' ? insert : end).run({ id, at });
    const stored = row.get({ id });
    if (stored === undefined) throw new Error('no row');
    const digest = kind === 'attempt' ? attemptDigest(stored) : resultDigest(stored);
    const entry = { seq: index + 1, at, kind, log_id: id, session: SESSION, digest, previous };
    previous = hashOf(entry);
    chain.run({ ...entry, hash: previous });
  }
  database.close();
  return { file, store: freshStore(file) };
}

const entriesIn = (file: string) => select(file, 'SELECT seq FROM audit_chain ORDER BY seq').map(seqOf);
const rowsIn = (file: string) =>
  select(file, 'SELECT id AS seq FROM agent_command_log ORDER BY id').map(seqOf);
const seqOf = (row: unknown) => z.object({ seq: z.int() }).parse(row).seq;

const FIVE: readonly Written[] = [
  ['attempt', 1, 900],
  ['result', 1, 900],
  ['attempt', 2, 800],
  ['result', 2, 800],
  ['attempt', 3, 5],
];

test('what is old goes with its rows; what stays is proved from the cut on, and says so', async () => {
  const { file, store } = recordOf(FIVE);
  const whole = await auditOf(store).verify();
  const hash = z
    .object({ hash: z.string() })
    .parse(select(file, 'SELECT hash FROM audit_chain WHERE seq = 4')[0]).hash;
  const counts = [auditCutterOf(store).cut(BEFORE_MS, 100), auditCutterOf(store).cut(BEFORE_MS, 100)];
  expect({ whole: whole.kind, counts, entries: entriesIn(file), rows: rowsIn(file) }).toEqual({
    whole: 'intact',
    counts: [4, 0],
    entries: [5],
    rows: [3],
  });
  expect(await auditOf(store).verify()).toEqual({
    kind: 'intact',
    entries: 1,
    lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    cut: { entries: 4, hash, until: stamp(800) },
  });
});

test.each<[string, readonly Written[], number, readonly number[]]>([
  [
    'a command that ended behind a young one stays with all that follows it',
    [
      ['attempt', 1, 900],
      ['attempt', 2, 900],
      ['result', 2, 900],
      ['attempt', 3, 5],
      ['result', 1, 5],
    ],
    0,
    [1, 2, 3],
  ],
  [
    'one whose end is far behind goes with it, when all between is old',
    [
      ['attempt', 1, 900],
      ['attempt', 2, 890],
      ['result', 2, 890],
      ['attempt', 3, 880],
      ['result', 1, 870],
      ['attempt', 4, 5],
    ],
    5,
    [4],
  ],
  [
    'one that never ended goes as well',
    [
      ['attempt', 1, 900],
      ['attempt', 2, 900],
    ],
    2,
    [],
  ],
])('%s', async (_, written, gone, rows) => {
  const { file, store } = recordOf(written);
  expect([
    auditCutterOf(store).cut(BEFORE_MS, 2),
    (await auditOf(store).verify()).kind,
    rowsIn(file),
  ]).toEqual([gone, 'intact', rows]);
});

test('in small commits the same goes as in one', async () => {
  const many = Array.from({ length: 60 }, (_, n): Written[] => [
    ['attempt', n + 1, 900],
    ['result', n + 1, 900],
  ]).flat();
  const { file, store } = recordOf([...many, ['attempt', 61, 5]]);
  const counts: number[] = [];
  while (counts.at(-1) !== 0) counts.push(auditCutterOf(store).cut(BEFORE_MS, 50));
  expect([counts, rowsIn(file), (await auditOf(store).verify()).kind]).toEqual([
    [50, 50, 20, 0],
    [61],
    'intact',
  ]);
});

test('the record goes on after all of it went', async () => {
  const { store } = recordOf(FIVE.slice(0, 4));
  auditCutterOf(store).cut(BEFORE_MS, 100);
  store.commandLog.addAttempt({
    session: SESSION,
    call: 'c' as CallId,
    phoneNumber: '1',
    command: 'ls',
    decision: 'allow',
  });
  expect(await auditOf(store).verify()).toMatchObject({ kind: 'intact', entries: 1, cut: { entries: 4 } });
});

test.each<[string, string, string]>([
  ['the first entry that stayed', 'DELETE FROM audit_chain WHERE seq = 5', 'missing'],
  ['the last one', 'DELETE FROM audit_chain WHERE seq = 6', 'changed'],
  ['a row that stayed', "UPDATE agent_command_log SET command = 'ls' WHERE id = 3", 'changed'],
  [
    'a row that was put back',
    "INSERT INTO agent_command_log (id, session_id, phone_number, command, decision) VALUES (1, 's', 'p', 'c', 'allow')",
    'unrecorded',
  ],
])('a change after a cut is found: %s', async (_, sql, problem) => {
  const { file, store } = recordOf([...FIVE, ['result', 3, 5]]);
  auditCutterOf(store).cut(BEFORE_MS, 100);
  execute(file, `DROP TRIGGER audit_chain_is_not_shortened; ${sql}`);
  expect(await auditOf(store).verify()).toMatchObject({ kind: 'broken', fault: { problem } });
});

test.each<[string, string, RegExp]>([
  ['without a cut no entry goes', 'DELETE FROM audit_chain WHERE seq = 1', /append-only/],
  [
    'a cut that names another hash is none',
    "INSERT INTO audit_cuts (up_to, hash, last_row, until) VALUES (2, 'x', 1, '')",
    /names an entry/,
  ],
  [
    'nothing of the last 29 days can be cut',
    "INSERT INTO audit_cuts (up_to, hash, last_row, until) SELECT 5, hash, 3, '' FROM audit_chain WHERE seq = 5",
    /last 29 days/,
  ],
])('%s', (_, sql, refusal) => {
  const { file } = recordOf(FIVE);
  expect(thrownBy(() => execute(file, sql))).toMatchObject({ message: expect.stringMatching(refusal) });
});

test('a cut is neither changed nor taken back', () => {
  const { file, store } = recordOf(FIVE);
  auditCutterOf(store).cut(BEFORE_MS, 100);
  const tries = ["UPDATE audit_cuts SET hash = 'x'", 'DELETE FROM audit_cuts'].map((sql) =>
    thrownBy(() => execute(file, sql)),
  );
  expect(tries).toMatchObject([APPEND_ONLY, APPEND_ONLY]);
});

test.each([
  ['as long as the settings say', 365 * DAY_MS, [4], [5]],
  ['for ever', undefined, [], [1, 2, 3, 4, 5]],
])('is kept %s', async (_how, auditMs, logged, entries) => {
  const { file, store } = recordOf(FIVE);
  const cut: unknown[] = [];
  const log = { ...silentLog, info: (_event: string, fields?: LogFields) => void cut.push(fields?.entries) };
  await cutOldAudit({ cutter: auditCutterOf(store), keep: { auditMs }, clock: systemClock, log });
  expect([cut, entriesIn(file)]).toEqual([logged, entries]);
});
