import { expect, test } from 'vitest';
import type { SessionId } from '../../src/core/ids.ts';
import type { Database } from '../../src/store/database.ts';
import { createTaskRows, MAX_LOOKED_AT, type TaskFilter, type TaskRows } from '../../src/store/task-rows.ts';
import { type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { freshStore } from './store-file.ts';

const TASKS: readonly SessionDifference[] = [
  { task: 'fix the login', owner: 'ana', project: '/p/shop', state: { status: 'done' } },
  { task: 'Arregla el LOGIN de la página', owner: 'bea', project: '/q/shop', state: { status: 'failed' } },
  { task: 'draw a cat', owner: 'ana', project: '/p/workshop', state: { status: 'running' } },
  { task: 'what is this?', owner: 'ana', project: '/p/shop', state: { status: 'waiting' }, mode: 'talk' },
  { task: 'stop here', owner: 'bea', project: '/p/shop', state: { status: 'parked' } },
];

function rows() {
  const store = freshStore();
  for (const [index, change] of TASKS.entries())
    store.sessions.create(
      sessionRecord({ id: `20261120-0000000${index + 1}` as SessionId, workspace: '/w' }, change),
    );
  return createTaskRows(store.database);
}

test.each<readonly [string, TaskFilter, readonly number[]]>([
  ['everything', {}, [5, 4, 3, 2, 1]],
  ['of a person', { owner: 'bea' }, [5, 2]],
  ['in a state', { status: 'failed' }, [2]],
  ['that has not come to rest', { isOpen: true }, [4, 3]],
  ['that has', { isOpen: false }, [5, 2, 1]],
  ['without talks', { mode: 'agent', isOpen: true }, [3]],
  ['of a project, by the name of its folder', { project: 'shop' }, [5, 4, 2, 1]],
  ['of a project whose name is the end of another one', { project: 'hop' }, []],
  ['with a word, in any letters', { words: ['login'] }, [2, 1]],
  ['with two words, in any order', { words: ['LOGIN', 'fix'] }, [1]],
  ['with a word that one of them lacks', { words: ['login', 'cat'] }, []],
  ['with a letter that has an accent', { words: ['página'] }, [2]],
  ['with what a pattern would read', { words: ['%'] }, []],
  ['of several at once', { owner: 'ana', project: 'shop', words: ['t'] }, [4, 1]],
  ['with letters beyond ASCII, large or small', { words: ['PÁGINA'] }, [2]],
  ['in a state that is open', { status: 'running', words: ['cat'] }, [3]],
])('tasks are found: %s', async (_what, filter, found) => {
  const { tasks, next } = await rows().find(filter, { limit: 9 });
  expect([tasks.map(({ seq }) => seq), next]).toEqual([found, undefined]);
});

test.each<readonly [string, Parameters<TaskRows['count']>[0], number]>([
  ['all', {}, 5],
  ['of a person', { owner: 'bea' }, 2],
  ['open ones, without talks', { mode: 'agent', isOpen: true }, 1],
  ['open ones of somebody who has none', { owner: 'bea', isOpen: true }, 0],
  ['at rest', { isOpen: false }, 3],
])('tasks are counted: %s', (_what, filter, count) => {
  expect(rows().count(filter)).toBe(count);
});

test('one look goes through so many tasks and lets other work go on; the next one goes further back', {
  tags: 'full',
}, async () => {
  const store = freshStore();
  const first = { task: 'the only needle', owner: 'ana' };
  store.sessions.create(sessionRecord({ id: '20261120-00000001' as SessionId, ...first }));
  copyTasks(store.database, MAX_LOOKED_AT + 500);
  const list = createTaskRows(store.database);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  const filter = { words: ['needle'] };
  const newest = await list.find(filter, { limit: 9 });
  clearInterval(timer);
  const further = await list.find(filter, { limit: 9, before: newest.next });
  const ofAna = await list.find({ ...filter, owner: 'ana' }, { limit: 9 });
  expect([newest, further, ofAna].map(({ tasks, next }) => [tasks.length, next])).toEqual([
    [0, 502],
    [1, undefined],
    [1, undefined],
  ]);
  expect(turns).toBeGreaterThan(5);
});

/** Newer tasks of somebody else, with other words. */
function copyTasks(database: Database, copies: number): void {
  const columns =
    'conversation, mode, workspace, project, model, status, cancel_requested, round, stretch_start, active_ms';
  const more = `${columns}, cost_micro_usd, cost_known, tokens, extra_micro_usd, created_at_ms, updated_at_ms, instance, source_message_id, locale, forgotten`;
  const numbers = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${copies})`;
  database.execute(`INSERT INTO sessions (id, owner, number, ${more})
    ${numbers} SELECT 'copy-' || n, 'bea', n, ${more} FROM sessions, n WHERE seq = 1`);
  database.execute(`INSERT INTO session_texts (session, task) ${numbers} SELECT 'copy-' || n, 'hay' FROM n`);
}

test('pages follow each other without a gap, also while new tasks begin', async () => {
  const list = rows();
  const first = await list.find({}, { limit: 2 });
  const rest = await list.find({}, { limit: 9, before: first.next });
  expect([first, rest].map(({ tasks }) => tasks.map(({ seq }) => seq))).toEqual([
    [5, 4],
    [3, 2, 1],
  ]);
});

test('a person is offered the projects of their own tasks', () => {
  const list = rows();
  expect([list.projects('bea').toSorted(), list.projects(undefined).toSorted(), list.owners()]).toEqual([
    ['/p/shop', '/q/shop'],
    ['/p/shop', '/p/workshop', '/q/shop'],
    ['ana', 'bea'],
  ]);
});
