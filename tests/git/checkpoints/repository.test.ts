import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eachInFull } from '../../support/each-in-full.ts';
import { treeOf, type UndoRig, undoRig } from './rig.ts';

function fill(folder: string): void {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(path.join(folder, name), `${name}\n`);
}

/** Everything of a repository that a person would notice. */
function seen({ git, workspace }: UndoRig) {
  return {
    branch: git('branch', '--show-current'),
    log: git('log', '--format=%s'),
    branches: git('for-each-ref', '--format=%(refname:short) %(objectname)'),
    status: git('status', '--porcelain'),
    staged: git('diff', '--cached'),
    tree: treeOf(workspace),
  };
}

test('commits of the task go, and what the person had staged and changed is as before', async () => {
  const rig = undoRig(fill);
  writeFileSync(rig.at('b.txt'), 'staged by the person\n');
  rig.git('add', 'b.txt');
  writeFileSync(rig.at('b.txt'), 'and changed again\n');
  writeFileSync(rig.at('c.txt'), 'changed by the person\n');
  const before = seen(rig);
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'of the task\n');
    writeFileSync(rig.at('new.txt'), 'new\n');
  });
  await rig.step(() => {
    rig.git('add', '-N', 'new.txt');
    rig.git('commit', '-q', '--only', '-m', 'feat: task', '--', 'a.txt', 'new.txt');
  });
  const result = await rig.undo();
  expect(seen(rig)).toEqual(before);
  expect(result.dropped.map(({ subject }) => subject)).toEqual(['feat: task']);
});

// The question about such a command says that an undo restores the files: `findDiscarded` in src/policy.
eachInFull([
  'reset --hard HEAD~1',
  'reset --hard',
  'reset -q',
  'restore .',
  'restore --staged --source=HEAD~1 .',
  'checkout -f HEAD~1 -- .',
  'switch -q --discard-changes --detach HEAD~1',
  'clean -fd',
])('what git %s throws away comes back', async (command) => {
  const rig = undoRig(fill);
  writeFileSync(rig.at('a.txt'), 'second\n');
  rig.git('commit', '-q', '-a', '-m', 'feat: second');
  writeFileSync(rig.at('b.txt'), 'staged by the person\n');
  rig.git('add', 'b.txt');
  writeFileSync(rig.at('c.txt'), 'changed by the person\n');
  mkdirSync(rig.at('new/deep'), { recursive: true });
  writeFileSync(rig.at('new/deep/file.txt'), 'new\n');
  const before = seen(rig);
  await rig.step(() => rig.git(...command.split(' ')));
  expect(seen(rig)).not.toEqual(before);
  await rig.undo();
  expect(seen(rig)).toEqual(before);
});

test('the branch of the task goes, and the earlier one is checked out', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  const before = seen(rig);
  await rig.step(() => rig.git('checkout', '-q', '-b', 'agent/task'));
  await rig.step(() => writeFileSync(rig.at('a.txt'), 'of the task\n'));
  await rig.step(() => rig.git('commit', '-q', '-a', '-m', 'feat: one'));
  await rig.step(() => {
    writeFileSync(rig.at('b.txt'), 'of the task\n');
    rig.git('commit', '-q', '-a', '-m', 'feat: two');
  });
  const { branchRemoved, dropped } = await rig.undo({ ownBranch: 'agent/task' });
  expect(seen(rig)).toEqual(before);
  expect({ branchRemoved, dropped: dropped.map(({ subject }) => subject) }).toEqual({
    branchRemoved: 'agent/task',
    dropped: ['feat: two', 'feat: one'],
  });
});

test('the first commit of a repository goes as well', { tags: 'full' }, async () => {
  const rig = undoRig(fill, { git: false });
  rig.git('init', '-q', '-b', 'main');
  const before = { status: rig.git('status', '--porcelain'), tree: treeOf(rig.workspace) };
  await rig.step(() => {
    rig.git('add', '-A');
    rig.git('commit', '-q', '-m', 'feat: first');
  });
  await rig.undo();
  expect({ status: rig.git('status', '--porcelain'), tree: treeOf(rig.workspace) }).toEqual(before);
});

