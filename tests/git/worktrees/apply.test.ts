import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eachInFull } from '../../support/each-in-full.ts';
import { treeOf } from '../checkpoints/rig.ts';
import { worktreeRig } from './rig.ts';

function fill(folder: string): void {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(path.join(folder, name), `${name}\n`);
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src/d.txt'), 'd\n');
  writeFileSync(path.join(folder, '.gitignore'), 'ignored/\n');
}

test('a dry run begins with what the person has not committed, and the index as in the commit', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  writeFileSync(rig.at('a.txt'), 'staged\n');
  rig.git('add', 'a.txt');
  writeFileSync(rig.at('a.txt'), 'staged and changed\n');
  rmSync(rig.at('b.txt'));
  writeFileSync(rig.at('new ñ\n.txt'), 'new\n');
  writeFileSync(rig.at('.env'), 'KEY=secret\n');
  chmodSync(rig.at('c.txt'), 0o755);
  mkdirSync(rig.at('ignored'));
  writeFileSync(rig.at('ignored/x'), 'x');
  const made = await rig.make();
  const { '.env': hidden, 'ignored/x': ignored, ...tree } = treeOf(rig.project);
  expect({
    tree: treeOf(rig.folder),
    status: rig.inTask('status', '--porcelain', '-z').split('\0').sort(),
    uncommitted: made.uncommitted,
    base: [made.baseBranch, made.baseCommit],
  }).toEqual({
    tree,
    status: ['', ' D b.txt', ' M a.txt', ' M c.txt', '?? new ñ\n.txt'],
    uncommitted: ['a.txt', 'b.txt', 'c.txt', 'new ñ\n.txt'],
    base: ['refs/heads/main', rig.git('rev-parse', 'HEAD')],
  });
  expect([typeof hidden, typeof ignored]).toEqual(['string', 'string']);
});

test('what the task did is replayed exactly: files, modes, links, removals; nothing is committed', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  writeFileSync(rig.at('a.txt'), 'by the person\n');
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'by the person\nand the task\n');
  chmodSync(rig.there('b.txt'), 0o755);
  rmSync(rig.there('src/d.txt'));
  rmSync(rig.there('src'), { recursive: true });
  writeFileSync(rig.there('src'), 'a file in place of a folder\n');
  symlinkSync('a.txt', rig.there('link'));
  mkdirSync(rig.there('deep/er'), { recursive: true });
  writeFileSync(rig.there('deep/er/n.bin'), Buffer.from([0, 255, 13, 10]));
  const landed = await rig.apply(made);
  expect({
    tree: treeOf(rig.project),
    status: rig.git('status', '--porcelain', '-uall'),
    files: [...landed.files].sort(),
    other: [landed.commits, landed.left],
  }).toEqual({
    tree: treeOf(rig.folder),
    status: rig.inTask('status', '--porcelain', '-uall'),
    files: ['a.txt', 'b.txt', 'deep/er/n.bin', 'link', 'src', 'src/d.txt'],
    other: [[], []],
  });
});

test('commits of the task become those of the branch, and what the person had staged elsewhere stays staged', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  writeFileSync(rig.at('c.txt'), 'staged\n');
  rig.git('add', 'c.txt');
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'one\n');
  rig.inTask('commit', '-q', '-m', 'feat: one', '--', 'a.txt');
  writeFileSync(rig.there('new.txt'), 'two\n');
  rig.inTask('add', 'new.txt');
  rig.inTask('commit', '-q', '-m', 'feat: two');
  writeFileSync(rig.there('b.txt'), 'not committed\n');
  const landed = await rig.apply(made);
  expect({
    tree: treeOf(rig.project),
    log: rig.git('log', '--format=%s', 'main'),
    status: rig.git('status', '--porcelain'),
    commits: landed.commits.map(({ subject }) => subject),
    reflog: rig.git('reflog', '-1', '--format=%gs'),
  }).toEqual({
    tree: treeOf(rig.folder),
    log: 'feat: two\nfeat: one\nfeat: begin',
    status: ' M b.txt\nM  c.txt',
    commits: ['feat: two', 'feat: one'],
    reflog: 'work of a task',
  });
});

