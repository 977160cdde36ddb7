import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { MadeWorktree, Worktrees } from '../../../src/contracts/worktrees.ts';
import { isFailure } from '../../../src/core/failure.ts';
import { createWorktrees } from '../../../src/git/worktrees/worktrees.ts';
import { git, PLAIN } from '../../processes/parts.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { treeOf } from '../checkpoints/rig.ts';
import { attributes, config, prepare, TRAPS, type Trap } from '../hostile-repository.ts';
import { partsIn } from './parts.ts';
import { temporaryHome, worktreeRig } from './rig.ts';

const MORE: readonly Trap[] = [
  {
    name: 'hooks of checkouts and merges',
    set: (root, canary) => {
      mkdirSync(path.join(root, '.git/hooks'), { recursive: true });
      for (const name of [
        'post-checkout',
        'post-merge',
        'pre-merge-commit',
        'post-rewrite',
        'reference-transaction',
      ])
        writeFileSync(path.join(root, '.git/hooks', name), `#!/bin/sh\n${canary}\n`, { mode: 0o755 });
    },
  },
  {
    name: 'settings of each worktree',
    set: (root, canary) => {
      config(['extensions.worktreeConfig', () => 'true'])(root, canary);
      git(root, 'config', '--worktree', 'filter.x.smudge', canary);
      git(root, 'config', '--worktree', 'filter.x.clean', canary);
      git(root, 'config', '--worktree', 'core.hooksPath', '.git/hooks');
      mkdirSync(path.join(root, '.git/hooks'), { recursive: true });
      writeFileSync(path.join(root, '.git/hooks/post-checkout'), `#!/bin/sh\n${canary}\n`, { mode: 0o755 });
      attributes(root, '* filter=x');
    },
  },
];

/** They need a terminal, or a remote to talk to: nothing that is done about worktrees has either. */
const OF_OTHERS = [
  ...['pager', 'editor', 'aliases', 'password program', 'credential helper'],
  ...['programs of the remote', 'ext transport'],
];

/** Each use, whatever came of the one before. */
async function useAll(
  worktrees: Worktrees,
  project: string,
  hasRun: () => boolean,
): Promise<readonly string[]> {
  const executed: string[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      return undefined;
    } finally {
      if (hasRun() && executed.length === 0) executed.push(name);
    }
  };
  const folderOf = (name: string): string => path.join(project, '../data/worktrees', name, 'p');
  const edit = (folder: string): void => {
    if (!existsSync(folder)) return;
    writeFileSync(path.join(folder, 'a.txt'), 'by the task\n');
    writeFileSync(path.join(folder, 'task.txt'), 'by the task\n');
  };
  const signal = new AbortController().signal;
  const make = (name: string, branch?: string): Promise<MadeWorktree | undefined> =>
    step(`make ${name}`, () =>
      worktrees.make({ project, folder: folderOf(name), branch, withChanges: branch === undefined, signal }),
    );
  const dry = await make('dry');
  edit(folderOf('dry'));
  if (dry !== undefined) {
    const plan = await step('planApply', () =>
      worktrees.planApply({ project, folder: folderOf('dry'), made: dry }),
    );
    if (plan?.kind === 'possible') await step('land', () => worktrees.land(project, plan));
  }
  const made = await make('branch', 'agent/x');
  edit(folderOf('branch'));
  await step('commitRest', () => worktrees.commitRest(folderOf('branch'), 'feat: task'));
  if (made !== undefined) {
    const request = { project, folder: folderOf('branch'), made, branch: 'agent/x' };
    const plan = await step('planMerge', () => worktrees.planMerge(request));
    if (plan?.kind === 'possible') await step('land', () => worktrees.land(project, plan));
  }
  await step('remove', () => worktrees.remove({ project, folder: folderOf('dry') }));
  await step('remove', () => worktrees.remove({ project, folder: folderOf('branch'), branch: 'agent/x' }));
  return executed;
}

