import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Git } from '../../src/contracts/git.ts';
import { createGit } from '../../src/git/git.ts';
import { fill, git, PLAIN, repository, temporaryFolder } from '../processes/parts.ts';
import { newBareRepository } from '../support/new-remote.ts';

function gitIn(root: string): Git {
  return createGit({ root, environment: { ...PLAIN, GIT_CONFIG_NOSYSTEM: '1' }, token: undefined });
}

const FULL_HASH = /^[0-9a-f]{40}$/;

test('a folder without a repository is told from one with', async () => {
  const answers = [await gitIn(temporaryFolder()).isRepository(), await gitIn(repository()).isRepository()];
  expect(answers).toEqual([false, true]);
});

test('without a repository the next step is named', async () => {
  await expect(gitIn(temporaryFolder()).status()).rejects.toMatchObject({
    kind: 'not-found',
    message: /git init/,
  });
});

test('a workspace that looks like a bare repository is none', async () => {
  const root = temporaryFolder();
  git(root, 'init', '--quiet', '--bare');
  await expect(gitIn(root).status()).rejects.toMatchObject({ kind: 'unavailable' });
});

test('status tells branch, head and every changed path', async () => {
  const root = repository({ 'a.txt': 'one\n', 'b.txt': 'b\n', 'c.txt': 'c\n' });
  fill(root, { 'a.txt': 'two\n', 'new/file.txt': '', 'staged.txt': '' });
  rmSync(join(root, 'b.txt'));
  git(root, 'add', 'staged.txt');
  git(root, 'mv', 'c.txt', 'd.txt');
  expect(await gitIn(root).status()).toEqual({
    branch: 'main',
    head: git(root, 'rev-parse', 'HEAD').trim(),
    upstream: undefined,
    ahead: 0,
    behind: 0,
    changes: [
      { path: 'a.txt', code: ' M' },
      { path: 'b.txt', code: ' D' },
      { path: 'c.txt', code: 'D ' },
      { path: 'd.txt', code: 'A ' },
      { path: 'staged.txt', code: 'A ' },
      { path: 'new/file.txt', code: '??' },
    ],
  });
});

test('status works before the first commit', async () => {
  const root = fill(temporaryFolder(), { 'a.txt': '' });
  git(root, 'init', '--quiet', '--initial-branch=main');
  expect(await gitIn(root).status()).toEqual({
    branch: 'main',
    head: undefined,
    upstream: undefined,
    ahead: 0,
    behind: 0,
    changes: [{ path: 'a.txt', code: '??' }],
  });
});

test('status tells a detached HEAD and the distance to the upstream', { tags: 'full' }, async () => {
  const root = repository();
  const origin = temporaryFolder();
  newBareRepository(origin);
  git(root, 'remote', 'add', 'origin', origin);
  git(root, 'push', '--quiet', '--set-upstream', 'origin', 'main');
  git(root, 'commit', '--quiet', '--allow-empty', '--message=second');
  const { upstream, ahead, behind } = await gitIn(root).status();
  git(root, 'checkout', '--quiet', '--detach');
  expect([upstream, ahead, behind, (await gitIn(root).status()).branch]).toEqual([
    'origin/main',
    1,
    0,
    undefined,
  ]);
});

test('a conflict shows with its two letters', { tags: 'full' }, async () => {
  const root = repository();
  git(root, 'checkout', '--quiet', '-b', 'other');
  writeFileSync(join(root, 'a.txt'), 'other\n');
  git(root, 'commit', '--quiet', '--all', '--message=other');
  git(root, 'checkout', '--quiet', 'main');
  writeFileSync(join(root, 'a.txt'), 'mine\n');
  git(root, 'commit', '--quiet', '--all', '--message=mine');
  expect(() => git(root, 'merge', 'other')).toThrow();
  expect((await gitIn(root).status()).changes).toEqual([{ path: 'a.txt', code: 'UU' }]);
});

test('a workspace in a folder of a repository sees its own part with its own paths', {
  tags: 'full',
}, async () => {
  const top = repository({ 'app/a.txt': 'one\n', 'b.txt': 'b\n' });
  fill(top, { 'app/a.txt': 'two\n', 'app/new.txt': '', 'b.txt': 'changed\n' });
  const inApp = gitIn(join(top, 'app'));
  const { changes } = await inApp.status();
  const commit = await inApp.commit('app only', ['a.txt', 'new.txt']);
  const listed = git(top, 'show', '--name-only', '--format=', commit.hash).trim().split('\n');
  expect([changes, listed]).toEqual([
    [
      { path: 'a.txt', code: ' M' },
      { path: 'new.txt', code: '??' },
    ],
    ['app/a.txt', 'app/new.txt'],
  ]);
});

