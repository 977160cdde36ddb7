import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readPosition } from '../../../src/git/checkpoints/position.ts';
import { runNow } from '../../support/run-now.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'position-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function git(...args: readonly string[]): string {
  const own = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
  return runNow({ program: 'git', args: [...own, ...args], cwd: folder, env: process.env }).trim();
}

function position(of = folder, PATH = process.env.PATH ?? ''): ReturnType<typeof readPosition> {
  return readPosition(of, { PATH }, async (file) => path.relative(folder, file));
}

test('no repository has no position', async () => {
  expect(await position()).toBe(null);
});

test('a branch without a commit stands on no commit', async () => {
  git('init', '-q', '-b', 'main');
  expect(await position()).toEqual({ head: null, branch: 'refs/heads/main', index: '.git/index' });
});

test('a branch is told with its full name and its commit, also where a tag has the same name', async () => {
  git('init', '-q', '-b', 'HEAD2');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  git('tag', 'HEAD2');
  expect(await position()).toEqual({
    head: git('rev-parse', 'HEAD'),
    branch: 'refs/heads/HEAD2',
    index: '.git/index',
  });
});

test('for a usual repository git is not started', async () => {
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  const told = { head: git('rev-parse', 'HEAD'), branch: 'refs/heads/main', index: '.git/index' };
  expect(await position(folder, '/nowhere')).toEqual(told);
  git('pack-refs', '--all');
  await expect(position(folder, '/nowhere')).rejects.toThrow('Git is not installed');
  expect(await position()).toEqual(told);
});

test('a detached head has no branch', async () => {
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  git('checkout', '-q', '--detach');
  expect(await position()).toEqual({ head: git('rev-parse', 'HEAD'), branch: null, index: '.git/index' });
});

test('a linked worktree has a position of its own', async () => {
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  git('worktree', 'add', '-q', '-b', 'other', 'linked');
  expect(await position(path.join(folder, 'linked'))).toEqual({
    head: git('rev-parse', 'HEAD'),
    branch: 'refs/heads/other',
    index: '.git/worktrees/linked/index',
  });
});
