import { expect, test } from 'vitest';
import type { Store } from '../../src/contracts/store.ts';
import { conversationId, type SessionId } from '../../src/core/ids.ts';
import { silentLog } from '../../src/core/log.ts';
import { IN_MEMORY, openDatabase } from '../../src/store/database.ts';
import { planMigration } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { approvalRecord, inboundMessage, inboxEntry, outboxEntry } from './records.ts';
import { databasePath, freshStore, select } from './store-file.ts';

const CHAT = sessionRecord().conversation;
const ELSEWHERE = conversationId('console', 'x');
const idOf = (n: number) => `20261120-0000000${n}` as SessionId;

function storeWith(...sessions: readonly SessionDifference[]): Store {
  const store = freshStore();
  sessions.forEach((change, index) => {
    store.sessions.create(sessionRecord({ id: idOf(index + 1), number: index + 1 }, change));
  });
  return store;
}

function addWorktree({ worktrees }: Store, session: SessionId): void {
  worktrees.add({
    session,
    kind: 'branch',
    project: '/p',
    folder: `/w/${session}`,
    branch: 'b',
    createdAtMs: 1,
  });
}

const MADE = {
  baseCommit: 'c0ffee',
  baseBranch: 'refs/heads/main',
  base: { kind: 'kept', tree: 't' } as never,
  uncommitted: [],
  linked: [],
  dependencies: [],
  setup: null,
};

test.each<[string, readonly SessionDifference[], number]>([
  ['nothing', [], 1],
  ['one that runs', [{ state: { status: 'running' } }], 2],
  ['one that is queued', [{ state: { status: 'queued' } }], 2],
  ['one that is done', [{ state: { status: 'done' } }], 1],
  ['the first of two done', [{ state: { status: 'done' } }, { state: { status: 'waiting' } }], 1],
  [
    'one between two',
    [{ state: { status: 'paused' } }, { state: { status: 'parked' } }, { state: { status: 'running' } }],
    2,
  ],
  ['one of another chat', [{ state: { status: 'running' }, conversation: ELSEWHERE }], 1],
  ['a talk', [{ state: { status: 'running' }, mode: 'talk', number: 0 }], 1],
])('the free number beside %s', (_case, sessions, number) => {
  expect(storeWith(...sessions).taskNumbers.nextFree(CHAT)).toBe(number);
});

test('a task at rest keeps its number while its worktree waits for a choice', () => {
  const store = storeWith({ state: { status: 'done' } });
  addWorktree(store, idOf(1));
  const wanted = store.taskNumbers.nextFree(CHAT);
  store.worktrees.setMade(idOf(1), MADE);
  const ready = store.taskNumbers.nextFree(CHAT);
  store.worktrees.choose(idOf(1), 'merge', 'ana');
  const chosen = store.taskNumbers.nextFree(CHAT);
  store.worktrees.finish(idOf(1), 'refused');
  const refused = store.taskNumbers.nextFree(CHAT);
  store.worktrees.finish(idOf(1), 'done');
  const done = store.taskNumbers.nextFree(CHAT);
  expect({ wanted, ready, chosen, refused, done }).toEqual({
    wanted: 1,
    ready: 2,
    chosen: 2,
    refused: 2,
    done: 1,
  });
});

test('a task at rest keeps its number while it still asks something', () => {
  const store = storeWith({ state: { status: 'parked', reason: 'money' } });
  store.approvals.create(approvalRecord({ session: idOf(1) }));
  const asking = store.taskNumbers.nextFree(CHAT);
  store.approvals.decide(approvalRecord().id, { state: 'expired', answer: '', atMs: 3 });
  expect([asking, store.taskNumbers.nextFree(CHAT)]).toEqual([2, 1]);
});

test('whoever goes on keeps a number that nobody else has, and no other', () => {
  const { sessions, taskNumbers } = storeWith(
    { state: { status: 'done' }, number: 1 },
    { state: { status: 'running' }, number: 1 },
    { state: { status: 'done' }, number: 3 },
    { state: { status: 'done' }, number: 0 },
  );
  const free = [1, 2, 3, 4].map((n) => taskNumbers.isFree(sessions.get(idOf(n)) ?? sessionRecord()));
  expect([free, taskNumbers.nextFree(CHAT, idOf(2))]).toEqual([[false, true, true, false], 1]);
});

test('a number means the task that has it now, however old', () => {
  const { taskNumbers } = storeWith(
    { state: { status: 'running' }, number: 1 },
    { state: { status: 'done' }, number: 1 },
  );
  expect(taskNumbers.findHolder(CHAT, 1)?.id).toBe(idOf(1));
});

test('a number that nobody has means the newest task that had it', () => {
  const { taskNumbers } = storeWith(
    { state: { status: 'done' }, number: 1 },
    { state: { status: 'failed' }, number: 1 },
    { state: { status: 'running' }, number: 1, conversation: ELSEWHERE },
  );
  expect([taskNumbers.findHolder(CHAT, 1)?.id, taskNumbers.findHolder(CHAT, 2)]).toEqual([
    idOf(2),
    undefined,
  ]);
});

/** One step of a person: a new task, an end, or more work for one that was at rest. */
function anyStep(
  { sessions, taskNumbers }: Store,
  all: SessionId[],
  random: (below: number) => number,
): void {
  const one = sessions.get(all[random(Math.max(1, all.length))] ?? idOf(0));
  const act = random(3);
  if (one === undefined || act === 0) {
    const id = `20261120-000010${all.length}` as SessionId;
    sessions.create(sessionRecord({ id, number: taskNumbers.nextFree(CHAT), state: { status: 'running' } }));
    all.push(id);
  } else if (act === 1) sessions.update(one.id, { state: { status: 'done' }, atMs: 1 });
  else if (one.state.status === 'done') {
    const number = taskNumbers.isFree(one) ? one.number : taskNumbers.nextFree(CHAT, one.id);
    sessions.update(one.id, { state: { status: 'running' }, number, atMs: 1 });
  }
}

