import { expect, test } from 'vitest';
import type { CheckpointEntry } from '../../../src/contracts/checkpoints.ts';
import { changesToCarry } from '../../../src/git/worktrees/carry-changes.ts';
import { mergeTrees } from '../../../src/git/worktrees/merge-commits.ts';
import {
  changedElsewhere,
  expectedEntry,
  judgeFiles,
  type TouchedPath,
} from '../../../src/git/worktrees/plan-apply.ts';

const FILE = '100644';
const RUNS = '100755';
const LINK = '120000';
const MODULE = '160000';

const file = (hash: string): CheckpointEntry => ({ mode: FILE, hash });
const large = (size: number, mtimeMs = 1): CheckpointEntry => ({
  mode: 'skipped',
  hash: `${size}:${mtimeMs}`,
});

/** One path `p` on three sides; empty = not there. */
test.each([
  ['nobody changed it', `${FILE} 1`, `${FILE} 1`, `${FILE} 1`, 'stays'],
  ['we changed it', `${FILE} 1`, `${FILE} 2`, `${FILE} 1`, 'stays'],
  ['they changed it', `${FILE} 1`, `${FILE} 1`, `${FILE} 2`, `${FILE} 2`],
  ['both in the same way', `${FILE} 1`, `${FILE} 2`, `${FILE} 2`, 'stays'],
  ['both in other ways', `${FILE} 1`, `${FILE} 2`, `${FILE} 3`, `merge ${FILE} 2 1 3`],
  ['they removed it', `${FILE} 1`, `${FILE} 1`, '', ''],
  ['we removed it', `${FILE} 1`, '', `${FILE} 1`, 'stays'],
  ['both removed it', `${FILE} 1`, '', '', 'stays'],
  ['we changed, they removed', `${FILE} 1`, `${FILE} 2`, '', 'conflict'],
  ['we removed, they changed', `${FILE} 1`, '', `${FILE} 2`, 'conflict'],
  ['they made it', '', '', `${FILE} 1`, `${FILE} 1`],
  ['both made it', '', `${FILE} 1`, `${FILE} 2`, `merge ${FILE} 1  2`],
  ['both made it, one to be run', '', `${FILE} 1`, `${RUNS} 1`, 'conflict'],
  ['we may run it, they changed it', `${FILE} 1`, `${RUNS} 1`, `${FILE} 2`, `${RUNS} 2`],
  ['they may run it, we changed it', `${FILE} 1`, `${FILE} 2`, `${RUNS} 1`, `${RUNS} 2`],
  ['both changed, they may run it', `${FILE} 1`, `${FILE} 2`, `${RUNS} 3`, `merge ${RUNS} 2 1 3`],
  ['they made it a link', `${FILE} 1`, `${FILE} 1`, `${LINK} 2`, `${LINK} 2`],
  ['a link that both changed', `${LINK} 1`, `${LINK} 2`, `${LINK} 3`, 'conflict'],
  ['we changed, they made it a link', `${FILE} 1`, `${FILE} 2`, `${LINK} 3`, 'conflict'],
  ['a link that both made a file', `${LINK} 1`, `${FILE} 2`, `${FILE} 3`, 'conflict'],
  ['they moved a sub-module on', `${MODULE} 1`, `${MODULE} 1`, `${MODULE} 2`, `${MODULE} 2`],
  ['both moved a sub-module on', `${MODULE} 1`, `${MODULE} 2`, `${MODULE} 3`, 'conflict'],
])('merging, %s', (_what, before, ours, theirs, expected) => {
  const tree = (entry: string) => new Map(entry === '' ? [] : [['p', entry]]);
  const { changes, both, conflicts } = mergeTrees(tree(before), tree(ours), tree(theirs));
  const merged = both.map((one) => `merge ${one.mode} ${one.ours} ${one.before} ${one.theirs}`);
  const outcome = [...changes.map(({ to }) => to), ...merged, ...conflicts.map(() => 'conflict')];
  expect(outcome).toEqual(expected === 'stays' ? [] : [expected]);
});

test.each([
  ['their file where we have a folder', { 'a/b': '1' }, { a: '2' }, ['a']],
  ['their folder where we have a file', { a: '1' }, { 'a/b': '2', 'a/c/d': '3' }, ['a/b', 'a/c/d']],
  ['names that only begin alike', { 'a.txt': '1' }, { 'a/b': '2' }, []],
])('in each other’s place: %s', (_what, ours, theirs, conflicts) => {
  const tree = (files: Readonly<Record<string, string>>) =>
    new Map(Object.entries(files).map(([path, hash]) => [path, `${FILE} ${hash}`]));
  expect(mergeTrees(new Map(), tree(ours), tree(theirs)).conflicts).toEqual(conflicts);
});

test('their folder in place of a file that they removed is no conflict', () => {
  const [old, theirs] = [new Map([['a', `${FILE} 1`]]), new Map([['a/b', `${FILE} 2`]])];
  expect(mergeTrees(old, old, theirs)).toEqual({
    changes: [
      { path: 'a', from: `${FILE} 1`, to: '' },
      { path: 'a/b', from: '', to: `${FILE} 2` },
    ],
    both: [],
    conflicts: [],
  });
});

