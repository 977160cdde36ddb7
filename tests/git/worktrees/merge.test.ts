import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eachInFull } from '../../support/each-in-full.ts';
import { treeOf } from '../checkpoints/rig.ts';
import { type WorktreeRig, worktreeRig } from './rig.ts';

const LINES = Array.from({ length: 20 }, (_, line) => `line ${line}`);

function fill(folder: string): void {
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    writeFileSync(path.join(folder, name), `${LINES.join('\n')}\n`);
}

function withLine(place: number, by: string): string {
  return `${LINES.map((line, at) => (at === place ? by : line)).join('\n')}\n`;
}

/** The task's side and the person's side, each committed when it changed anything. */
async function bothSides(rig: WorktreeRig, task: () => void, person: () => void) {
  const made = await rig.make({ branch: 'agent/x' });
  task();
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  person();
  rig.git('add', '-A');
  if (rig.git('status', '--porcelain') !== '') rig.git('commit', '-q', '-m', 'feat: person');
  return made;
}

test('a branch that nobody overtook is taken over as it is', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const made = await bothSides(
    rig,
    () => {
      writeFileSync(rig.there('a.txt'), 'by the task\n');
      rmSync(rig.there('b.txt'));
      mkdirSync(rig.there('b.txt'));
      writeFileSync(rig.there('b.txt/n.txt'), 'a folder in place of a file\n');
    },
    () => undefined,
  );
  const { commits, files } = await rig.merge(made, 'agent/x');
  expect({
    tree: treeOf(rig.project),
    head: rig.git('rev-parse', 'HEAD'),
    status: rig.git('status', '--porcelain'),
    commits: commits.map(({ subject }) => subject),
    files: [...files].sort(),
    branch: rig.git('branch', '--show-current'),
  }).toEqual({
    tree: treeOf(rig.folder),
    head: rig.inTask('rev-parse', 'HEAD'),
    status: '',
    commits: ['feat: task'],
    files: ['a.txt', 'b.txt', 'b.txt/n.txt'],
    branch: 'main',
  });
});

test('where both went on, a merge commit holds both, and names the files that no test has seen', async () => {
  const rig = worktreeRig(fill);
  const made = await bothSides(
    rig,
    () => {
      writeFileSync(rig.there('a.txt'), withLine(2, 'by the task'));
      writeFileSync(rig.there('new.txt'), 'new\n');
      chmodSync(rig.there('b.txt'), 0o755);
    },
    () => {
      writeFileSync(rig.at('a.txt'), withLine(15, 'by the person'));
      writeFileSync(rig.at('b.txt'), withLine(1, 'by the person'));
    },
  );
  writeFileSync(rig.at('c.txt'), 'not committed\n');
  const plan = await rig.planMerge(made, 'agent/x');
  await rig.merge(made, 'agent/x');
  expect({
    untested: plan.kind === 'possible' && plan.untested,
    status: rig.git('status', '--porcelain'),
    log: rig.git('log', '--format=%s|%an', '--first-parent'),
    parents: rig.git('log', '-1', '--format=%P').split(' ').length,
    a: rig.git('show', 'HEAD:a.txt'),
    b: rig.git('ls-tree', 'HEAD', 'b.txt').slice(0, 6),
  }).toEqual({
    untested: ['a.txt', 'b.txt', 'c.txt'],
    status: ' M c.txt',
    log: "Merge branch 'agent/x'|wasap-agent\nfeat: person|Ana\nfeat: begin|Ana",
    parents: 2,
    a: withLine(2, 'by the task').replace('line 15', 'by the person').trimEnd(),
    b: '100755',
  });
});

eachInFull<
  [string, (at: (name: string) => string) => void, (at: (name: string) => string) => void, string[]]
