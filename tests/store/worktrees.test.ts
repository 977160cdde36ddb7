import { expect, test } from 'vitest';
import type { Store } from '../../src/contracts/store.ts';
import type { LandingPlan, MadeWorktree } from '../../src/contracts/worktrees.ts';
import type { SessionId } from '../../src/core/ids.ts';
import { type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { freshStore, INSTANCE, OTHER } from './store-file.ts';

const ONE = '20261120-00000001' as SessionId;
const TWO = '20261120-00000002' as SessionId;

const MADE: MadeWorktree = {
  baseCommit: 'c0ffee',
  baseBranch: 'refs/heads/main',
  base: { kind: 'kept', tree: 't' } as never,
  uncommitted: ['a.ts'],
  linked: ['/p/node_modules'],
  dependencies: [{ path: 'node_modules', how: 'linked', why: '' }],
  setup: null,
};

const PLAN: LandingPlan = { kind: 'refused', refusal: { kind: 'conflict', files: ['a.ts'] } };

const NEW = {
  session: ONE,
  kind: 'branch',
  project: '/p',
  folder: '/w/one',
  branch: 'wasap/1-one',
  state: 'wanted',
  made: undefined,
  choice: undefined,
  landing: undefined,
  plan: undefined,
  chosenBy: undefined,
  createdAtMs: 7,
} as const;

function storeWith(...sessions: readonly SessionDifference[]): Store {
  const store = freshStore();
  const records = sessions.length === 0 ? [{ id: ONE }] : sessions;
  for (const change of records) {
    const session = sessionRecord(change);
    store.sessions.create(session);
    const { id, workspace } = session;
    const folder = id === ONE ? '/w/one' : workspace;
    store.worktrees.add({
      session: id,
      kind: 'branch',
      project: '/p',
      folder,
      branch: 'wasap/1-one',
      createdAtMs: 7,
    });
  }
  return store;
}

test('a worktree is found by its session and by its folder, and no other folder is one', () => {
  const { worktrees } = storeWith();
  expect([
    worktrees.get(ONE),
    worktrees.findByFolder('/w/one'),
    worktrees.findByFolder('/p'),
    worktrees.get(TWO),
  ]).toEqual([NEW, NEW, undefined, undefined]);
});

test('what was made, chosen and planned is kept as it was', () => {
  const { worktrees } = storeWith();
  worktrees.setMade(ONE, MADE);
  worktrees.choose(ONE, 'merge', 'ana');
  worktrees.setPlan(ONE, PLAN);
  expect(worktrees.get(ONE)).toEqual({
    ...NEW,
    state: 'ready',
    made: MADE,
    choice: 'merge',
    landing: 'acting',
    plan: PLAN,
    chosenBy: 'ana',
  });
});

test('of two choices the first stands, until it was refused', () => {
  const { worktrees } = storeWith();
  worktrees.setMade(ONE, MADE);
  const first = worktrees.choose(ONE, 'merge', 'ana');
  const second = worktrees.choose(ONE, 'discard', 'bob');
  worktrees.finish(ONE, 'refused');
  const third = worktrees.choose(ONE, 'keep', 'bob');
  worktrees.finish(ONE, 'done');
  const fourth = worktrees.choose(ONE, 'discard', 'ana');
  const { choice, landing, chosenBy } = worktrees.get(ONE) ?? NEW;
  expect([first, second, third, fourth, choice, landing, chosenBy]).toEqual([
    true,
    false,
    true,
    false,
    'keep',
    'done',
    'bob',
  ]);
});

test('a choice that is not carried out is found by the program that has its session, and by no other', () => {
  const { worktrees } = storeWith(
    { id: ONE, instance: INSTANCE },
    { id: TWO, instance: INSTANCE, workspace: '/w/two' },
  );
  worktrees.choose(ONE, 'merge', 'ana');
  const found = worktrees.listUnfinished(INSTANCE).map(({ session }) => session);
  worktrees.finish(ONE, 'done');
  expect([found, worktrees.listUnfinished(OTHER), worktrees.listUnfinished(INSTANCE)]).toEqual([
    [ONE],
    [],
    [],
  ]);
});

test('only a folder that may be there, of a task at rest for long, is old', () => {
  const { worktrees, sessions } = storeWith(
    { id: ONE, state: { status: 'done', updatedAtMs: 10 } },
    { id: TWO, state: { status: 'running', updatedAtMs: 10 }, workspace: '/w/two' },
  );
  const old = () => worktrees.listOlderThan(20).map(({ session }) => session);
  const atRest = old();
  sessions.update(TWO, { state: { status: 'parked' }, atMs: 15 });
  const both = old();
  worktrees.choose(TWO, 'merge', 'ana');
  const underWay = old();
  worktrees.setState(ONE, 'gone');
  expect([atRest, both, underWay, old(), worktrees.listOlderThan(10)]).toEqual([
    [ONE],
    [ONE, TWO],
    [ONE],
    [],
    [],
  ]);
});
