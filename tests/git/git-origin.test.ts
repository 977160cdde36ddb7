import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commonGitFolder } from '../../src/files/repository-folders.ts';
import { hasRemote } from '../../src/git/plain-repository.ts';

const REPOSITORY = { owner: 'Bea', name: 'shop' };

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-origin-')));
});
afterEach(() => rmSync(top, { recursive: true }));

test.each([
  ['https://github.com/bea/shop.git', true],
  ['https://github.com/bea/shop', true],
  ['https://github.com/Bea/Shop/', true],
  ['git@github.com:bea/shop.git', true],
  ['ssh://git@ghe.example.org:22/bea/shop.git', true],
  ['https://github.com/eve/shop.git', false],
  ['https://github.com/notbea/shop.git', false],
  ['https://github.com/bea/shop-old.git', false],
  ['/srv/git/shop.git', false],
])('a remote %s is the repository: %s', (url, isIt) => {
  mkdirSync(path.join(top, '.git'));
  writeFileSync(path.join(top, '.git/config'), `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`);
  expect(hasRemote(top, REPOSITORY)).toBe(isIt);
});

test('a folder without a repository has no remote', () => {
  expect(hasRemote(top, REPOSITORY)).toBe(false);
});

test('a worktree has the settings of its repository', () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Bea', '-c', 'user.email=b@example.org', ...args], { cwd: top });
  git('init', '-q', 'main');
  git('-C', 'main', 'commit', '-q', '--allow-empty', '-m', 'first');
  git('-C', 'main', 'remote', 'add', 'origin', 'https://github.com/bea/shop.git');
  git('-C', 'main', 'worktree', 'add', '-q', '../apart');
  const worktree = path.join(top, 'apart');
  expect([commonGitFolder(worktree), hasRemote(worktree, REPOSITORY)]).toEqual([
    path.join(top, 'main/.git'),
    true,
  ]);
});
