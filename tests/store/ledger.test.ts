import { expect, test } from 'vitest';
import type { SessionId } from '../../src/core/ids.ts';
import { sessionRecord } from '../support/session-record.ts';
import { storeWithSession } from './store-file.ts';

const ID = sessionRecord().id;

test('a file is remembered as it was last seen', () => {
  const { ledger } = storeWithSession();
  ledger.noteSeen(ID, 'a.ts', 'h1');
  ledger.noteSeen(ID, 'b.ts', 'h2');
  ledger.noteSeen(ID, 'a.ts', 'h3');
  expect(ledger.listSeen(ID)).toEqual(
    new Map([
      ['a.ts', 'h3'],
      ['b.ts', 'h2'],
    ]),
  );
});

test('a written file keeps its first content, takes the newest, and stays in order of first write', () => {
  const { ledger } = storeWithSession();
  ledger.noteWritten(ID, { path: 'z.ts', before: undefined, after: 'n1', heldForeignChanges: false });
  ledger.noteWritten(ID, { path: 'a.ts', before: 'o', after: 'n', heldForeignChanges: false });
  ledger.noteWritten(ID, { path: 'z.ts', before: 'n1', after: undefined, heldForeignChanges: false });
  expect(ledger.listWritten(ID)).toEqual([
    { path: 'z.ts', before: undefined, after: undefined, heldForeignChanges: false },
    { path: 'a.ts', before: 'o', after: 'n', heldForeignChanges: false },
  ]);
});

test.each([
  [true, false],
  [false, true],
])("a file that ever held the person's changes stays marked (%s, then %s)", (first, second) => {
  const { ledger } = storeWithSession();
  ledger.noteWritten(ID, { path: 'a.ts', before: 'o', after: 'n', heldForeignChanges: first });
  ledger.noteWritten(ID, { path: 'a.ts', before: 'n', after: 'm', heldForeignChanges: second });
  expect(ledger.listWritten(ID)).toEqual([
    { path: 'a.ts', before: 'o', after: 'm', heldForeignChanges: true },
  ]);
});

test('commits come in order, each once', () => {
  const { ledger } = storeWithSession();
  for (const hash of ['c2', 'c1', 'c2']) ledger.noteCommit(ID, hash);
  expect(ledger.listCommits(ID)).toEqual(['c2', 'c1']);
});

test.each([[{ head: 'abc', dirty: ['a b.ts', 'ñ.ts'] }], [{ head: undefined, dirty: [] }]])(
  'baseline %j comes back',
  (baseline) => {
    const { ledger } = storeWithSession();
    ledger.setBaseline(ID, baseline);
    expect(ledger.baseline(ID)).toStrictEqual(baseline);
  },
);

test('the branch and the baseline do not touch each other', () => {
  const { ledger } = storeWithSession();
  const unknown = [ledger.baseline(ID), ledger.ownBranch(ID)];
  ledger.noteOwnBranch(ID, 'wasap/login');
  const branchOnly = [ledger.baseline(ID), ledger.ownBranch(ID)];
  ledger.setBaseline(ID, { head: 'abc', dirty: [] });
  expect([unknown, branchOnly, [ledger.baseline(ID), ledger.ownBranch(ID)]]).toEqual([
    [undefined, undefined],
    [undefined, 'wasap/login'],
    [{ head: 'abc', dirty: [] }, 'wasap/login'],
  ]);
});

test('sessions have ledgers of their own', () => {
  const { ledger, sessions } = storeWithSession();
  const other = 'session-2' as SessionId;
  sessions.create(sessionRecord({ id: other }));
  ledger.noteSeen(ID, 'a.ts', 'h');
  ledger.noteCommit(ID, 'c');
  expect([ledger.listSeen(other), ledger.listWritten(other), ledger.listCommits(other)]).toEqual([
    new Map(),
    [],
    [],
  ]);
});
