import { expect, test } from 'vitest';
import type { SessionRecord } from '../../src/contracts/session.ts';
import type { SessionId } from '../../src/core/ids.ts';
import { createTaskRows, type TaskFilter } from '../../src/store/task-rows.ts';
import { sessionRecord } from '../support/session-record.ts';
import { freshStore } from './store-file.ts';

const TASKS: readonly Partial<SessionRecord>[] = [
  { task: 'fix the login', owner: 'ana', project: '/p/shop', status: 'done' },
  { task: 'Arregla el LOGIN de la página', owner: 'bea', project: '/q/shop', status: 'failed' },
  { task: 'draw a cat', owner: 'ana', project: '/p/workshop', status: 'running' },
  { task: 'what is this?', owner: 'ana', project: '/p/shop', status: 'waiting', mode: 'talk' },
  { task: 'stop here', owner: 'bea', project: '/p/shop', status: 'parked' },
];

function rows() {
  const store = freshStore();
  for (const [index, change] of TASKS.entries())
    store.sessions.create(
      sessionRecord({ id: `20261120-0000000${index + 1}` as SessionId, workspace: '/w', ...change }),
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
])('tasks are found: %s', (_what, filter, found) => {
  const list = rows();
  expect([list.find(filter, { limit: 9 }).map(({ seq }) => seq), list.count(filter)]).toEqual([
    found,
    found.length,
  ]);
});

test('pages follow each other without a gap, also while new tasks begin', () => {
  const list = rows();
  const first = list.find({}, { limit: 2 });
  const rest = list.find({}, { limit: 9, before: first.at(-1)?.seq });
  expect([first, rest].map((page) => page.map(({ seq }) => seq))).toEqual([
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