test('a commit of somebody else on top keeps all of them; the revert takes back only those of the task', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'of the task\n');
    rig.git('commit', '-q', '-a', '-m', 'feat: task');
  });
  writeFileSync(rig.at('b.txt'), 'of the person\n');
  rig.git('commit', '-q', '-a', '-m', 'feat: mine');
  const plan = await rig.plan();
  const result = await rig.checkpoints.apply(rig.workspace, plan);
  expect({
    why: result.commitsKept?.why,
    restored: result.restored,
    log: rig.git('log', '--format=%s'),
  }).toEqual({
    why: 'moved',
    restored: ['a.txt'],
    log: 'feat: mine\nfeat: task\nfeat: begin',
  });
  const { subject } = await rig.checkpoints.revert(rig.workspace, plan);
  // As after a crash right behind the commit: it is found, not made again.
  await rig.checkpoints.revert(rig.workspace, plan);
  expect({
    subject,
    log: rig.git('log', '--format=%s'),
    status: rig.git('status', '--porcelain'),
    a: readFileSync(rig.at('a.txt'), 'utf8'),
    b: readFileSync(rig.at('b.txt'), 'utf8'),
  }).toEqual({
    subject: 'revert: feat: task',
    log: 'revert: feat: task\nfeat: mine\nfeat: task\nfeat: begin',
    status: '',
    a: 'a.txt\n',
    b: 'of the person\n',
  });
});

test('a commit that somebody built upon in the same file is not reverted by itself', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'of the task\n');
    rig.git('commit', '-q', '-a', '-m', 'feat: task');
  });
  writeFileSync(rig.at('a.txt'), 'of the person\n');
  rig.git('commit', '-q', '-a', '-m', 'feat: mine');
  const plan = await rig.plan();
  await expect(rig.checkpoints.revert(rig.workspace, plan)).rejects.toThrow('a.txt has changed since');
});

test('commits that were pushed stay, and nothing is staged against them', async () => {
  const rig = undoRig(fill);
  const remote = path.join(rig.data, 'remote.git');
  mkdirSync(rig.data, { recursive: true });
  rig.git('init', '-q', '--bare', remote);
  rig.git('remote', 'add', 'origin', remote);
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'of the task\n');
    rig.git('commit', '-q', '-a', '-m', 'feat: task');
  });
  await rig.step(() => rig.git('push', '-q', 'origin', 'main'));
  const { commitsKept } = await rig.undo();
  const [log, staged] = [rig.git('log', '--format=%s'), rig.git('diff', '--cached', '--name-only')];
  expect({ why: commitsKept?.why, log, staged }).toEqual({
    why: 'pushed',
    log: 'feat: task\nfeat: begin',
    staged: '',
  });
});

test('a commit of the person between two of the task keeps all of them, and nothing offers to revert it', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  const commit = (name: string, subject: string) => {
    writeFileSync(rig.at(name), `${subject}\n`);
    rig.git('commit', '-q', '-a', '-m', subject);
  };
  await rig.step(() => commit('a.txt', 'feat: task one'));
  commit('b.txt', 'feat: mine');
  await rig.step(() => commit('c.txt', 'feat: task two'));
  const plan = await rig.plan();
  expect({ kept: plan.repository?.kept, revert: plan.repository?.revert }).toEqual({
    kept: 'mixed',
    revert: undefined,
  });
});

test('what the person staged after the task stays staged', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'of the task\n');
    rig.git('add', 'a.txt');
  });
  writeFileSync(rig.at('b.txt'), 'of the person\n');
  rig.git('add', 'b.txt');
  await rig.undo();
  expect(rig.git('status', '--porcelain')).toBe('M  b.txt');
});

test('what the person staged between two steps of the task stays staged', { tags: 'full' }, async () => {
  const rig = undoRig(fill);
  await rig.step(() => writeFileSync(rig.at('a.txt'), 'of the task\n'));
  writeFileSync(rig.at('b.txt'), 'of the person\n');
  rig.git('add', 'b.txt');
  await rig.step(() => {
    writeFileSync(rig.at('c.txt'), 'of the task\n');
    rig.git('add', 'c.txt');
  });
  await rig.undo();
  expect(rig.git('status', '--porcelain')).toBe('M  b.txt');
});

/** Text of `a.txt`, and as it is staged then. */
const stage = (rig: UndoRig, text: string): void => {
  writeFileSync(rig.at('a.txt'), text);
  rig.git('add', 'a.txt');
};