test('diff is against HEAD, staged or not, without untracked files', { tags: 'full' }, async () => {
  const root = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  fill(root, { 'a.txt': 'two\n', 'b.txt': 'two\n', 'c.txt': '' });
  git(root, 'add', 'a.txt');
  const changedIn = (text: string): readonly string[] =>
    [...text.matchAll(/^diff --git a\/(\S+)/gm)].map(([, path = '']) => path);
  const [all, staged, one] = await Promise.all([
    gitIn(root).diff({}),
    gitIn(root).diff({ staged: true }),
    gitIn(root).diff({ paths: ['b.txt'] }),
  ]);
  expect([changedIn(all), changedIn(staged), changedIn(one)]).toEqual([
    ['a.txt', 'b.txt'],
    ['a.txt'],
    ['b.txt'],
  ]);
});

test('diff between commits is a unified diff', async () => {
  const root = repository();
  writeFileSync(join(root, 'a.txt'), 'two\n');
  git(root, 'commit', '--quiet', '--all', '--message=second');
  expect((await gitIn(root).diff({ from: 'HEAD~1', to: 'HEAD' })).split('\n').slice(2)).toEqual([
    '--- a/a.txt',
    '+++ b/a.txt',
    '@@ -1 +1 @@',
    '-one',
    '+two',
    '',
  ]);
});

test('before the first commit what is staged is new', { tags: 'full' }, async () => {
  const root = fill(temporaryFolder(), { 'a.txt': 'one\n' });
  git(root, 'init', '--quiet');
  git(root, 'add', '--all');
  expect(await gitIn(root).diff({})).toContain('\n+one\n');
});

test.each(['--output=/tmp/x', '-p'])('the revision %s is refused', async (revision) => {
  const tools = gitIn(repository());
  await expect(tools.diff({ from: revision })).rejects.toMatchObject({ kind: 'invalid' });
  await expect(tools.show(revision)).rejects.toMatchObject({ kind: 'invalid' });
});

test('commits exactly the named paths and leaves what else is staged', async () => {
  const root = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n', 'gone.txt': 'x\n' });
  fill(root, { 'a.txt': 'two\n', 'b.txt': 'two\n', 'new.txt': 'n\n' });
  rmSync(join(root, 'gone.txt'));
  git(root, 'add', 'b.txt');
  const commit = await gitIn(root).commit('feat: change a\n\nWhy: # it matters', [
    'a.txt',
    'new.txt',
    'gone.txt',
  ]);
  expect([
    commit,
    git(root, 'show', '--name-status', '--format=%B', 'HEAD').trim().split('\n'),
    git(root, 'status', '--porcelain').trimEnd(),
  ]).toEqual([
    {
      hash: expect.stringMatching(FULL_HASH),
      subject: 'feat: change a',
      filesChanged: 3,
      insertions: 2,
      deletions: 2,
    },
    ['feat: change a', '', 'Why: # it matters', '', '', 'M\ta.txt', 'D\tgone.txt', 'A\tnew.txt'],
    'M  b.txt',
  ]);
});

test('a deletion that was staged is committed', { tags: 'full' }, async () => {
  const root = repository({ 'a.txt': 'one\n', 'b.txt': '' });
  git(root, 'rm', '--quiet', 'a.txt');
  expect(await gitIn(root).commit('remove a', ['a.txt'])).toMatchObject({ filesChanged: 1, deletions: 1 });
});

test('the first commit of a repository is made', async () => {
  const root = fill(temporaryFolder(), { 'a.txt': 'one\n', 'b.txt': '' });
  git(root, 'init', '--quiet');
  expect(await gitIn(root).commit('first', ['a.txt'])).toMatchObject({ subject: 'first', filesChanged: 1 });
});

test('files whose names look like options, patterns or orders are committed, and nothing else', async () => {
  const root = repository();
  const names = [
    ...['-rf', '--all', ':(top)x', '*.txt', 'two words', 'line\nbreak', 'caf\u00e9 \u{1f600}'],
    ...['"quoted"', "$(touch x)'"],
  ];
  fill(root, { ...Object.fromEntries(names.map((name) => [name, 'x\n'])), 'other.txt': 'x\n' });
  await gitIn(root).commit('odd names', names);
  const committed = git(root, 'show', '--name-only', '--format=', '-z', 'HEAD').split('\0').slice(0, -1);
  expect(committed.toSorted()).toEqual(names.toSorted());
});

test('refuses a commit without a message, or with paths that name no changed file of the project', async () => {
  const root = repository({ 'a.txt': '', 'folder/b.txt': '' });
  writeFileSync(join(root, 'folder/b.txt'), 'changed');
  const refused: readonly (readonly [claim: string, message: string, paths: readonly string[]])[] = [
    ['no message', ' \n', ['a.txt']],
    ['no paths', 'm', []],
    ['an unchanged path', 'm', ['a.txt']],
    ['a path that does not exist', 'm', ['missing.txt']],
    ['a folder', 'm', ['folder']],
    ['a path outside', 'm', ['../a.txt']],
    ['an absolute path', 'm', ['/etc/passwd']],
    ['an empty path', 'm', ['']],
  ];
  for (const [claim, message, paths] of refused)
    await expect(gitIn(root).commit(message, paths), claim).rejects.toMatchObject({ kind: 'invalid' });
});

