import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RecordChange, withChange } from '../../../src/contracts/session.ts';
import type { ConversationId, SessionId } from '../../../src/core/ids.ts';
import { readNumbered, taskTag } from '../../../src/gateway/tasks/task-name.ts';
import {
  choosePlacement,
  firstInLine,
  mustNotOverlap,
  type PlacementContext,
} from '../../../src/gateway/tasks/task-queue.ts';
import { sessionRecord } from '../../support/session-record.ts';

const task = sessionRecord({ state: { status: 'running' } });
const talk = sessionRecord({
  id: '20261120-00000009' as SessionId,
  mode: 'talk',
  state: { status: 'running' },
});
const ELSEWHERE = 'console:x' as ConversationId;

const BUSY: PlacementContext = {
  blocking: [task],
  folders: 1,
  maxParallelTasks: 3,
  hasRepository: true,
  writeEnabled: true,
};

test.each<[string, Partial<PlacementContext>, unknown]>([
  ['nothing works there', { blocking: [] }, { kind: 'workspace' }],
  ['nothing works there, at the limit', { blocking: [], folders: 9 }, { kind: 'workspace' }],
  ['a task works there', {}, { kind: 'worktree', beside: task }],
  ['a talk and then a task are there', { blocking: [talk, task] }, { kind: 'worktree', beside: task }],
  ['a talk is there', { blocking: [talk] }, { kind: 'queue', behind: talk, why: undefined }],
  ['it has room for one more', { folders: 2 }, { kind: 'worktree', beside: task }],
  ['it is at the limit', { folders: 3 }, { kind: 'queue', behind: task, why: 'limit' }],
  [
    'there is no repository, whatever the limit',
    { hasRepository: false, folders: 3 },
    { kind: 'queue', behind: task, why: 'no-repository' },
  ],
  ['one at a time is wanted', { maxParallelTasks: 1 }, { kind: 'queue', behind: task, why: undefined }],
  ['nothing may be changed', { writeEnabled: false }, { kind: 'queue', behind: task, why: undefined }],
])('where a new task works when %s', (_case, change, place) => {
  expect(choosePlacement({ ...BUSY, ...change })).toEqual(place);
});

test.each([
  ['two tasks of one chat', {}, {}, true],
  ['two tasks of two chats', {}, { conversation: ELSEWHERE }, true],
  ['a talk and a task of one chat', { mode: 'talk' }, {}, true],
  ['a talk and a task of two chats', { mode: 'talk' }, { conversation: ELSEWHERE }, false],
  ['two talks of two chats', { mode: 'talk' }, { mode: 'talk', conversation: ELSEWHERE }, false],
  ['two tasks in two folders', {}, { workspace: '/elsewhere' }, false],
] as const)('%s take turns: %s', (_case, one, other, turns) => {
  const [first, second] = [sessionRecord(one), sessionRecord(other)];
  expect([mustNotOverlap(first, second), mustNotOverlap(second, first)]).toEqual([turns, turns]);
});

test.each([
  ['#2', { number: 2, words: '' }],
  [' #12 ', { number: 12, words: '' }],
  ['# 2', { number: 2, words: '' }],
  ['＃2', { number: 2, words: '' }],
  ['＃１２　usa yarn', { number: 12, words: 'usa yarn' }],
  ['#2 use yarn', { number: 2, words: 'use yarn' }],
  ['#2: use\nyarn', { number: 2, words: 'use\nyarn' }],
  ['#2, y también los tests', { number: 2, words: 'y también los tests' }],
  ['#2?', { number: 2, words: '' }],
  ['#2\nuse yarn', { number: 2, words: 'use yarn' }],
  ['#02 x', { number: 2, words: 'x' }],
  ['#2fast', undefined],
  ['#2e2e2e is the colour', undefined],
  ['#12345 x', undefined],
  ['#', undefined],
  ['##2', undefined],
  ['#\n2', undefined],
  ['2', undefined],
  ['fix #2', undefined],
  ['', undefined],
])('%j read as the number of a task', (text, numbered) => {
  expect(readNumbered(text)).toEqual(numbered);
});

describe('a task shows its number', () => {
  const other = sessionRecord({
    id: '20261120-00000002' as SessionId,
    number: 2,
    state: { status: 'queued' },
  });
  const tag = (
    open: readonly (typeof task)[],
    {
      maxParallelTasks = 3,
      folder,
      ...change
    }: RecordChange & { maxParallelTasks?: number; folder?: string } = {},
  ) =>
    taskTag(withChange(task, change), {
      maxParallelTasks,
      store: {
        sessions: {
          hasOtherTask: (_: unknown, except: SessionId) =>
            open.some(({ id, mode }) => mode === 'agent' && id !== except),
        },
        worktrees: {
          findActive: ({ workspace }: typeof task) => (workspace === folder ? { folder } : undefined),
        },
      } as never,
    });

  test.each([
    ['alone in the workspace', tag([task]), ''],
    ['beside another', tag([task, other]), '#1 '],
    ['at rest beside another', tag([other], { state: { status: 'done' } }), '#1 '],
    ['beside a talk', tag([task, talk]), ''],
    ['alone in a worktree', tag([task], { workspace: '/w', folder: '/w' }), '#1 '],
    ['after it was brought over', tag([task], { folder: '/w' }), ''],
    ['where one works after the other', tag([task, other], { maxParallelTasks: 1 }), ''],
    ['a talk, never', tag([task, other], { number: 0 }), ''],
  ])('%s', (_case, shown, expected) => {
    expect(shown).toBe(expected);
  });
});

test('first in line is what takes no turns with anything before it', () => {
  const worker = fc.record({
    mode: fc.constantFrom('agent', 'talk'),
    conversation: fc.constantFrom('console:a', 'console:b', 'console:c'),
    workspace: fc.constantFrom('/shop', '/copy'),
  });
  fc.assert(
    fc.property(fc.array(worker, { maxLength: 12 }), (workers) => {
      const queued = workers.map((one) => sessionRecord(one as Partial<typeof task>));
      const expected = queued.filter(
        (one, place) => !queued.slice(0, place).some((earlier) => mustNotOverlap(one, earlier)),
      );
      expect(firstInLine(queued)).toEqual(expected);
    }),
  );
});