test('what the task staged over what the person had staged goes, and theirs is staged again', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => stage(rig, 'of the task\n'));
  stage(rig, 'of the person\n');
  await rig.step(() => stage(rig, 'of the task again\n'));
  await rig.undo();
  expect(rig.git('show', ':a.txt')).toBe('of the person');
});

test('of what the task staged twice also the first goes when the person took the second back', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => stage(rig, 'one\n'));
  await rig.step(() => stage(rig, 'two\n'));
  stage(rig, 'one\n');
  await rig.undo();
  expect(rig.git('status', '--porcelain')).toBe('');
});

test('what the person staged over it stays, whatever the task had staged before', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  stage(rig, 'of the person\n');
  await rig.step(() => stage(rig, 'one\n'));
  await rig.step(() => stage(rig, 'two\n'));
  stage(rig, 'three\n');
  await rig.undo();
  expect(rig.git('show', ':a.txt')).toBe('three');
});

test('what the person staged stays, also where an earlier step had staged the same', {
  tags: 'full',
}, async () => {
  const rig = undoRig(fill);
  await rig.step(() => stage(rig, 'one\n'));
  stage(rig, 'two\n');
  await rig.step(() => stage(rig, 'three\n'));
  stage(rig, 'one\n');
  await rig.undo();
  expect(rig.git('show', ':a.txt')).toBe('one');
});

const sha256 = (): UndoRig => {
  const rig = undoRig(fill, { git: false });
  rig.git('init', '-q', '-b', 'main', '--object-format=sha256');
  rig.git('add', '-A');
  rig.git('commit', '-q', '-m', 'feat: begin');
  return rig;
};

const splitIndex = (): UndoRig => {
  const rig = undoRig(fill);
  rig.git('config', 'core.splitIndex', 'true');
  rig.git('update-index', '--split-index');
  return rig;
};

test.each([
  ['hashes of another kind', sha256],
  ['an index of two files', splitIndex],
])(
  'in a repository with %s the commits go, and nothing of them stays staged',
  { tags: 'full' },
  async (_what, make) => {
    const rig = make();
    const before = seen(rig);
    await rig.step(() => {
      writeFileSync(rig.at('a.txt'), 'of the task\n');
      writeFileSync(rig.at('new.txt'), 'new\n');
      rig.git('add', '-A');
      rig.git('commit', '-q', '-m', 'feat: task');
    });
    await rig.undo();
    expect(seen(rig)).toEqual(before);
  },
);

const settings = (text: string) => (rig: UndoRig) => appendFileSync(rig.at('.git/config'), text);

eachInFull([
  ['settings that it cannot read', settings('[core\n')],
  ['a format that it does not know', settings('[core]\n\trepositoryFormatVersion = 99\n')],
  ['a filter that cannot be switched off', settings('[filter "a=b"]\n\tclean = cat\n')],
])(
  'git refuses a repository with %s: what the task did to files is undone all the same',
  async (_why, spoil) => {
    const rig = undoRig(fill);
    const before = treeOf(rig.workspace);
    spoil(rig);
    await rig.edit(['a.txt'], () => writeFileSync(rig.at('a.txt'), 'of the task\n'));
    await rig.step(() => writeFileSync(rig.at('new.txt'), 'new\n'));
    await rig.undo();
    expect(treeOf(rig.workspace)).toEqual(before);
  },
);

test('nothing is undone by halves where git refuses the repository that the task committed to', async () => {
  const rig = undoRig(fill);
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'of the task\n');
    rig.git('commit', '-q', '-a', '-m', 'feat: task');
  });
  settings('[core\n')(rig);
  await expect(rig.undo()).rejects.toThrow('bad config line');
  expect(readFileSync(rig.at('a.txt'), 'utf8')).toBe('of the task\n');
});

test('nobody waits for a pipe in place of the index', async () => {
  const rig = undoRig(fill);
  rmSync(rig.at('.git/index'));
  execFileSync('mkfifo', [rig.at('.git/index')]);
  const { state } = await rig.checkpoints.takeFiles(rig.workspace, ['a.txt'], undefined);
  expect(state.git).toEqual({ head: rig.git('rev-parse', 'HEAD'), branch: 'refs/heads/main', index: null });
});
