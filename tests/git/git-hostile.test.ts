import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Git } from '../../src/contracts/git.ts';
import { isFailure } from '../../src/core/failure.ts';
import { conversationId } from '../../src/core/ids.ts';
import { createGit } from '../../src/git/git.ts';
import { fill, git, PLAIN, repository, temporaryFolder } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { attributes, config, prepare, TRAPS } from './hostile-repository.ts';

const signal = new AbortController().signal;
const PUSH = {
  remote: 'origin',
  branch: 'main',
  force: false,
  conversation: conversationId('console', 'local'),
};

async function putAwayAndBack({ stash }: Git): Promise<void> {
  const { hash } = await stash.save('x', ['a.txt', 'new.txt']);
  await stash.restore(hash);
}

/** A branch that is in conflict. */
async function integrate(
  { integration }: Git,
  kind: 'merge' | 'rebase',
  end: (paths: readonly string[]) => Promise<void>,
): Promise<void> {
  await integration.start(await integration.plan(kind, 'theirs'));
  await end(['a.txt']);
}

const USES: readonly { readonly name: string; readonly use: (tools: Git) => Promise<unknown> }[] = [
  { name: 'status', use: (tools) => tools.status() },
  { name: 'diff', use: (tools) => tools.diff({}) },
  { name: 'staged diff', use: (tools) => tools.diff({ staged: true }) },
  { name: 'diff of commits', use: (tools) => tools.diff({ from: 'HEAD~1', to: 'HEAD' }) },
  { name: 'show', use: (tools) => tools.show('HEAD') },
  { name: 'default branch', use: (tools) => tools.defaultBranch() },
  { name: 'new branch', use: (tools) => tools.createBranch('agent/x') },
  { name: 'stash', use: putAwayAndBack },
  { name: 'commit', use: (tools) => tools.commit('m', ['a.txt', 'new.txt']) },
  { name: 'fetch', use: (tools) => tools.remotes.fetch({ remote: 'origin', signal }) },
  { name: 'log', use: (tools) => tools.history.log({ revision: 'HEAD', path: 'a.txt', count: 9 }) },
  {
    name: 'blame',
    use: (tools) => tools.history.blame({ path: 'a.txt', revision: undefined, start: 1, end: 1 }),
  },
  { name: 'rebase and abort', use: (tools) => integrate(tools, 'rebase', tools.integration.abort) },
  { name: 'merge and abort', use: (tools) => integrate(tools, 'merge', tools.integration.abort) },
  { name: 'merge', use: (tools) => integrate(tools, 'merge', tools.integration.resume) },
  { name: 'remote head', use: (tools) => tools.remotes.head('origin', 'main', signal) },
  { name: 'push', use: (tools) => tools.remotes.push({ ...PUSH, signal }) },
];

/** A cell's: it has a hook that asks. */
const PUSH_MAIN = (tools: Git): Promise<unknown> => tools.remotes.push({ ...PUSH, signal });

eachInFull(TRAPS)('nothing of a hostile repository is executed: $name', async (trap) => {
  const { root, hasRun } = prepare(trap);
  const tools = createGit({ root, environment: PLAIN, token: undefined });
  const ofCell = createGit({ root, environment: PLAIN, token: undefined, ownsItsWork: async () => true });
  const executed: string[] = [];
  for (const { name, use } of [...USES, { name: 'push with our own hook', use: PUSH_MAIN }]) {
    await use(use === PUSH_MAIN ? ofCell : tools).catch((error: unknown) => {
      if (!isFailure(error)) throw error;
    });
    if (hasRun()) executed.push(name);
  }
  expect(executed).toEqual([]);
});

const PLAIN_USES: readonly (readonly string[])[] = [
  ['status'],
  ['diff'],
  ['diff', 'HEAD~1'],
  ['log', '-p'],
  ['ls-remote', 'origin'],
  ['commit', '--all', '--message=m'],
  ['commit', '--amend'],
  ['checkout', '-b', 'x'],
  ['fetch', 'origin'],
  ['merge', 'theirs'],
  ['push', 'origin', 'main'],
];

// A pager needs a terminal, a hook by name git 2.54; the others need a server that asks for a password, ssh, or an
// older git.
const NEEDS_MORE = [
  'pager',
  'hook by name',
  'ssh command',
  'password program',
  'credential helper',
  'aliases',
  'ext transport',
];

test.each(TRAPS.filter(({ name }) => !NEEDS_MORE.includes(name)))(
  'the trap is real, plain git runs it: $name',
  { tags: 'full' },
  (trap) => {
    const { root, hasRun } = prepare(trap);
    for (const args of PLAIN_USES) {
      spawnSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
        cwd: root,
        env: PLAIN,
      });
    }
    expect(hasRun()).toBe(true);
  },
);

