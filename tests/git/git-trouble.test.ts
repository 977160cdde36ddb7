import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GitTrouble } from '../../src/contracts/git.ts';
import { createGit } from '../../src/git/git.ts';
import { fill, git, PLAIN, repository, temporaryFolder } from '../processes/parts.ts';

function troubleIn(root: string, environment = {}): Promise<GitTrouble | undefined> {
  const parts = { root, environment: { ...PLAIN, GIT_CONFIG_NOSYSTEM: '1', ...environment } };
  return createGit({ ...parts, token: undefined }).findTrouble();
}

describe('what a person is told before a task begins', () => {
  test.each<[string, (root: string) => void, (root: string) => GitTrouble | undefined]>([
    ['a usual repository', () => undefined, () => undefined],
    ['packed branches', (root) => git(root, 'pack-refs', '--all'), () => undefined],
    [
      'a branch in a folder',
      (root) => git(root, 'switch', '--quiet', '-c', 'fix/login/now'),
      () => undefined,
    ],
    [
      'a lock that was left behind',
      (root) => writeFileSync(join(root, '.git/index.lock'), ''),
      (root) => ({ kind: 'locked', mending: `rm '${root}/.git/index.lock'` }),
    ],
    [
      'a merge under way',
      (root) => writeFileSync(join(root, '.git/MERGE_HEAD'), `${git(root, 'rev-parse', 'HEAD')}`),
      () => ({ kind: 'unfinished', mending: 'git merge --abort' }),
    ],
    [
      'a rebase under way',
      (root) => {
        git(root, 'switch', '--quiet', '--detach');
        fill(root, { '.git/rebase-merge/head-name': 'refs/heads/main' });
      },
      () => ({ kind: 'unfinished', mending: 'git rebase --abort' }),
    ],
    [
      'no branch checked out',
      (root) => git(root, 'switch', '--quiet', '--detach'),
      () => ({ kind: 'detached', mending: 'git switch main' }),
    ],
    [
      'no branch checked out, and none that has a usual name',
      (root) => {
        git(root, 'branch', '--quiet', '-m', 'trunk');
        git(root, 'switch', '--quiet', '--detach');
      },
      () => ({ kind: 'detached', mending: 'git switch -c work' }),
    ],
    [
      'no commit yet',
      (root) => git(root, 'switch', '--quiet', '--orphan', 'fresh'),
      () => ({ kind: 'unborn', mending: 'git add -A && git commit -m "First commit"' }),
    ],
  ])('%s', async (_, prepare, expected) => {
    const root = repository({ 'a.txt': '' });
    prepare(root);
    expect(await troubleIn(root)).toEqual(expected(root));
  });

  test('a worktree of a usual repository', async () => {
    const root = repository({ 'a.txt': '' });
    const worktree = join(temporaryFolder(), 'apart');
    git(root, 'worktree', 'add', '--quiet', '-b', 'apart', worktree);
    expect(await troubleIn(worktree)).toBeUndefined();
  });

  test('no repository, and no git', async () => {
    const empty = temporaryFolder();
    expect([await troubleIn(empty), await troubleIn(repository({ 'a.txt': '' }), { PATH: empty })]).toEqual([
      undefined,
      { kind: 'noProgram', mending: 'sudo apt install git' },
    ]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'a repository of another user, until git is told to trust it',
    async () => {
      const root = repository({ 'a.txt': '' });
      const home = fill(temporaryFolder(), { '.gitconfig': '' });
      chownSync(root, 12_345, 12_345);
      chownSync(join(root, '.git'), 12_345, 12_345);
      const before = await troubleIn(root, { HOME: home });
      writeFileSync(join(home, '.gitconfig'), `[safe]\n\tdirectory = ${root}\n`);
      const after = await troubleIn(root, { HOME: home });
      rmSync(home, { recursive: true });
      expect([before, after]).toEqual([
        { kind: 'otherOwner', mending: `git config --global --add safe.directory ${root}` },
        undefined,
      ]);
    },
  );
});
