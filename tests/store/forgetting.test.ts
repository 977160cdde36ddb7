import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SessionStatus } from '../../src/contracts/session.ts';
import type { Store } from '../../src/contracts/store.ts';
import type { ApprovalId, CallId, ProcessId, SessionId } from '../../src/core/ids.ts';
import { GOING, WHOLE } from '../../src/store/forgetting.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { approvalRecord } from '../support/gateway-rig.ts';
import { metricsOf } from '../support/metrics-of.ts';
import { sessionRecord } from '../support/session-record.ts';
import { callRecord, databasePath, execute, freshStore, INSTANCE, OTHER, select } from './store-file.ts';

const SOURCE = path.resolve(import.meta.dirname, '../../src');
const OLD = '20260101-00000001' as SessionId;
const YOUNG = '20261120-00000002' as SessionId;

function create(
  store: Store,
  id: SessionId,
  { status = 'done', endedAtMs = 100 }: { status?: SessionStatus; endedAtMs?: number | undefined } = {},
): void {
  store.sessions.create(
    sessionRecord({
      id,
      state: { status, endedAtMs, updatedAtMs: endedAtMs },
      origin: { createdAtMs: 1 },
      usage: { costMicroUsd: 500 },
      project: '/shop',
    }),
  );
}

/** What a task leaves: words, calls, a question, files, money. */
function fill(store: Store, id: SessionId): void {
  for (let n = 0; n < 30; n += 1)
    store.history.append(id, n, { role: 'user', content: [{ type: 'text', text: `word ${n}` }] });
  store.history.setPlan(id, { steps: [] });
  store.calls.add(callRecord({ session: id }));
  store.approvals.create(approvalRecord({ session: id, id: 'old' as ApprovalId, messageId: 'old' }));
  store.approvals.decide('old' as ApprovalId, {
    state: 'approved',
    answer: 'yes, with my words',
    scope: 'always',
    atMs: 2,
  });
  store.steering.add({ session: id, text: 'use yarn', inboxSeq: 1, atMs: 3 });
  store.ledger.noteSeen(id, 'a.ts', 'hash');
  store.ledger.noteWritten(id, { path: 'a.ts', before: undefined, after: 'h', heldForeignChanges: false });
  store.ledger.noteCommit(id, 'abc');
  store.checkpoints.begin({ session: id, call: 'call-1' as CallId, before: undefined, problem: 'none' });
  store.metrics.noteLoop({ session: id, action: 'warning', atMs: 5 });
  const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
  store.spending.add({ session: id, person: 'local', usage, microUsd: 500, atMs: 5 });
}

function forget(store: Store, id: SessionId, most = 7): number[] {
  const counts: number[] = [];
  while (counts.at(-1) !== 0) counts.push(store.forgetting().removeRows(id, most));
  store.forgetting().finish(id);
  return counts;
}

/** Every table that says whose rows it holds. */
function tablesWith(file: string, id: SessionId): readonly string[] {
  const tables = select(
    file,
    `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
     WHERE m.type = 'table' AND c.name IN ('session', 'id') AND m.name NOT IN ('inbox', 'outbox') ORDER BY m.name`,
  ) as readonly { name: string }[];
  return [...new Set(tables.map(({ name }) => name))].filter((table) => {
    const column = table === 'sessions' ? 'id' : 'session';
    const columns = select(file, `SELECT name FROM pragma_table_info('${table}')`) as readonly {
      name: string;
    }[];
    if (!columns.some(({ name }) => name === column)) return false;
    return select(file, `SELECT 1 FROM ${table} WHERE ${column} = '${id}' LIMIT 1`).length > 0;
  });
}

test('of an old session everything goes but its own row, money, loops and the bare questions', () => {
  const file = databasePath();
  const store = freshStore(file);
  create(store, OLD);
  fill(store, OLD);
  const begun = store.forgetting().begin(1000, 10);
  const counts = forget(store, OLD);
  const [approval] = select(
    file,
    'SELECT question, details, answer, offers, state, answered_at_ms AS at FROM approvals',
  );
  expect({
    begun,
    most: Math.max(...counts),
    left: tablesWith(file, OLD),
    approval,
    money: [store.spending.pastCosts('/shop', 1000), store.spending.sumSince('local', 0)],
    again: [store.forgetting().begin(1000, 10), store.forgetting().listBegun(10)],
  }).toEqual({
    begun: 1,
    most: 7,
    left: ['approvals', 'loop_detections', 'sessions', 'spending'],
    approval: { question: '', details: '', answer: null, offers: null, state: 'approved', at: 2 },
    money: [[500], 500],
    again: [0, []],
  });
});