test.each<[string, string, CheckpointEntry | undefined, ReturnType<typeof expectedEntry>]>([
  ['committed, and in the state', 'tracked', file('1'), file('1')],
  ['committed, but large', 'tracked', large(9), 'committed'],
  ['committed, but ignored', 'tracked', undefined, 'committed'],
  ['removed by the person', 'removed', undefined, null],
  ['made by the person', 'mine', file('1'), file('1')],
  ['of a sub-module', 'sub/x', file('1'), file('1')],
  ['made by the task', 'new', undefined, null],
])('how a file has to be found in the project: %s', (_what, path, entry, expected) => {
  const beginning = {
    made: { uncommitted: ['removed', 'mine'] },
    entries: new Map(entry === undefined ? [] : [[path, entry]]),
    tracked: new Map([
      ['tracked', `${FILE} 1`],
      ['removed', `${FILE} 1`],
      ['sub', `${MODULE} 1`],
    ]),
  };
  expect(expectedEntry(path, beginning)).toEqual(expected);
});

const touched: TouchedPath = {
  path: 'p',
  expected: file('1'),
  found: file('1'),
  wanted: file('2'),
  isDirty: false,
  obstacle: undefined,
};

test.each<[string, Partial<TouchedPath>, readonly string[], number]>([
  ['as it was', {}, [], 1],
  ['changed since', { found: file('3') }, ['p'], 1],
  ['other permissions since', { found: { mode: RUNS, hash: '1' } }, ['p'], 1],
  ['removed since', { found: null }, ['p'], 1],
  ['made since', { expected: null, found: file('3') }, ['p'], 1],
  ['the same made since', { expected: null, found: file('2') }, ['p'], 0],
  ['as committed', { expected: 'committed' }, [], 1],
  ['not as committed', { expected: 'committed', isDirty: true }, ['p'], 1],
  ['something in its way', { expected: null, found: null, obstacle: 'above' }, ['above'], 1],
  ['a folder that makes room', { expected: null, found: { mode: 'other', hash: '' } }, [], 1],
  [
    'a folder that stays',
    { expected: null, found: { mode: 'other', hash: '' }, obstacle: 'p/x' },
    ['p', 'p/x'],
    1,
  ],
  ['removed by the task', { wanted: null }, [], 1],
  ['only committed by the task', { wanted: file('1') }, [], 0],
])('a file that the task touched, in the project: %s', (_what, change, moved, writes) => {
  const judged = judgeFiles([{ ...touched, ...change }]);
  expect({ moved: judged.moved, writes: judged.files.length }).toEqual({ moved, writes });
});

test.each<[string, Partial<Parameters<typeof changesToCarry>[0]>, readonly string[]]>([
  ['what is the same', { present: new Map([['a', file('1')]]) }, []],
  ['what is changed', { present: new Map([['a', file('0')]]) }, ['a']],
  ['what is removed', { wanted: new Map(), present: new Map([['a', file('1')]]) }, ['a']],
  ['what is large', { wanted: new Map([['a', large(9)]]), present: new Map([['a', file('1')]]) }, []],
  ['a large one that is removed', { wanted: new Map(), present: new Map([['a', large(9)]]) }, ['a']],
  [
    'a large one that may be among more than are named',
    { wanted: new Map(), present: new Map([['a', large(9)]]), state: { trees: [], moreSkipped: 1 } },
    [],
  ],
  ['a new secret', { wanted: new Map([['.env', file('1')]]) }, []],
  [
    'a secret that is committed',
    { wanted: new Map([['.env', file('1')]]), tracked: new Map([['.env', `${FILE} 0`]]) },
    ['.env'],
  ],
  [
    'files of a sub-module',
    {
      wanted: new Map([['sub/x', file('1')]]),
      tracked: new Map([['sub', `${MODULE} 1`]]),
      state: { trees: [{ root: 'sub', tree: '1' }], moreSkipped: 0 },
    },
    ['sub/x'],
  ],
  [
    'files of a repository that is no sub-module',
    {
      wanted: new Map([['sub/x', file('1')]]),
      state: { trees: [{ root: 'sub', tree: '1' }], moreSkipped: 0 },
    },
    [],
  ],
])('carried into a worktree: %s', (_what, change, expected) => {
  const changes = changesToCarry({
    wanted: new Map([['a', file('1')]]),
    present: new Map(),
    state: { trees: [], moreSkipped: 0 },
    tracked: new Map(),
    isSecret: (path) => path === '.env',
    ...change,
  });
  expect(changes.map(({ path }) => path)).toEqual(expected);
});

test('elsewhere in the project only what really changed counts', () => {
  const files = (entries: Readonly<Record<string, CheckpointEntry>>) => new Map(Object.entries(entries));
  const tracked = ['same', 'changed', 'gone', 'touched', 'big', 'bigger'].map(
    (path) => [path, `${FILE} 1`] as const,
  );
  expect(
    changedElsewhere({
      made: { uncommitted: [] },
      tracked: new Map(tracked),
      entries: files({
        ...{ same: file('1'), changed: file('1'), gone: file('1'), touched: file('1') },
        ...{ big: large(9), bigger: large(9) },
      }),
      present: files({
        ...{ same: file('1'), changed: file('2'), touched: file('3'), new: file('1'), '.env': file('1') },
        ...{ big: large(9, 2), bigger: large(10), 'other/x': file('1') },
      }),
      state: { trees: [{ root: 'other', tree: '1' }] },
      touched: new Set(['touched']),
      isSecret: (path) => path === '.env',
    }),
  ).toEqual(['bigger', 'changed', 'gone', 'new']);
});
