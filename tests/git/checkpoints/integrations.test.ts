import { appendFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGit } from '../../../src/git/git.ts';
import { addCommits } from '../../support/add-commits.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { gitEnvironment, treeOf, type UndoRig, undoRig } from './rig.ts';

/** Everything of a repository that a person would notice. */
function seen({ git, workspace }: UndoRig) {
  return {
    branches: git('for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads'),
    status: git('status', '--porcelain=v2', '--branch'),
    staged: git('diff', '--cached'),
    tree: treeOf(workspace),
  };
}

/** `main` on the remote has a commit that is not in the branch `task`, which is checked out and has one of its own. */
function diverged(): { readonly rig: UndoRig; readonly theirs: string } {
  const rig = undoRig((folder) => writeFileSync(`${folder}/a.txt`, 'one\ntwo\nthree\n'));
  const reference = 'refs/remotes/origin/main';
  const files = { 'a.txt': 'one\ntheirs\nthree\n', 'b.txt': 'of theirs\n' };
  addCommits(rig.workspace, [{ reference, message: 'feat: theirs', files }]);
  rig.git('checkout', '-q', '-b', 'task');
  const theirs = rig.git('rev-parse', reference);
  return { rig, theirs };
}

function integrationIn({ workspace, data }: UndoRig) {
  return createGit({ root: workspace, environment: gitEnvironment(data), token: undefined }).integration;
}

/** As the tool does it, in a step of its own. */
async function integrate(rig: UndoRig, kind: 'merge' | 'rebase'): Promise<void> {
  const before = await rig.checkpoints.take(rig.workspace);
  const integration = integrationIn(rig);
  await integration.start(await integration.plan(kind, 'origin/main'));
  add(rig, before, await rig.checkpoints.take(rig.workspace));
}

function add(rig: UndoRig, before: unknown, after: unknown): void {
  const seq = rig.steps.length + 1;
  rig.steps.push({ seq, call: `call-${seq}`, before, after, problem: undefined } as never);
}

test.each(['merge', 'rebase'] as const)(
  'a %s is taken back with the commits of the task',
  { tags: 'full' },
  async (kind) => {
    const { rig, theirs } = diverged();
    const before = seen(rig);
    await rig.step(() => {
      writeFileSync(rig.at('c.txt'), 'of the task\n');
      rig.git('add', 'c.txt');
      rig.git('commit', '-q', '-m', 'feat: task');
    });
    await integrate(rig, kind);
    const result = await rig.undo({ brought: [theirs] });
    expect([seen(rig), result.commitsKept, result.dropped.map(({ subject }) => subject)]).toEqual([
      before,
      null,
      kind === 'merge' ? ['Merge origin/main into task', 'feat: task'] : ['feat: task'],
    ]);
  },
);

test('a branch that was moved forward goes back', { tags: 'full' }, async () => {
  const { rig, theirs } = diverged();
  const before = seen(rig);
  await integrate(rig, 'merge');
  const moved = rig.git('rev-parse', 'HEAD');
  await rig.undo({ brought: [theirs] });
  expect([moved, seen(rig)]).toEqual([theirs, before]);
});

eachInFull(['merge', 'rebase'] as const)(
  'a %s that waits in conflict is taken back whole, and git no longer knows of it',
  async (kind) => {
    const { rig, theirs } = diverged();
    const before = seen(rig);
    await rig.step(() => {
      writeFileSync(rig.at('a.txt'), 'one\nmine\nthree\n');
      rig.git('commit', '-q', '-a', '-m', 'feat: task');
    });
    await integrate(rig, kind);
    const under = await integrationIn(rig).findUnfinished();
    await rig.step(() => writeFileSync(rig.at('a.txt'), 'half resolved\n'));
    const result = await rig.undo({ brought: [theirs] });
    expect([under?.kind, result.abandoned, await integrationIn(rig).findUnfinished(), seen(rig)]).toEqual([
      kind,
      kind,
      undefined,
      before,
    ]);
  },
);

test('an undo that was killed before git forgot the merge forgets it when it is repeated', {
  tags: 'full',
}, async () => {
  const { rig, theirs } = diverged();
  const before = seen(rig);
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'one\nmine\nthree\n');
    rig.git('commit', '-q', '-a', '-m', 'feat: task');
  });
  await integrate(rig, 'merge');
  const plan = await rig.plan({ brought: [theirs] });
  const noted = rig.git('rev-parse', 'MERGE_HEAD');
  await rig.checkpoints.apply(rig.workspace, plan);
  rig.git('update-ref', 'MERGE_HEAD', noted);
  await rig.checkpoints.apply(rig.workspace, plan);
  expect(seen(rig)).toEqual(before);
});

test('a merge of the person is left alone', { tags: 'full' }, async () => {
  const { rig } = diverged();
  await rig.step(() => {
    writeFileSync(rig.at('a.txt'), 'one\nmine\nthree\n');
    rig.git('commit', '-q', '-a', '-m', 'feat: task');
  });
  expect(() => rig.git('merge', '-q', 'origin/main')).toThrow();
  const { commitsKept, abandoned } = await rig.undo();
  expect([commitsKept?.why, abandoned, rig.git('rev-parse', '--verify', 'MERGE_HEAD').length]).toEqual([
    'unfinished',
    undefined,
    40,
  ]);
});

test('a merge that was pushed stays, and no revert of the work of others is offered', {
  tags: 'full',
}, async () => {
  const { rig, theirs } = diverged();
  await rig.step(() => {
    writeFileSync(rig.at('c.txt'), 'of the task\n');
    rig.git('add', 'c.txt');
    rig.git('commit', '-q', '-m', 'feat: task');
  });
  await integrate(rig, 'merge');
  rig.git('update-ref', 'refs/remotes/origin/task', 'HEAD');
  const plan = await rig.plan({ brought: [theirs] });
  expect([plan.repository?.kept, plan.repository?.revert, plan.repository?.commits.length]).toEqual([
    'pushed',
    undefined,
    2,
  ]);
});

test('what the person wrote since stays when a merge is taken back', { tags: 'full' }, async () => {
  const { rig, theirs } = diverged();
  await integrate(rig, 'merge');
  appendFileSync(rig.at('a.txt'), 'of the person\n');
  await rig.undo({ brought: [theirs] });
  expect(rig.git('diff', 'HEAD')).toContain('+of the person');
});