test.each([...TRAPS.filter(({ name }) => !OF_OTHERS.includes(name)), ...MORE])(
  'nothing of a hostile repository is executed: $name',
  { tags: 'full' },
  async (trap) => {
    const { root, hasRun } = prepare(trap);
    const home = temporaryHome();
    const project = path.join(home, 'p');
    spawnSync('mv', [root, project]);
    const worktrees = createWorktrees(partsIn(home));
    expect(await useAll(worktrees, project, hasRun)).toEqual([]);
  },
);

test.each(MORE)('the trap is real, plain git runs it: $name', { tags: 'full' }, (trap) => {
  const { root, hasRun } = prepare(trap);
  const folder = path.join(temporaryHome(), 'w');
  spawnSync('git', ['worktree', 'add', '--quiet', '-b', 'w', folder], { cwd: root, env: PLAIN });
  expect(hasRun()).toBe(true);
});

test('a merge driver of the repository is not run: what it is wanted for is a conflict', {
  tags: 'full',
}, async () => {
  const lines = ['one', 'two', 'three', 'four', 'five'];
  const rig = worktreeRig((folder) => {
    writeFileSync(path.join(folder, 'a.txt'), `${lines.join('\n')}\n`);
    writeFileSync(path.join(folder, '.gitattributes'), '*.txt merge=x\n');
  });
  const made = await rig.make({ branch: 'agent/x' });
  writeFileSync(rig.there('a.txt'), `${lines.join('\n')}\nby the task\n`);
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  writeFileSync(rig.at('a.txt'), `by the person\n${lines.join('\n')}\n`);
  rig.git('commit', '-q', '-a', '-m', 'feat: person');
  const ran = path.join(rig.home, 'ran');
  rig.git('config', 'merge.x.driver', `touch '${ran}'; false`);
  rig.git('config', 'merge.renormalize', 'true');
  const plan = await rig.planMerge(made, 'agent/x');
  const hasRun = existsSync(ran);
  expect({ plan, hasRun }).toEqual({
    plan: { kind: 'refused', refusal: { kind: 'conflict', files: ['a.txt'] } },
    hasRun: false,
  });
  expect(() => rig.git('merge', '-q', 'agent/x')).toThrow();
  expect(existsSync(ran)).toBe(true);
});

const LINES = ['one', 'two', 'three', 'four', 'five'];
/** Whatever of its name means something in a pattern, or between quotation marks. */
const ODD = 'ä [x]*\\ "q".txt';

test.each([
  ['in the tree', '*.txt merge=x\n', ''],
  ['of the repository', '', '*.txt merge=x\n'],
  ['for one file with an odd name', '"/ä \\\\[x]\\\\*\\\\\\\\ \\"q\\".txt" merge=x\n', ''],
  ['for one file under its new name', 'new.txt merge=x\n', ''],
])(
  'nor is it run where the other side renamed the file: attributes %s',
  { tags: 'full' },
  async (_where, inTree, inInfo) => {
    const isNew = inTree.startsWith('new');
    const [before, after] = isNew ? ['old.txt', 'new.txt'] : ['old.txt', ODD];
    const rig = worktreeRig((folder) => {
      writeFileSync(path.join(folder, before), `${LINES.join('\n')}\n`);
      writeFileSync(path.join(folder, '.gitattributes'), inTree);
    });
    const made = await rig.make({ branch: 'agent/x' });
    writeFileSync(rig.there(before), `${LINES.join('\n')}\nby the task\n`);
    await rig.worktrees.commitRest(rig.folder, 'feat: task');
    rmSync(rig.at(before));
    writeFileSync(rig.at(after), `by the person\n${LINES.join('\n')}\n`);
    rig.git('add', '-A');
    rig.git('commit', '-q', '-m', 'feat: person');
    const ran = path.join(rig.home, 'ran');
    for (const place of ['--local', '--global'])
      rig.git('config', place, 'merge.x.driver', `touch '${ran}'; false`);
    mkdirSync(rig.at('.git/info'), { recursive: true });
    writeFileSync(rig.at('.git/info/attributes'), inInfo);
    const plan = await rig.planMerge(made, 'agent/x');
    const hasRun = existsSync(ran);
    expect({ plan, hasRun }).toEqual({
      plan: { kind: 'refused', refusal: { kind: 'conflict', files: [after] } },
      hasRun: false,
    });
    expect(() => rig.git('merge', '-q', 'agent/x')).toThrow();
    expect(existsSync(ran)).toBe(true);
  },
);