>([
  [
    'the same line',
    (at) => writeFileSync(at('a.txt'), withLine(2, 'task')),
    (at) => writeFileSync(at('a.txt'), withLine(2, 'person')),
    ['a.txt'],
  ],
  [
    'changed and removed',
    (at) => writeFileSync(at('a.txt'), 'task\n'),
    (at) => rmSync(at('a.txt')),
    ['a.txt'],
  ],
  [
    'made by both',
    (at) => writeFileSync(at('n.txt'), 'task\n'),
    (at) => writeFileSync(at('n.txt'), 'person\n'),
    ['n.txt'],
  ],
  [
    'a file and a folder',
    (at) => writeFileSync(at('n'), 'task\n'),
    (at) => {
      mkdirSync(at('n'));
      writeFileSync(at('n/x'), 'person\n');
    },
    ['n'],
  ],
  [
    'a link and a file',
    (at) => {
      rmSync(at('a.txt'));
      symlinkSync('b.txt', at('a.txt'));
    },
    (at) => writeFileSync(at('a.txt'), 'person\n'),
    ['a.txt'],
  ],
  [
    'a file that is not to be merged',
    (at) => {
      writeFileSync(at('.gitattributes'), 'a.txt -merge\n');
      writeFileSync(at('a.txt'), withLine(2, 'task'));
    },
    (at) => {
      writeFileSync(at('.gitattributes'), 'a.txt -merge\n');
      writeFileSync(at('a.txt'), withLine(15, 'person'));
    },
    ['a.txt'],
  ],
])('both changed it: %s', async (_what, task, person, files) => {
  const rig = worktreeRig(fill);
  const made = await bothSides(
    rig,
    () => task(rig.there),
    () => person(rig.at),
  );
  const before = treeOf(rig.project);
  expect(await rig.planMerge(made, 'agent/x')).toEqual({
    kind: 'refused',
    refusal: { kind: 'conflict', files },
  });
  expect(treeOf(rig.project)).toEqual(before);
});

test.each<[string, (rig: WorktreeRig) => void, string[]]>([
  ['changed', ({ at }) => writeFileSync(at('a.txt'), 'mine\n'), ['a.txt']],
  [
    'staged only',
    ({ at, git }) => {
      writeFileSync(at('a.txt'), 'mine\n');
      git('add', 'a.txt');
      writeFileSync(at('a.txt'), `${LINES.join('\n')}\n`);
    },
    ['a.txt'],
  ],
  [
    'hidden from git by a mark',
    ({ at, git }) => {
      git('update-index', '--assume-unchanged', 'a.txt');
      writeFileSync(at('a.txt'), 'mine\n');
    },
    ['a.txt'],
  ],
  ['new', ({ at }) => writeFileSync(at('new.txt'), 'mine\n'), ['new.txt']],
  ['a file in place of a new folder', ({ at }) => writeFileSync(at('deep'), 'mine\n'), ['deep']],
])('uncommitted changes are in the way: %s', { tags: 'full' }, async (_what, change, files) => {
  const rig = worktreeRig(fill);
  const made = await bothSides(
    rig,
    () => {
      writeFileSync(rig.there('a.txt'), 'by the task\n');
      writeFileSync(rig.there('new.txt'), 'by the task\n');
      mkdirSync(rig.there('deep'));
      writeFileSync(rig.there('deep/n.txt'), 'by the task\n');
    },
    () => undefined,
  );
  change(rig);
  const before = { tree: treeOf(rig.project), head: rig.git('rev-parse', 'HEAD') };
  expect(await rig.planMerge(made, 'agent/x')).toEqual({
    kind: 'refused',
    refusal: { kind: 'uncommitted', files },
  });
  expect({ tree: treeOf(rig.project), head: rig.git('rev-parse', 'HEAD') }).toEqual(before);
});

test('a branch that is merged already has nothing to merge', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  const made = await bothSides(
    rig,
    () => writeFileSync(rig.there('a.txt'), 'by the task\n'),
    () => undefined,
  );
  await rig.merge(made, 'agent/x');
  expect(await rig.planMerge(made, 'agent/x')).toEqual({ kind: 'refused', refusal: { kind: 'nothing' } });
});