test('a commit that fails forgets the files it made known', async () => {
  const root = repository();
  fill(root, { 'new.txt': 'x\n' });
  writeFileSync(join(root, '.git/MERGE_HEAD'), git(root, 'rev-parse', 'HEAD'));
  await expect(gitIn(root).commit('m', ['new.txt'])).rejects.toMatchObject({
    kind: 'conflict',
    message: /partial commit/,
  });
  rmSync(join(root, '.git/MERGE_HEAD'));
  expect(git(root, 'status', '--porcelain')).toBe('?? new.txt\n');
});

test.each([
  [
    'their own identity',
    ['user.name', 'Grace', 'user.email', 'grace@example.org'],
    'Grace <grace@example.org>',
  ],
  ['the default one where they have none', [], 'wasap-agent <wasap-agent@localhost>'],
])('commits bear %s', async (_claim, [name, person, email, address], expected) => {
  const root = repository();
  if (name && person && email && address) {
    git(root, 'config', name, person);
    git(root, 'config', email, address);
  }
  writeFileSync(join(root, 'a.txt'), 'two\n');
  const { hash } = await gitIn(root).commit('m', ['a.txt']);
  expect(git(root, 'show', '--no-patch', '--format=%an <%ae>', hash).trim()).toBe(expected);
});

test('the identity of the person comes from their global configuration too', { tags: 'full' }, async () => {
  const root = repository();
  const home = fill(temporaryFolder(), {
    '.gitconfig': '[user]\n  name = Alan\n  email = alan@example.org\n',
  });
  writeFileSync(join(root, 'a.txt'), 'two\n');
  const { hash } = await createGit({ root, environment: { ...PLAIN, HOME: home }, token: undefined }).commit(
    'm',
    ['a.txt'],
  );
  expect(git(root, 'show', '--no-patch', '--format=%an', hash).trim()).toBe('Alan');
});

test('show gives parents, message and size of a commit', async () => {
  const root = repository();
  const first = git(root, 'rev-parse', 'HEAD').trim();
  writeFileSync(join(root, 'a.txt'), 'two\nthree\n');
  git(root, 'commit', '--quiet', '--all', '--message=subject', '--message=body');
  expect(await gitIn(root).show('HEAD')).toEqual({
    hash: git(root, 'rev-parse', 'HEAD').trim(),
    parents: [first],
    subject: 'subject',
    message: 'subject\n\nbody',
    filesChanged: 1,
    insertions: 2,
    deletions: 1,
  });
});

test('show of what does not exist is undefined', async () => {
  expect(await gitIn(repository()).show('no-such-thing')).toBeUndefined();
});

test('a new branch is checked out with all changes in place', async () => {
  const root = repository();
  writeFileSync(join(root, 'a.txt'), 'two\n');
  await gitIn(root).createBranch('agent/fix-1');
  expect([git(root, 'branch', '--show-current').trim(), readFileSync(join(root, 'a.txt'), 'utf8')]).toEqual([
    'agent/fix-1',
    'two\n',
  ]);
});

test('a branch name that git refuses, or would take for something else, is refused', {
  tags: 'full',
}, async () => {
  const tools = gitIn(repository());
  const names = ['-d', '--orphan', 'a b', 'a..b', 'a~1', '@{-1}', 'x.lock', 'HEAD', '', 'a/', '/a', 'a\nb'];
  for (const name of names)
    await expect(tools.createBranch(name), name).rejects.toMatchObject({ kind: 'invalid' });
});

test('a branch that exists is not touched', async () => {
  await expect(gitIn(repository()).createBranch('main')).rejects.toMatchObject({ kind: 'conflict' });
});

test('the default branch is what the remote says, else main or master', { tags: 'full' }, async () => {
  const remote = repository();
  git(remote, 'branch', '--move', 'trunk');
  const clone = join(temporaryFolder(), 'clone');
  git('/', 'clone', '--quiet', remote, clone);
  const old = repository();
  git(old, 'branch', '--move', 'master');
  const other = repository();
  git(other, 'branch', '--move', 'work');
  const names = await Promise.all(
    [clone, repository(), old, other].map((root) => gitIn(root).defaultBranch()),
  );
  expect(names).toEqual(['trunk', 'main', 'master', undefined]);
});

test('a workspace that git is told lies elsewhere is refused', async () => {
  const root = repository();
  const elsewhere = temporaryFolder();
  mkdirSync(join(elsewhere, 'x'));
  git(root, 'config', 'core.worktree', elsewhere);
  await expect(gitIn(root).status()).rejects.toMatchObject({ kind: 'not-found' });
});
