import { expect, test } from 'vitest';
import type { SessionStatus } from '../../src/contracts/session.ts';
import type { Store } from '../../src/contracts/store.ts';
import type { MadeWorktree } from '../../src/contracts/worktrees.ts';
import { type CallId, conversationId, type SessionId } from '../../src/core/ids.ts';
import { sessionRecord } from '../support/session-record.ts';
import { freshStore, INSTANCE, OTHER } from './store-file.ts';

const ONE = '20261120-00000001' as SessionId;
const CHAT = conversationId('console', 'local');
const MADE = { baseCommit: 'c0ffee', baseBranch: 'refs/heads/main' } as MadeWorktree;

function storeWith(status: SessionStatus = 'done'): Store {
  const store = freshStore();
  store.sessions.create(
    sessionRecord({ id: ONE, workspace: '/w/one', project: '/p', state: { status }, instance: OTHER }),
  );
  const place = { kind: 'branch', project: '/p', folder: '/w/one', branch: 'b', createdAtMs: 7 } as const;
  store.worktrees.add({ session: ONE, ...place });
  store.worktrees.setMade(ONE, MADE);
  return store;
}

const openIn = ({ worktrees }: Store) => worktrees.listUndecided(CHAT).map(({ session }) => session);

test('a task at rest waits for a choice until one is made, and again when it was refused', () => {
  const store = storeWith();
  const before = openIn(store);
  store.worktrees.choose(ONE, 'merge', 'ana');
  const chosen = openIn(store);
  store.worktrees.finish(ONE, 'refused');
  const refused = openIn(store);
  store.worktrees.choose(ONE, 'keep', 'ana');
  store.worktrees.finish(ONE, 'done');
  expect({ before, chosen, refused, kept: openIn(store) }).toEqual({
    before: [ONE],
    chosen: [],
    refused: [ONE],
    kept: [],
  });
});

test.each(['queued', 'running', 'waiting', 'paused'] as const)(
  'nobody is asked about a task that is %s',
  (status) => {
    expect(openIn(storeWith(status))).toEqual([]);
  },
);

test('a task that was brought over works in the project: nothing is left to choose', () => {
  const store = storeWith();
  store.sessions.update(ONE, { workspace: '/p', atMs: 1 });
  expect(openIn(store)).toEqual([]);
});

test('one that was put away and made again waits for a choice again', () => {
  const store = storeWith();
  store.worktrees.choose(ONE, 'keep', 'ana');
  store.worktrees.finish(ONE, 'done');
  store.worktrees.setState(ONE, 'gone');
  const gone = openIn(store);
  store.worktrees.setMade(ONE, MADE);
  expect({ gone, again: openIn(store), choice: store.worktrees.get(ONE)?.choice }).toEqual({
    gone: [],
    again: [ONE],
    choice: undefined,
  });
});

test.each([
  ['merge', true, true],
  ['apply', true, true],
  ['keep', false, true],
  ['discard', false, true],
] as const)('while a %s is carried out', (choice, holdsProject, holdsTask) => {
  const { worktrees } = storeWith();
  const other = '20261120-00000009' as SessionId;
  const calm = [worktrees.isLandingIn('/p'), worktrees.isBusy(other, '/p'), worktrees.isBusy(ONE, '/w/one')];
  worktrees.choose(ONE, choice, 'ana');
  expect({
    calm,
    project: [
      worktrees.isLandingIn('/p'),
      worktrees.isBusy(other, '/p'),
      worktrees.isBusy(other, '/elsewhere'),
    ],
    task: worktrees.isBusy(ONE, '/w/one'),
  }).toEqual({ calm: [false, false, false], project: [holdsProject, holdsProject, false], task: holdsTask });
});

test("a choice that a program left behind is the next one's", () => {
  const store = storeWith();
  store.instances.register({ id: INSTANCE, pid: 1, startTime: '', atMs: 0 });
  store.instances.register({ id: OTHER, pid: 2, startTime: '', atMs: 0 });
  store.worktrees.choose(ONE, 'merge', 'ana');
  const before = store.worktrees.listUnfinished(INSTANCE).length;
  store.instances.adopt(OTHER, INSTANCE);
  expect({ before, after: store.worktrees.listUnfinished(INSTANCE).map(({ session }) => session) }).toEqual({
    before: 0,
    after: [ONE],
  });
});

test('of the steps of a task only the one that is named stays, or none', () => {
  const { checkpoints } = storeWith();
  for (const call of ['a', 'b', 'c'] as CallId[])
    checkpoints.begin({ session: ONE, call, before: undefined, problem: undefined });
  checkpoints.keepOnly(ONE, 'b' as CallId);
  const one = checkpoints.listCurrent(ONE).map(({ call }) => call);
  checkpoints.keepOnly(ONE, undefined);
  expect({ one, none: checkpoints.hasAny(ONE) }).toEqual({ one: ['b'], none: false });
});