test('line endings are those of the workspace, also by rules that the branch itself brings', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  const made = await bothSides(
    rig,
    () => {
      writeFileSync(rig.there('.gitattributes'), '*.txt text eol=crlf\n');
      writeFileSync(rig.there('a.txt'), withLine(2, 'by the task'));
      writeFileSync(rig.there('new.txt'), 'new\n');
    },
    () => writeFileSync(rig.at('a.txt'), withLine(15, 'by the person')),
  );
  await rig.merge(made, 'agent/x');
  rig.git('clone', '-q', rig.project, rig.at('../clone'));
  const { 'b.txt': b, 'c.txt': c, ...written } = treeOf(rig.project);
  const { 'b.txt': b2, 'c.txt': c2, ...expected } = treeOf(rig.at('../clone'));
  expect({ written, status: rig.git('status', '--porcelain') }).toEqual({ written: expected, status: '' });
  expect([b, c]).not.toEqual([b2, c2]);
});

test('what a task left uncommitted is committed on its branch, without secrets', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  await rig.make({ branch: 'agent/x' });
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  writeFileSync(rig.there('new.txt'), 'new\n');
  rmSync(rig.there('b.txt'));
  writeFileSync(rig.there('.env'), 'KEY=secret\n');
  const commit = await rig.worktrees.commitRest(rig.folder, 'feat: rest');
  const again = await rig.worktrees.commitRest(rig.folder, 'feat: rest');
  expect({
    subject: commit?.subject,
    again,
    log: rig.git('log', '--format=%s', 'agent/x'),
    status: rig.inTask('status', '--porcelain'),
    files: rig.git('diff', '--name-status', 'main', 'agent/x'),
  }).toEqual({
    subject: 'feat: rest',
    again: undefined,
    log: 'feat: rest\nfeat: begin',
    status: '?? .env',
    files: 'M\ta.txt\nD\tb.txt\nA\tnew.txt',
  });
});

test('a task that went to another branch is not merged as if it had done nothing', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  const made = await rig.make({ branch: 'agent/x' });
  rig.inTask('checkout', '-q', '-b', 'elsewhere');
  await expect(rig.planMerge(made, 'agent/x')).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('the branch elsewhere'),
  });
});

test('a merge into a worktree of the person moves the branch that is checked out there', {
  tags: 'full',
}, async () => {
  const rig = worktreeRig(fill);
  const project = path.join(rig.home, 'mine');
  rig.git('worktree', 'add', '-q', '-b', 'mine', project);
  const folder = path.join(rig.home, 'data/worktrees/s2/mine');
  const request = {
    project,
    folder,
    branch: 'agent/x',
    withChanges: false,
    signal: new AbortController().signal,
  };
  const made = await rig.worktrees.make(request);
  writeFileSync(path.join(folder, 'a.txt'), withLine(2, 'by the task'));
  await rig.worktrees.commitRest(folder, 'feat: task');
  writeFileSync(path.join(project, 'a.txt'), withLine(15, 'by the person'));
  rig.git('-C', project, 'commit', '-q', '-a', '-m', 'feat: person');
  const plan = await rig.worktrees.planMerge({ project, folder, made, branch: 'agent/x' });
  if (plan.kind === 'refused') throw new Error('refused');
  await rig.worktrees.land(project, plan);
  expect({
    mine: rig.git('log', '--format=%s', '--first-parent', 'mine'),
    main: rig.git('log', '--format=%s', 'main'),
    status: [rig.git('status', '--porcelain'), rig.git('-C', project, 'status', '--porcelain')],
    a: treeOf(project)['a.txt'] !== treeOf(rig.project)['a.txt'],
  }).toEqual({
    mine: "Merge branch 'agent/x'\nfeat: person\nfeat: begin",
    main: 'feat: begin',
    status: ['', ''],
    a: true,
  });
});

test('a merge that the task left unfinished is not committed with its marks', { tags: 'full' }, async () => {
  const rig = worktreeRig(fill);
  await bothSides(
    rig,
    () => writeFileSync(rig.there('a.txt'), 'by the task\n'),
    () => writeFileSync(rig.at('a.txt'), 'by the person\n'),
  );
  expect(() => rig.inTask('merge', '-q', 'main')).toThrow();
  const head = rig.inTask('rev-parse', 'HEAD');
  await expect(rig.worktrees.commitRest(rig.folder, 'feat: rest')).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('left a merge unfinished'),
  });
  expect(rig.inTask('rev-parse', 'HEAD')).toBe(head);
});