test('a driver that is only the default is not run either', { tags: 'full' }, async () => {
  const rig = worktreeRig((folder) => writeFileSync(path.join(folder, 'a.txt'), `${LINES.join('\n')}\n`));
  const made = await rig.make({ branch: 'agent/x' });
  writeFileSync(rig.there('a.txt'), `${LINES.join('\n')}\nby the task\n`);
  await rig.worktrees.commitRest(rig.folder, 'feat: task');
  writeFileSync(rig.at('a.txt'), `by the person\n${LINES.join('\n')}\n`);
  rig.git('commit', '-q', '-a', '-m', 'feat: person');
  const ran = path.join(rig.home, 'ran');
  rig.git('config', 'merge.x.driver', `touch '${ran}'; false`);
  rig.git('config', 'merge.default', 'x');
  await rig.merge(made, 'agent/x');
  expect({ hasRun: existsSync(ran), text: readFileSync(rig.at('a.txt'), 'utf8') }).toEqual({
    hasRun: false,
    text: `by the person\n${LINES.join('\n')}\nby the task\n`,
  });
});

eachInFull<[string, (own: string, other: string) => void]>([
  [
    'the repository of another project',
    (own, other) => writeFileSync(path.join(own, '.git'), `gitdir: ${other}/.git\n`),
  ],
  [
    'a folder that leads to the repository of another project',
    (own, other) => {
      mkdirSync(path.join(own, 'fake'));
      writeFileSync(path.join(own, 'fake/HEAD'), 'ref: refs/heads/main\n');
      writeFileSync(path.join(own, 'fake/commondir'), `${other}/.git\n`);
      writeFileSync(path.join(own, 'fake/gitdir'), `${own}/.git\n`);
      writeFileSync(path.join(own, '.git'), `gitdir: ${own}/fake\n`);
    },
  ],
  [
    'a repository of its own',
    (own) => {
      rmSync(path.join(own, '.git'));
      git(own, 'init', '--quiet');
    },
  ],
])('a .git that was exchanged for %s is not believed', async (_what, exchange) => {
  const other = worktreeRig((folder) => writeFileSync(path.join(folder, 'a.txt'), 'other\n'));
  const rig = worktreeRig((folder) => writeFileSync(path.join(folder, 'a.txt'), 'a\n'));
  const made = await rig.make();
  writeFileSync(rig.there('a.txt'), 'by the task\n');
  exchange(rig.folder, other.project);
  const before = other.git('rev-parse', 'main');
  // Refused as another repository, or already as one that does not know this folder.
  const refused = { kind: expect.stringMatching(/^(conflict|denied)$/) };
  await expect(rig.planApply(made)).rejects.toMatchObject(refused);
  await expect(rig.worktrees.commitRest(rig.folder, 'feat: task')).rejects.toMatchObject(refused);
  expect(other.git('rev-parse', 'main')).toBe(before);
});