eachInFull([
  ['a filter', 'filter.x.clean', (tools: Git) => tools.commit('m', ['a.txt'])],
  ['a proxy', 'http.proxy', (tools: Git) => tools.remotes.push({ ...PUSH, signal })],
  [
    'unchecked certificates',
    'http.https://github.com/.sslverify',
    (tools: Git) => tools.remotes.head('origin', 'main', signal),
  ],
  ['a list of bundles', 'fetch.bundleuri', (tools: Git) => tools.remotes.fetch({ remote: 'origin', signal })],
])('%s of the repository is refused by name', async (_claim, key, use) => {
  const { root } = prepare({ name: key, set: config([key, () => 'false']) });
  const tools = createGit({ root, environment: PLAIN, token: undefined });
  await expect(use(tools)).rejects.toMatchObject({ kind: 'denied', facts: { key } });
});

test('a file for which the repository has a merge program is in conflict when both sides changed it', {
  tags: 'full',
}, async () => {
  const { root } = prepare({
    name: 'driver',
    set: (folder) => {
      config(['merge.x.driver', () => 'true'])(folder, '');
      attributes(folder, '* merge=x');
    },
  });
  git(root, 'checkout', '--quiet', '--', '.');
  const { integration, status } = createGit({ root, environment: PLAIN, token: undefined });
  await integration.start(await integration.plan('merge', 'theirs'));
  expect((await status()).changes).toContainEqual({ path: 'a.txt', code: 'UU' });
});

eachInFull([
  ['refs/heads/*:refs/heads/*', 'every branch of the person'],
  ['+refs/heads/theirs:refs/heads/main', 'one branch of the person'],
  ['refs/heads/theirs:refs/tags/v1', 'a tag'],
])('a fetch does not move what the repository configures: %s, %s', async (spec) => {
  const { root } = prepare({ name: 'refs', set: config(['remote.origin.fetch', () => spec]) });
  const before = git(root, 'for-each-ref', 'refs/heads', 'refs/tags');
  git(root, 'update-ref', '-d', 'refs/remotes/origin/theirs');
  await createGit({ root, environment: PLAIN, token: undefined }).remotes.fetch({ remote: 'origin', signal });
  expect([
    git(root, 'for-each-ref', 'refs/heads', 'refs/tags'),
    git(root, 'for-each-ref', '--format=%(refname)', 'refs/remotes').trim(),
  ]).toEqual([before, 'refs/remotes/origin/theirs']);
});

test('a filter of the person is used, as in their own terminal', { tags: 'full' }, async () => {
  const { root } = prepare({ name: 'none', set: (folder) => attributes(folder, '* filter=upper') });
  const home = fill(temporaryFolder(), { '.gitconfig': '[filter "upper"]\n  clean = tr a-z A-Z\n' });
  const tools = createGit({ root, environment: { ...PLAIN, HOME: home }, token: undefined });
  await tools.commit('m', ['a.txt']);
  expect(git(root, 'show', 'HEAD:a.txt')).toBe('THREE\n');
});

test('a .git file that leads into the repository of another folder is not followed: nothing is committed there', async () => {
  const other = repository();
  const root = fill(temporaryFolder(), { '.git': `gitdir: ${other}/.git\n`, 'new.txt': 'a' });
  const head = git(other, 'rev-parse', 'HEAD');
  const tools = createGit({ root, environment: PLAIN, token: undefined });
  await expect(tools.commit('feat: new', ['new.txt'])).rejects.toMatchObject({
    kind: 'denied',
    message: expect.stringContaining("another folder's repository"),
  });
  expect(git(other, 'rev-parse', 'HEAD')).toBe(head);
});

test('a worktree of a person, a sub-module and a repository that lies apart are worked in', {
  tags: 'full',
}, async () => {
  const [folder, other] = [temporaryFolder(), repository()];
  const worktree = fill(join(folder, 'apart'), { 'a.txt': 'a' });
  git(other, 'worktree', 'add', '--quiet', join(folder, 'tree'));
  git(other, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'sub');
  git(worktree, 'init', '--quiet', `--separate-git-dir=${join(folder, 'apart.git')}`);
  const found = [join(folder, 'tree'), join(other, 'sub'), worktree].map((root) =>
    createGit({ root, environment: PLAIN, token: undefined }).isRepository(),
  );
  expect(await Promise.all(found)).toEqual([true, true, true]);
});
