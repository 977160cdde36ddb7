import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eachInFull } from '../../support/each-in-full.ts';
import { treeOf } from '../checkpoints/rig.ts';
import { type WorktreeRig, worktreeRig } from './rig.ts';

function fill(folder: string): void {
  for (const name of ['a.txt', 'b.txt']) writeFileSync(path.join(folder, name), `${name}\n`);
}

/** Everything of a repository that a worktree could leave behind. */
function seen({ git, project, home }: WorktreeRig) {
  return {
    branches: git('for-each-ref', '--format=%(refname) %(objectname)'),
    worktrees: git('worktree', 'list', '--porcelain'),
    // Both are empty: the list that git makes when it removes a branch, and the folder of all worktrees.
    own: readdirSync(path.join(project, '.git')).filter(
      (name) => !['packed-refs', 'worktrees'].includes(name),
    ),
    registered: registeredIn(project),
    config: readFileSync(path.join(project, '.git/config'), 'utf8'),
    status: git('status', '--porcelain'),
    tree: treeOf(project),
    data: existsSync(path.join(home, 'data/worktrees/s1')),
  };
}

function registeredIn(project: string): readonly string[] {
  const all = path.join(project, '.git/worktrees');
  return existsSync(all) ? readdirSync(all) : [];
}

test('after it was taken away nothing tells that there was a worktree', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  writeFileSync(rig.at('a.txt'), 'by the person\n');
  const before = seen(rig);
  await rig.make({ branch: 'agent/x' });
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  rig.inTask('commit', '-q', '-a', '-m', 'feat: not merged');
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder, branch: 'agent/x' });
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder, branch: 'agent/x' });
  expect(seen(rig)).toEqual(before);
});

test('without its branch only the folder goes, and the next worktree of it holds what was committed', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  await rig.make({ branch: 'agent/x' });
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder });
  const gone = existsSync(rig.folder);
  writeFileSync(rig.at('a.txt'), 'by the person\n');
  const made = await rig.make({ branch: 'agent/x', withChanges: true });
  expect({
    gone,
    text: readFileSync(rig.there('a.txt'), 'utf8'),
    uncommitted: made.uncommitted,
    base: made.baseCommit,
    branch: rig.inTask('symbolic-ref', 'HEAD'),
  }).toEqual({
    gone: false,
    text: 'by the task\n',
    uncommitted: [],
    base: rig.git('rev-parse', 'agent/x'),
    branch: 'refs/heads/agent/x',
  });
});

test('what an earlier try left is taken away first', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  await rig.make({ branch: 'agent/x' });
  writeFileSync(rig.there('left.txt'), 'left\n');
  rmSync(rig.there('.git'));
  await rig.make({ branch: 'agent/x' });
  expect({
    tree: treeOf(rig.folder),
    branch: rig.inTask('branch', '--show-current'),
    registered: readdirSync(rig.at('.git/worktrees')),
  }).toEqual({ tree: treeOf(rig.project), branch: 'agent/x', registered: ['project'] });
});

test('links in a worktree are removed, what they lead to stays', async () => {
  const rig = worktreeRig(fill);
  await rig.make();
  mkdirSync(rig.there('node_modules'));
  symlinkSync(rig.project, rig.there('node_modules/project'));
  symlinkSync(rig.at('a.txt'), rig.there('node_modules/file'));
  mkdirSync(rig.there('closed/deep'), { recursive: true, mode: 0o555 });
  let deep = rig.there('d');
  for (let depth = 0; depth < 40; depth += 1) {
    mkdirSync(deep);
    writeFileSync(path.join(deep, 'f'), 'f');
    deep = path.join(deep, 'd');
  }
  const before = treeOf(rig.project);
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder });
  expect({ isThere: existsSync(rig.folder), tree: treeOf(rig.project) }).toEqual({
    isThere: false,
    tree: before,
  });
});