test('any order of beginnings, ends and further work leaves open tasks with numbers of their own', {
  tags: 'full',
}, () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    let state = seed;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const store = freshStore(IN_MEMORY);
    const all: SessionId[] = [];
    for (let step = 0; step < 40; step += 1) {
      anyStep(store, all, random);
      const open = store.sessions
        .listOpen(CHAT)
        .flatMap(({ state: { status }, number }) => (status === 'running' ? number : []));
      expect(new Set(open).size).toBe(open.length);
    }
  }
});

test('who works in a folder is known across chats and programs, oldest first, as long as it is open', () => {
  const { sessions } = storeWith(
    { state: { status: 'running' }, workspace: '/p' },
    { state: { status: 'done' }, workspace: '/p' },
    { state: { status: 'queued' }, workspace: '/p', conversation: ELSEWHERE, instance: 'other' as never },
    { state: { status: 'running' }, workspace: '/q' },
  );
  expect({
    open: sessions.listOpenIn('/p').map(({ id }) => id),
    holding: sessions.listHolders('/p').map(({ id }) => id),
  }).toEqual({ open: [idOf(1), idOf(3)], holding: [idOf(1)] });
});

test('a database from before there were numbers gives them to its open tasks', () => {
  const file = databasePath();
  const before = MIGRATIONS.slice(0, 12);
  freshStore(file).close();
  const old = databasePath();
  const database = openDatabase(old);
  planMigration(database, before).run(silentLog);
  const columns = `seq, id, instance, conversation, owner, mode, workspace, model, status, cancel_requested, round,
    stretch_start, active_ms, cost_micro_usd, cost_known, tokens, extra_micro_usd, created_at_ms, updated_at_ms,
    source_message_id, locale`;
  const rows = [
    "1, 'a', 'i', 'c:1', 'ana', 'agent', '/p', 'm', 'done'",
    "2, 'b', 'i', 'c:1', 'ana', 'agent', '/p', 'm', 'waiting'",
    "3, 'c', 'i', 'c:1', 'ana', 'talk', '/p', 'm', 'running'",
    "4, 'd', 'i', 'c:1', 'ana', 'agent', '/p', 'm', 'queued'",
    "5, 'e', 'i', 'c:2', 'bob', 'agent', '/p', 'm', 'running'",
  ].map((row) => `(${row}, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 'm1', 'en')`);
  database.execute(`INSERT INTO sessions (${columns}) VALUES ${rows.join(', ')}`);
  database.close();
  freshStore(old).close();
  expect(select(old, 'SELECT id, number, project FROM sessions ORDER BY seq')).toEqual([
    { id: 'a', number: 0, project: '/p' },
    { id: 'b', number: 1, project: '/p' },
    { id: 'c', number: 0, project: '/p' },
    { id: 'd', number: 2, project: '/p' },
    { id: 'e', number: 1, project: '/p' },
  ]);
});

test('a message of the program means the task that it told about', () => {
  const store = storeWith(
    { origin: { sourceMessageId: 'own' } },
    { origin: { sourceMessageId: 'other own' } },
  );
  const { sessions, outbox, cards, approvals, inbox } = store;
  const [one] = [idOf(1)];
  cards.put(one, { id: 'card-1', openedAtMs: 1 });
  cards.put(one, { id: 'card-2', openedAtMs: 2 });
  cards.put(idOf(2), { id: 'card-3', openedAtMs: 2 });
  cards.remove(idOf(2));
  approvals.create(approvalRecord({ session: one, messageId: 'question' }));
  outbox.add(outboxEntry('report', { dedupeKey: `ended:${one}:x` }));
  outbox.add(outboxEntry('line', { dedupeKey: `progress:${one}:3` }));
  outbox.add(outboxEntry('restart', { dedupeKey: `restart:${one}` }));
  outbox.add(outboxEntry('elsewhere', { dedupeKey: `restart:${one}`, conversation: ELSEWHERE }));
  outbox.add(outboxEntry('other', { dedupeKey: 'flood:console:local:7' }));
  const begun = inbox.accept({ ...inboxEntry('own'), message: inboundMessage({ id: 'own' }) });
  outbox.add(outboxEntry('answer', { dedupeKey: `reply:${begun?.seq}:1` }));
  const meant = (message: string) => sessions.findByMessage(CHAT, message)?.id;
  const ids = ['card-1', 'card-2', 'card-3', 'question', 'report', 'line', 'restart', 'elsewhere', 'other'];
  expect(Object.fromEntries([...ids, 'own', 'answer', 'unknown'].map((id) => [id, meant(id)]))).toEqual({
    'card-1': one,
    'card-2': one,
    'card-3': idOf(2),
    question: one,
    report: one,
    line: one,
    restart: one,
    elsewhere: undefined,
    other: undefined,
    own: one,
    answer: one,
    unknown: undefined,
  });
});

test('what a person wrote before a message comes newest first, theirs alone, and not from long ago', () => {
  const { inbox } = freshStore();
  const says = (id: string, atMs: number, sender = 'ana') =>
    inbox.accept({ ...inboxEntry(id), message: inboundMessage({ id, sender }), atMs });
  says('old', 10);
  says('one', 100);
  says('of bob', 110, 'bob');
  says('two', 120);
  says('now', 130);
  says('later', 140);
  const before = (id: string) =>
    inbox.listEarlier(inboundMessage({ id }), 50).map(({ message }) => message.id);
  expect([before('now'), before('never came')]).toEqual([['two', 'one'], []]);
});