test('files that changed where the task did not look are named as untested', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  writeFileSync(rig.at('b.txt'), 'by the person\n');
  writeFileSync(rig.at('new.txt'), 'by the person\n');
  const plan = await rig.planApply(made);
  expect(plan).toMatchObject({ kind: 'possible', untested: ['b.txt', 'new.txt'] });
});

eachInFull([
  ['a file that the task changed', { files: ['a.txt'], isHead: false }, ['a.txt']],
  ['a file that the task made', { files: ['new.txt'], isHead: false }, ['new.txt']],
  ['a file that the task removed', { files: ['b.txt'], isHead: false }, ['b.txt']],
  ['a file in place of a folder', { files: ['deep'], isHead: false }, ['deep']],
  ['a new file that is ignored', { files: ['ignored'], isHead: false }, ['ignored']],
])('the base has moved: %s', async (_what, refusal, changed) => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  for (const name of ['a.txt', 'new.txt']) writeFileSync(rig.there(name), 'by the task\n');
  mkdirSync(rig.there('deep'));
  writeFileSync(rig.there('deep/n.txt'), 'by the task\n');
  mkdirSync(rig.there('ignored'));
  writeFileSync(rig.there('ignored/x'), 'committed all the same\n');
  rig.inTask('add', '-f', 'ignored/x');
  rig.inTask('commit', '-q', '-m', 'feat: ignored');
  rmSync(rig.there('b.txt'));
  for (const name of changed) writeFileSync(rig.at(name), 'by the person\n');
  const before = treeOf(rig.project);
  expect(await rig.planApply(made)).toEqual({ kind: 'refused', refusal: { kind: 'moved', ...refusal } });
  expect(treeOf(rig.project)).toEqual(before);
});

test.each<[string, (git: (...args: readonly string[]) => string) => string]>([
  [
    'a commit',
    (git: (...args: readonly string[]) => string) => git('commit', '-q', '--allow-empty', '-m', 'x'),
  ],
  ['another branch', (git: (...args: readonly string[]) => string) => git('checkout', '-q', '-b', 'other')],
])('the base has moved: %s', { tags: 'full' }, async (_what, move) => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  move(rig.git);
  expect(await rig.planApply(made)).toEqual({
    kind: 'refused',
    refusal: { kind: 'moved', files: [], isHead: true },
  });
});

test('a task that changed nothing has nothing to apply', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  writeFileSync(rig.at('a.txt'), 'by the person\n');
  const made = await rig.make();
  expect(await rig.planApply(made)).toEqual({ kind: 'refused', refusal: { kind: 'nothing' } });
});

test('nothing is applied in the middle of a merge', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  writeFileSync(rig.at('.git/MERGE_HEAD'), `${rig.git('rev-parse', 'HEAD')}\n`);
  expect(await rig.planApply(made)).toEqual({ kind: 'refused', refusal: { kind: 'unfinished' } });
});

test('history that the task rewrote is refused in a sentence', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  rig.inTask('commit', '-q', '-a', '--amend', '-m', 'feat: rewritten');
  await expect(rig.planApply(made)).rejects.toMatchObject({ kind: 'conflict' });
});

test('large files come over too: new, changed and removed ones', { tags: 'full' }, async () => {
  const large = (byte: number): Buffer => Buffer.alloc(3 * 1024 * 1024, byte);
  const rig = worktreeRig((folder) => {
    fill(folder);
    for (const name of ['changed.bin', 'removed.bin']) writeFileSync(path.join(folder, name), large(1));
  });
  const made = await rig.make();
  writeFileSync(rig.there('changed.bin'), large(2));
  writeFileSync(rig.there('new.bin'), large(3));
  rmSync(rig.there('removed.bin'));
  const { files } = await rig.apply(made);
  expect({ tree: treeOf(rig.project), files: [...files].sort() }).toEqual({
    tree: treeOf(rig.folder),
    files: ['changed.bin', 'new.bin', 'removed.bin'],
  });
});

test('a large file that the person changed since is not overwritten', { tags: 'full' }, async () => {
  const rig = worktreeRig((folder) => writeFileSync(path.join(folder, 'x.bin'), Buffer.alloc(3_000_000, 1)));
  const made = await rig.make();
  writeFileSync(rig.there('x.bin'), Buffer.alloc(3_000_000, 2));
  writeFileSync(rig.at('x.bin'), Buffer.alloc(3_000_000, 3));
  expect(await rig.planApply(made)).toMatchObject({ refusal: { kind: 'moved', files: ['x.bin'] } });
});

