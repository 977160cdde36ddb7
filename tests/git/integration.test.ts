import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Git } from '../../src/contracts/git.ts';
import { createGit } from '../../src/git/git.ts';
import { fill, git, PLAIN, repository, temporaryFolder } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { config } from './hostile-repository.ts';

const at = (root: string): Git => createGit({ root, environment: PLAIN, token: undefined });

/** `main`, which is checked out, and `theirs` have both changed the file. */
function inConflict(): string {
  const root = repository();
  for (const branch of ['theirs', 'main']) {
    git(root, 'checkout', '--quiet', ...(branch === 'main' ? [branch] : ['-b', branch]));
    fill(root, { 'a.txt': `of ${branch}\n` });
    git(root, 'commit', '--quiet', '--all', `--message=${branch}`);
  }
  return root;
}

test('a merge in a worktree is under way there and not in the project', { tags: 'full' }, async () => {
  const root = inConflict();
  const worktree = join(temporaryFolder(), 'apart');
  git(root, 'worktree', 'add', '--quiet', '-b', 'task', worktree);
  const { integration } = at(worktree);
  await integration.start(await integration.plan('merge', 'theirs'));
  const under = [(await at(worktree).status()).unfinished, (await at(root).status()).unfinished];
  fill(worktree, { 'a.txt': 'of both\n' });
  await integration.resume(['a.txt']);
  expect([under, git(worktree, 'log', '-1', '--format=%s'), git(root, 'status', '--porcelain')]).toEqual([
    ['merge', undefined],
    'Merge theirs into task\n',
    '',
  ]);
});

test('a project that is a part of a repository is not merged: other files would change', {
  tags: 'full',
}, async () => {
  const root = repository({ 'app/a.txt': 'one\n' });
  git(root, 'branch', 'theirs');
  await expect(at(join(root, 'app')).integration.plan('merge', 'theirs')).rejects.toMatchObject({
    kind: 'denied',
    message: /whose other files would change/,
  });
});

eachInFull([
  ['no commit in common', (root: string) => git(root, 'checkout', '--quiet', '--orphan', 'other')],
  ['no branch checked out', (root: string) => git(root, 'checkout', '--quiet', '--detach')],
])('refused, because there is %s', async (_why, prepare) => {
  const root = inConflict();
  prepare(root);
  if (git(root, 'branch', '--show-current') !== '')
    git(root, 'commit', '--quiet', '--allow-empty', '--message=other');
  await expect(at(root).integration.plan('merge', 'theirs')).rejects.toMatchObject({ kind: 'conflict' });
});

test.each([
  ['merge', ['branch.main.mergeoptions', '--strategy=of-mine']],
  ['merge', ['merge.ff', 'only']],
  ['merge', ['merge.autostash', 'true']],
  ['rebase', ['rebase.updaterefs', 'true']],
  ['rebase', ['rebase.backend', 'apply']],
  ['rebase', ['rebase.autosquash', 'true']],
] as const)(
  'what the repository configures does not make a %s something else: %s',
  { tags: 'full' },
  async (kind, [key, value]) => {
    const root = repository();
    git(root, 'branch', 'beside');
    git(root, 'checkout', '--quiet', '-b', 'theirs');
    fill(root, { 'b.txt': 'b\n' });
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message=theirs');
    git(root, 'checkout', '--quiet', 'main');
    for (const name of ['c', 'd']) {
      fill(root, { [`${name}.txt`]: '' });
      git(root, 'add', '--all');
      git(root, 'commit', '--quiet', `--message=${name}`);
      if (name === 'c') git(root, 'branch', '--force', 'beside');
    }
    const beside = git(root, 'rev-parse', 'beside');
    config([key, () => value])(root, '');
    const { integration, status } = at(root);
    await integration.start(await integration.plan(kind, 'theirs'));
    expect({
      log: git(root, 'log', '--format=%s').trim().split('\n').toSorted(),
      beside: git(root, 'rev-parse', 'beside'),
      branch: (await status()).branch,
      changes: (await status()).changes,
    }).toEqual({
      log: [...(kind === 'merge' ? ['Merge theirs into main'] : []), 'c', 'd', 'first', 'theirs'],
      beside,
      branch: 'main',
      changes: [],
    });
  },
);

test('a merge that only its person can end is told and not touched', { tags: 'full' }, async () => {
  const root = inConflict();
  const hash = git(root, 'rev-parse', 'theirs').trim();
  fill(root, { '.git/MERGE_HEAD': `${hash}\n${git(root, 'rev-parse', 'HEAD')}` });
  await expect(at(root).integration.findUnfinished()).rejects.toMatchObject({ message: /only they can end/ });
});