test('a link in place of the folder is removed, not followed', async () => {
  const rig = worktreeRig(fill);
  mkdirSync(path.dirname(rig.folder), { recursive: true });
  symlinkSync(rig.project, rig.folder);
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder });
  expect([existsSync(rig.folder), existsSync(rig.at('a.txt'))]).toEqual([false, true]);
});

test.each([
  ['the project', (rig: WorktreeRig) => rig.project],
  ['what lies around all of them', (rig: WorktreeRig) => path.join(rig.home, 'data', 'worktrees')],
  ['a way out', (rig: WorktreeRig) => `${rig.home}/data/worktrees/../../project`],
])('nothing else is ever taken away: %s', async (_what, folderOf) => {
  const rig = worktreeRig(fill);
  const folder = folderOf(rig);
  await expect(rig.worktrees.remove({ project: rig.project, folder })).rejects.toMatchObject({
    kind: 'denied',
  });
  expect(existsSync(rig.at('a.txt'))).toBe(true);
});

test('a folder behind a link is not taken away', async () => {
  const rig = worktreeRig(fill);
  mkdirSync(path.join(rig.home, 'data/worktrees'), { recursive: true });
  symlinkSync(rig.home, path.join(rig.home, 'data/worktrees/s1'));
  await expect(rig.worktrees.remove({ project: rig.project, folder: rig.folder })).rejects.toMatchObject({
    kind: 'denied',
  });
  expect(existsSync(rig.at('a.txt'))).toBe(true);
});

test('worktrees of the person are left alone, also one whose disk is not there', async () => {
  const rig = worktreeRig(fill);
  const own = path.join(rig.home, 'mine', 'project');
  rig.git('worktree', 'add', '-q', '-b', 'mine', own);
  rmSync(own, { recursive: true });
  await rig.make();
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder });
  expect(rig.git('worktree', 'list', '--porcelain')).toContain(own);
});

test('a worktree goes when its project is gone', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  await rig.make();
  rmSync(rig.project, { recursive: true });
  mkdirSync(rig.project);
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder });
  expect(existsSync(rig.folder)).toBe(false);
});

test('a branch that is checked out in the project stays', async () => {
  const rig = worktreeRig(fill);
  rig.git('checkout', '-q', '-b', 'agent/x');
  await expect(
    rig.worktrees.remove({ project: rig.project, folder: rig.folder, branch: 'agent/x' }),
  ).rejects.toMatchObject({ kind: 'conflict' });
  expect(rig.git('branch', '--show-current')).toBe('agent/x');
});

eachInFull<[string, string, (rig: WorktreeRig) => { readonly project?: string } | undefined]>([
  ['no repository', 'not-found', ({ at }) => void rmSync(at('.git'), { recursive: true })],
  [
    'no commit yet',
    'not-found',
    ({ at, git }) => {
      rmSync(at('.git'), { recursive: true });
      git('init', '-q');
      return undefined;
    },
  ],
  [
    'a folder in a repository',
    'denied',
    ({ at }) => {
      mkdirSync(at('sub'));
      return { project: at('sub') };
    },
  ],
  ['only some files checked out', 'denied', ({ git }) => void git('sparse-checkout', 'set', 'x')],
  ['a branch that is checked out', 'conflict', ({ git }) => void git('checkout', '-q', '-b', 'agent/x')],
  ['a filter of the repository', 'denied', ({ git }) => void git('config', 'filter.x.clean', 'cat')],
])('no branch of its own: %s', async (_what, kind, change) => {
  const rig = worktreeRig(fill);
  const { project = rig.project } = change(rig) ?? {};
  const signal = new AbortController().signal;
  await expect(
    rig.worktrees.make({ project, folder: rig.folder, branch: 'agent/x', withChanges: false, signal }),
  ).rejects.toMatchObject({ kind });
  expect(existsSync(rig.folder)).toBe(false);
});

test('a make that fails at its end leaves nothing', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill, {
    runSetup: async () => {
      throw new Error('a bug');
    },
  });
  const before = seen(rig);
  await expect(rig.make()).rejects.toThrow('a bug');
  rmSync(path.dirname(rig.folder), { recursive: true, force: true });
  expect(seen(rig)).toEqual(before);
});