test('what the setup made or changed is no change of the task, and comes along only where the task wrote in it', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill, {
    runSetup: async ({ folder }) => {
      for (const name of ['made-1.txt', 'made-2.txt'])
        writeFileSync(path.join(folder, name), 'by the setup\n');
      for (const name of ['a.txt', 'b.txt']) appendFileSync(path.join(folder, name), 'by the setup\n');
      return { command: 'make', exitCode: 0, output: '' };
    },
  });
  const made = await rig.make();
  for (const name of ['made-2.txt', 'b.txt']) appendFileSync(rig.there(name), 'and the task\n');
  const plan = await rig.planApply(made);
  await rig.apply(made);
  expect({
    untested: plan.kind === 'possible' && plan.untested,
    status: rig.git('status', '--porcelain'),
    b: readFileSync(rig.at('b.txt'), 'utf8'),
    setup: made.setup,
  }).toEqual({
    untested: [],
    status: ' M b.txt\n?? made-2.txt',
    b: 'b.txt\nby the setup\nand the task\n',
    setup: { command: 'make', exitCode: 0, output: '' },
  });
});

test('on a detached HEAD the commits become its own', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  rig.git('checkout', '-q', '--detach');
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  rig.inTask('commit', '-q', '-a', '-m', 'feat: task');
  await rig.apply(made);
  expect({
    head: rig.git('rev-parse', 'HEAD'),
    detached: rig.git('branch', '--show-current'),
    main: rig.git('log', '--format=%s', 'main'),
    status: rig.git('status', '--porcelain'),
  }).toEqual({
    head: rig.inTask('rev-parse', 'HEAD'),
    detached: '',
    main: 'feat: begin',
    status: '',
  });
});

test('what changes between the plan and the act stops all of it', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  for (const name of ['a.txt', 'b.txt']) writeFileSync(rig.there(name), 'by the task\n');
  const plan = await rig.planApply(made);
  writeFileSync(rig.at('b.txt'), 'by the person\n');
  if (plan.kind === 'refused') throw new Error('refused');
  await expect(rig.worktrees.land(rig.project, plan)).rejects.toMatchObject({ kind: 'conflict' });
  expect(readFileSync(rig.at('a.txt'), 'utf8')).toBe('a.txt\n');
});

test('a second time nothing is done twice, and what was edited since stays', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  for (const name of ['a.txt', 'b.txt']) writeFileSync(rig.there(name), 'by the task\n');
  rig.inTask('commit', '-q', '-a', '-m', 'feat: task');
  const plan = await rig.planApply(made);
  if (plan.kind === 'refused') throw new Error('refused');
  await rig.worktrees.land(rig.project, plan);
  writeFileSync(rig.at('b.txt'), 'by the person\n');
  const { files, left } = await rig.worktrees.land(rig.project, plan);
  expect({
    files,
    left,
    log: rig.git('log', '--format=%s'),
    status: rig.git('status', '--porcelain'),
  }).toEqual({
    files: ['a.txt'],
    left: ['b.txt'],
    log: 'feat: task\nfeat: begin',
    status: ' M b.txt',
  });
});

test('as long as another git works in the project nothing begins', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  writeFileSync(rig.at('.git/index.lock'), '');
  await expect(rig.apply(made)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(readFileSync(rig.at('a.txt'), 'utf8')).toBe('a.txt\n');
});

test('what cannot be written puts back what was, and the branch stays where it is', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make();
  for (const name of ['a.txt', 'zz']) writeFileSync(rig.there(name), 'by the task\n');
  rmSync(rig.there('b.txt'));
  rig.inTask('add', '-A');
  rig.inTask('commit', '-q', '-m', 'feat: task');
  const plan = await rig.planApply(made);
  mkdirSync(rig.at('zz/x'), { recursive: true });
  writeFileSync(rig.at('zz/x/n'), 'by the person\n');
  const before = { tree: treeOf(rig.project), head: rig.git('rev-parse', 'main') };
  if (plan.kind === 'refused') throw new Error('refused');
  await expect(rig.worktrees.land(rig.project, plan)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('Nothing was changed.'),
  });
  expect({ tree: treeOf(rig.project), head: rig.git('rev-parse', 'main') }).toEqual(before);
});