test('figures of all times are the same before and after', () => {
  const store = freshStore();
  create(store, OLD);
  fill(store, OLD);
  const figures = () => metricsOf(store).over({ sinceMs: 0, untilMs: 10_000 });
  const before = figures();
  store.forgetting().begin(1000, 10);
  forget(store, OLD);
  expect(figures()).toEqual(before);
});

test('from its beginning on nobody is shown it', () => {
  const store = freshStore();
  create(store, OLD);
  create(store, YOUNG, { endedAtMs: 5000 });
  const { conversation } = sessionRecord();
  store.forgetting().begin(1000, 10);
  expect([
    store.sessions.get(OLD),
    store.sessions.listNewest(conversation, 9).map(({ id }) => id),
    store.forgetting().listBegun(9),
    [OLD, YOUNG].map((id) => store.forgetting().isForgotten(id)),
  ]).toEqual([undefined, [YOUNG], [OLD], [true, false]]);
});

const STATUSES: readonly SessionStatus[] = ['queued', 'running', 'waiting', 'paused', 'parked'];

test.each(STATUSES)('one that is %s stays, however old', (status) => {
  const store = freshStore();
  create(store, OLD, { status });
  expect(store.forgetting().begin(1000, 10)).toBe(0);
});

const worktree = (state: string, landing: string) =>
  `INSERT INTO worktrees (session, kind, project, folder, state, landing, created_at_ms)
   VALUES ('${OLD}', 'branch', '/shop', '/w', '${state}', ${landing}, 1)`;
const pull = (state: string) =>
  `INSERT INTO pull_requests (repository, number, url, session, state, next_at_ms, until_ms, seen)
   VALUES ('a/b', 1, 'u', '${OLD}', '${state}', 1, 1, '{}')`;
const undo = (state: string, revert: string) =>
  `INSERT INTO undos (instance, session, conversation, locale, requester, through, state, revert)
   VALUES ('i', '${OLD}', 'c', 'en', 'r', 1, '${state}', ${revert})`;

eachInFull<[string, string, number]>([
  ['a worktree waits for a choice', worktree('ready', 'NULL'), 0],
  ['a worktree is being made', worktree('wanted', 'NULL'), 0],
  ['its worktree is being brought over', worktree('gone', "'acting'"), 0],
  ['its worktree was put away', worktree('gone', "'done'"), 1],
  ['its pull request is followed', pull('followed'), 0],
  ['its pull request has ended', pull('ended'), 1],
  ['an undo is under way', undo('acting', 'NULL'), 0],
  ['a revert is still wanted', undo('done', "'wanted'"), 0],
  ['an undo is done', undo('done', "'done'"), 1],
])('%s: so many are forgotten', (_, sql, expected) => {
  const file = databasePath();
  const store = freshStore(file);
  create(store, OLD);
  execute(file, sql);
  const begun = store.forgetting().begin(1000, 10);
  if (begun > 0) forget(store, OLD);
  expect([begun, tablesWith(file, OLD).filter((table) => /worktrees|pull|undos/.test(table)).length]).toEqual(
    [expected, 1 - expected],
  );
});

test('a command that runs on, and a question that is open, keep it', () => {
  const store = freshStore();
  create(store, OLD);
  create(store, YOUNG);
  store.processes.add(OLD, 'call-1' as CallId, {
    id: 'p-1' as ProcessId,
    command: 'npm start',
    startedAtMs: 1,
    readFrom: { stdout: 0, stderr: 0 },
    lasts: 'task',
  });
  store.approvals.create(approvalRecord({ session: YOUNG }));
  expect(store.forgetting().begin(1000, 10)).toBe(0);
});

test('the oldest go first, and no more than asked for', () => {
  const store = freshStore();
  create(store, YOUNG, { endedAtMs: 300 });
  create(store, OLD, { endedAtMs: 200 });
  expect([store.forgetting().begin(1000, 1), store.forgetting().listBegun(9)]).toEqual([1, [OLD]]);
});