test('line endings and attributes are as in the project, and nothing looks changed', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig((folder) => {
    writeFileSync(path.join(folder, '.gitattributes'), '* text=auto eol=crlf\n*.id ident\n');
    writeFileSync(path.join(folder, 'a.txt'), 'one\r\ntwo\r\n');
    writeFileSync(path.join(folder, 'b.id'), '$Id$\r\n');
  });
  rmSync(rig.at('b.id'));
  rig.git('checkout', 'b.id');
  writeFileSync(rig.at('lf.txt'), 'with LF\n');
  rig.git('add', 'lf.txt');
  rig.git('commit', '-q', '-m', 'feat: lf');
  await rig.make();
  expect({ tree: treeOf(rig.folder), status: rig.inTask('status', '--porcelain') }).toEqual({
    tree: treeOf(rig.project),
    status: '',
  });
});

test('of a sub-module the files are there, for git it is untouched, and what the task does in it comes back', {
  tags: 'full',
}, async () => {
  const inner = worktreeRig(fill);
  const rig = worktreeRig(fill);
  rig.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.project, 'sub');
  rig.git('commit', '-q', '-m', 'feat: sub');
  const made = await rig.make();
  const status = rig.inTask('status', '--porcelain');
  writeFileSync(rig.there('sub/a.txt'), 'by the task\n');
  const { files } = await rig.apply(made);
  expect({
    status,
    uncommitted: made.uncommitted,
    files,
    inSub: rig.git('-C', 'sub', 'status', '--porcelain'),
  }).toEqual({ status: '', uncommitted: [], files: ['sub/a.txt'], inSub: ' M a.txt' });
});

test('a worktree of the person is a project like any other', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const own = path.join(rig.home, 'mine');
  rig.git('worktree', 'add', '-q', '-b', 'mine', own);
  const signal = new AbortController().signal;
  const folder = path.join(rig.home, 'data/worktrees/s2/mine');
  const made = await rig.worktrees.make({
    project: own,
    folder,
    branch: undefined,
    withChanges: true,
    signal,
  });
  writeFileSync(path.join(folder, 'a.txt'), 'by the task\n');
  const plan = await rig.worktrees.planApply({ project: own, folder, made });
  if (plan.kind === 'refused') throw new Error('refused');
  await rig.worktrees.land(own, plan);
  expect({
    text: readFileSync(path.join(own, 'a.txt'), 'utf8'),
    project: rig.git('status', '--porcelain'),
  }).toEqual({
    text: 'by the task\n',
    project: '',
  });
});

test('names with blanks and letters of all kinds are kept', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill, { name: 'mi proyecto ñ 🦆 "x"' });
  const made = await rig.make({ branch: 'agente/ñandú', withChanges: true });
  writeFileSync(rig.there('ñ 🦆.txt'), 'by the task\n');
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  await rig.merge(made, 'agente/ñandú');
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder, branch: 'agente/ñandú' });
  expect({
    tree: treeOf(rig.project)['ñ 🦆.txt'] !== undefined,
    status: rig.git('status', '--porcelain'),
  }).toEqual({
    tree: true,
    status: '',
  });
});

test('a shallow clone works as a whole one does', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  rig.git('commit', '-q', '--allow-empty', '-m', 'feat: two');
  const clone = path.join(rig.home, 'clone');
  rig.git('clone', '-q', '--depth=1', `file://${rig.project}`, clone);
  const signal = new AbortController().signal;
  const folder = path.join(rig.home, 'data/worktrees/s2/clone');
  const request = { project: clone, folder, branch: 'agent/x', withChanges: false, signal };
  const made = await rig.worktrees.make(request);
  writeFileSync(path.join(folder, 'a.txt'), 'by the task\n');
  await rig.worktrees.commitRest(folder, 'feat: task');
  const plan = await rig.worktrees.planMerge({ project: clone, folder, made, branch: 'agent/x' });
  if (plan.kind === 'refused') throw new Error('refused');
  await rig.worktrees.land(clone, plan);
  expect(readFileSync(path.join(clone, 'a.txt'), 'utf8')).toBe('by the task\n');
});