test('a link that the task puts in place of a folder brings nothing over from behind it', async () => {
  const rig = worktreeRig((folder) => {
    mkdirSync(path.join(folder, 'src'));
    writeFileSync(path.join(folder, 'src/a.txt'), 'a\n');
  });
  const outside = path.join(rig.home, 'outside');
  mkdirSync(outside);
  writeFileSync(path.join(outside, 'a.txt'), 'outside\n');
  const made = await rig.make();
  rmSync(rig.there('src'), { recursive: true });
  symlinkSync(outside, rig.there('src'));
  await rig.apply(made);
  expect([rig.git('status', '--porcelain'), readFileSync(path.join(outside, 'a.txt'), 'utf8')]).toEqual([
    ' D src/a.txt\n?? src',
    'outside\n',
  ]);
});

test('a link in the project in place of a folder is not written through', { tags: 'full' }, async () => {
  const rig = worktreeRig((folder) => writeFileSync(path.join(folder, 'a.txt'), 'a\n'));
  const outside = path.join(rig.home, 'outside');
  mkdirSync(outside);
  const made = await rig.make();
  mkdirSync(rig.there('new'));
  writeFileSync(rig.there('new/a.txt'), 'by the task\n');
  symlinkSync(outside, rig.at('new'));
  expect(await rig.planApply(made)).toMatchObject({
    refusal: { kind: 'moved', files: ['new', 'new/a.txt'] },
  });
  expect(existsSync(path.join(outside, 'a.txt'))).toBe(false);
});

test('a commit with paths that no project may have is not brought over', { tags: 'full' }, async () => {
  const rig = worktreeRig((folder) => writeFileSync(path.join(folder, 'a.txt'), 'a\n'));
  const made = await rig.make({ branch: 'agent/x', withChanges: true });
  writeFileSync(rig.there('evil'), 'evil\n');
  const blob = rig.inTask('hash-object', '-w', 'evil');
  const tree = (line: string): string =>
    execFileSync('git', ['mktree'], { cwd: rig.folder, input: `${line}\n`, encoding: 'utf8' }).trim();
  const hooks = tree(`100755 blob ${blob}\tpost-commit`);
  const top = tree(`040000 tree ${tree(`040000 tree ${hooks}\thooks`)}\t.git`);
  const commit = rig.inTask('commit-tree', top, '-p', 'HEAD', '-m', 'feat: evil');
  rig.inTask('update-ref', 'HEAD', commit);
  await expect(rig.planMerge(made, 'agent/x')).rejects.toMatchObject({ kind: 'invalid' });
  await expect(rig.planApply(made)).rejects.toMatchObject({ kind: 'invalid' });
  expect(existsSync(rig.at('.git/hooks/post-commit'))).toBe(false);
});

test('a folder that becomes a link while it is removed costs nobody a file', { tags: 'full' }, async () => {
  const rig = worktreeRig((folder) => writeFileSync(path.join(folder, 'a.txt'), 'a\n'));
  await rig.make();
  for (let n = 0; n < 40; n += 1) {
    mkdirSync(rig.there(`d${n}/in`), { recursive: true });
    for (let file = 0; file < 20; file += 1) writeFileSync(rig.there(`d${n}/in/${file}`), 'x');
  }
  const before = treeOf(rig.project);
  const swap = `
    const fs = require('node:fs');
    for (;;) for (let n = 0; n < 40; n += 1) {
      const own = ${JSON.stringify(rig.folder)} + '/d' + n;
      try { fs.renameSync(own, own + '-away'); fs.symlinkSync(${JSON.stringify(rig.project)}, own); } catch {}
      try { fs.unlinkSync(own); fs.renameSync(own + '-away', own); } catch {}
      if (!fs.existsSync(${JSON.stringify(rig.folder)})) process.exit();
    }`;
  const other = spawn(process.execPath, ['-e', swap], { stdio: 'ignore' });
  await once(other, 'spawn');
  await rig.worktrees.remove({ project: rig.project, folder: rig.folder });
  other.kill('SIGKILL');
  expect({ isThere: existsSync(rig.folder), tree: treeOf(rig.project) }).toEqual({
    isThere: false,
    tree: before,
  });
});