test('finding old sessions reads no more than there are', () => {
  const file = databasePath();
  freshStore(file);
  const plan = JSON.stringify(
    select(
      file,
      `EXPLAIN QUERY PLAN SELECT s.id FROM sessions s WHERE s.forgotten = 0
       AND s.status IN ('done', 'failed', 'cancelled') AND s.ended_at_ms < 5 ORDER BY s.ended_at_ms LIMIT 9`,
    ),
  );
  expect(plan).toContain('USING INDEX sessions_ended');
});

test('sessions of every instance are meant', () => {
  const store = freshStore();
  for (const [index, instance] of [INSTANCE, OTHER].entries())
    store.sessions.create(
      sessionRecord({
        id: `20260101-0000000${index}` as SessionId,
        instance,
        state: { status: 'done', endedAtMs: 5, updatedAtMs: 5 },
      }),
    );
  expect(store.forgetting().begin(1000, 10)).toBe(2);
});

/** Tables that name a session and keep their rows, each with the reason. */
const STAYING: Readonly<Record<string, string>> = {
  approvals: 'grants refer to them; only their texts go',
  audit_chain: 'the record of commands is cut by its own age',
  command_log_calls: 'the record of commands is cut by its own age',
  compaction_requests: 'one that is open keeps its session',
  cron_runs: 'they go with their cron',
  grant_uses: 'they say when a permission was used last',
  grants: 'a permission outlives the task in which it was given',
  jobs: 'the feature of jobs removes them',
  loop_detections: 'figures count them',
  offers: 'the feature of conversations removes them',
  pull_requests: 'one that another session asked about stays; the others go',
  session_texts: 'they go first, which hides the session',
  spending: 'money is counted for good',
};

test('each table that names a session goes with it, or stays for a reason', () => {
  const file = databasePath();
  freshStore(file);
  const naming = select(
    file,
    `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
     WHERE m.type = 'table' AND c.name = 'session' ORDER BY m.name`,
  ) as readonly { readonly name: string }[];
  const known = [...GOING.map(({ table }) => table), ...WHOLE, ...Object.keys(STAYING)];
  // A new table: name it in src/store/forgetting.ts, or above with the reason why its rows stay.
  expect(naming.map(({ name }) => name)).toEqual(known.sort());
});

/** Tables that belong to a chat and to no session, by how long the words of people stay in them. */
const WORDS_STAY: Readonly<Record<string, readonly string[]>> = {
  'there are none': [
    'approval_copies',
    'chosen_models',
    'conversation_workspaces',
    'cron_zones',
    'direct_chats',
    'fresh_starts',
    'front_chats',
    'front_notices',
    'front_welcomes',
    'lock_people',
    'quiet_chats',
    'relay_chats',
    'routing_messages',
    'sessions',
    'voice_chats',
  ],
  'as long as the chat': ['new_workspaces', 'notes'],
  'until a person clears or answers them': ['lock_answers', 'user_cron_jobs'],
  KEEP_MESSAGES_DAYS: ['inbox', 'outbox', 'web_messages'],
  'for less, by a tidy of its own': [
    'front_arrivals',
    'front_deliveries',
    'routings',
    'voice_notes',
    'whatsapp_journal',
  ],
};

test('of each table that belongs to a chat it is decided how long its words stay', () => {
  const file = databasePath();
  freshStore(file);
  const ofChats = select(
    file,
    `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
     WHERE m.type = 'table' AND c.name IN ('conversation', 'chat') AND NOT EXISTS (
       SELECT 1 FROM pragma_table_info(m.name) s WHERE s.name = 'session')
     GROUP BY m.name ORDER BY m.name`,
  ) as readonly { readonly name: string }[];
  expect(
    ofChats.map(({ name }) => name),
    'Name a new table in WORDS_STAY. What people wrote goes after KEEP_MESSAGES_DAYS, as docs/operations.md promises: ' +
      'remove it in `tidy` of its feature. What they want kept stays until they clear it: give them a command for that.',
  ).toEqual(Object.values(WORDS_STAY).flat().sort());
});

test('words that are to go are removed by a statement', () => {
  const source = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(SOURCE, name), 'utf8'))
    .join('\n');
  const going = Object.entries(WORDS_STAY).flatMap(([how, tables]) =>
    how === 'there are none' || how === 'as long as the chat' ? [] : tables,
  );
  const staying = going.filter(
    (table) =>
      !new RegExp(`DELETE FROM ${table}\\b|UPDATE ${table} SET (?:message|body) = '{}'`).test(source),
  );
  expect(staying).toEqual([]);
});