test('a make that is stopped leaves nothing', { tags: 'full' }, async () => {
  const stop = new AbortController();
  const rig = worktreeRig(fill, {
    linkDependencies: async () => {
      stop.abort();
      return { dependencies: [], linked: [] };
    },
  });
  const before = seen(rig);
  const { project, folder } = rig;
  const request = { project, folder, branch: undefined, withChanges: true, signal: stop.signal };
  await expect(rig.worktrees.make(request)).rejects.toMatchObject({ kind: 'stopped' });
  rmSync(path.dirname(folder), { recursive: true, force: true });
  expect(seen(rig)).toEqual(before);
});

test('a filter that the person has set for all repositories works in both directions', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig((folder) => {
    writeFileSync(
      path.join(folder, '../.gitconfig'),
      '[filter "x"]\nclean = tr a-z A-Z\nsmudge = tr A-Z a-z\n',
    );
    writeFileSync(path.join(folder, '.gitattributes'), '*.x filter=x\n');
    for (const name of ['a.x', 'b.x']) writeFileSync(path.join(folder, name), `${name}\n`);
  });
  const made = await rig.make({ branch: 'agent/x' });
  const status = rig.inTask('status', '--porcelain');
  for (const name of ['a.x', 'c.x']) writeFileSync(rig.there(name), 'by the task\n');
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  writeFileSync(rig.at('b.x'), 'by the person\n');
  rig.git('commit', '-q', '-a', '-m', 'feat: person');
  await rig.merge(made, 'agent/x');
  expect({
    status: [status, rig.git('status', '--porcelain')],
    committed: rig.git('show', 'HEAD:a.x'),
    files: ['a.x', 'b.x', 'c.x'].map((name) => readFileSync(rig.at(name), 'utf8')),
  }).toEqual({
    status: ['', ''],
    committed: 'BY THE TASK',
    files: ['by the task\n', 'by the person\n', 'by the task\n'],
  });
});

test('a checked out sub-module is a project like any other', { tags: 'full' }, async () => {
  const inner = worktreeRig(fill);
  const rig = worktreeRig(fill);
  rig.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.project, 'sub');
  const folder = path.join(rig.home, 'data/worktrees/s2/sub');
  const project = rig.at('sub');
  const request = {
    project,
    folder,
    branch: undefined,
    withChanges: true,
    signal: new AbortController().signal,
  };
  const made = await rig.worktrees.make(request);
  writeFileSync(path.join(folder, 'a.txt'), 'by the task\n');
  const plan = await rig.worktrees.planApply({ project, folder, made });
  if (plan.kind === 'refused') throw new Error('refused');
  await rig.worktrees.land(project, plan);
  await rig.worktrees.remove({ project, folder });
  expect([rig.git('-C', 'sub', 'status', '--porcelain'), existsSync(folder)]).toEqual([' M a.txt', false]);
});

test('several are made, filled and taken away at the same time', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const { project, worktrees } = rig;
  const signal = new AbortController().signal;
  const one = async (n: number): Promise<string> => {
    const folder = path.join(rig.home, `data/worktrees/s${n}/project`);
    const branch = `agent/${n}`;
    for (let round = 0; round < 2; round += 1) {
      await worktrees.make({ project, folder, branch, withChanges: false, signal });
      writeFileSync(path.join(folder, `new-${n}-${round}.txt`), 'by the task\n');
      await worktrees.commitRest(folder, `feat: ${n}.${round}`);
      await worktrees.remove({ project, folder });
    }
    return rig.git('log', '--format=%s', branch);
  };
  expect(await Promise.all([1, 2, 3].map(one))).toEqual(
    [1, 2, 3].map((n) => `feat: ${n}.1\nfeat: ${n}.0\nfeat: begin`),
  );
  expect(registeredIn(project)).toEqual([]);
});
