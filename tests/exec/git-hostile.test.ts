import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFailure } from '../../src/base/failure.ts';
import type { Git } from '../../src/contracts/git.ts';
import { createGit } from '../../src/exec/git.ts';
import { fill, git, PLAIN, repository, temporaryFolder } from './parts.ts';

interface Trap {
  readonly name: string;
  /** Sets up the repository so that some git command would run `canary`. */
  readonly set: (root: string, canary: string) => void;
}

const config =
  (...pairs: readonly (readonly [string, (canary: string) => string])[]) =>
  (root: string, canary: string): void => {
    for (const [key, value] of pairs) git(root, 'config', '--add', key, value(canary));
  };

const attributes = (root: string, line: string): void => {
  fill(root, { '.git/info/attributes': `${line}\n` });
};

const hook = (root: string, canary: string): void => {
  for (const name of [
    'pre-commit',
    'commit-msg',
    'prepare-commit-msg',
    'post-commit',
    'post-checkout',
    'pre-push',
    'reference-transaction',
    'post-index-change',
  ]) {
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    writeFileSync(join(root, '.git/hooks', name), `#!/bin/sh\n${canary}\n`, { mode: 0o755 });
  }
};

const TRAPS: readonly Trap[] = [
  { name: 'hooks', set: hook },
  {
    name: 'hooks elsewhere',
    set: (root, canary) => {
      hook(root, canary);
      git(root, 'config', 'core.hooksPath', '.git/hooks');
    },
  },
  { name: 'file system monitor', set: config(['core.fsmonitor', (canary) => canary]) },
  {
    name: 'pager',
    set: config(
      ['core.pager', (canary) => canary],
      ['pager.diff', (canary) => canary],
      ['pager.status', (canary) => canary],
    ),
  },
  {
    name: 'editor',
    set: config(['core.editor', (canary) => canary], ['sequence.editor', (canary) => canary]),
  },
  { name: 'external diff', set: config(['diff.external', (canary) => canary]) },
  {
    name: 'diff driver',
    set: (root, canary) => {
      config(['diff.x.command', () => canary], ['diff.x.textconv', () => canary])(root, canary);
      attributes(root, '* diff=x');
    },
  },
  {
    name: 'filter',
    set: (root, canary) => {
      config(
        ['filter.x.clean', () => canary],
        ['filter.x.smudge', () => canary],
        ['filter.x.required', () => 'true'],
      )(root, canary);
      attributes(root, '* filter=x');
    },
  },
  {
    name: 'filter process',
    set: (root, canary) => {
      config(['filter.x.process', () => canary])(root, canary);
      attributes(root, '* filter=x');
    },
  },
  {
    name: 'filter in an included file',
    set: (root, canary) => {
      git(root, 'config', '--file', join(root, '.git/more'), 'filter.x.clean', canary);
      git(root, 'config', 'include.path', 'more');
      attributes(root, '* filter=x');
    },
  },
  {
    name: 'filter with a name that cannot be overridden',
    set: (root, canary) => {
      config(['filter.a=b.clean', () => canary])(root, canary);
      attributes(root, '* filter=a=b');
    },
  },
  {
    name: 'signing',
    set: config(
      ['commit.gpgSign', () => 'true'],
      ['push.gpgSign', () => 'if-asked'],
      ['log.showSignature', () => 'true'],
      ['gpg.program', (canary) => canary],
      ['gpg.format', () => 'ssh'],
      ['gpg.ssh.program', (canary) => canary],
      ['gpg.ssh.defaultKeyCommand', (canary) => canary],
    ),
  },
  { name: 'ssh command', set: config(['core.sshCommand', (canary) => canary]) },
  { name: 'password program', set: config(['core.askPass', (canary) => canary]) },
  { name: 'credential helper', set: config(['credential.helper', (canary) => `!${canary}`]) },
  {
    name: 'aliases',
    set: config(['alias.status', (canary) => `!${canary}`], ['alias.push', (canary) => `!${canary}`]),
  },
  {
    name: 'programs of the remote',
    set: config(
      ['remote.origin.receivepack', (canary) => canary],
      ['remote.origin.uploadpack', (canary) => canary],
    ),
  },
  {
    name: 'ext transport',
    set: config(['url.ext::sh -c %S.insteadOf', () => '/'], ['protocol.ext.allow', () => 'always']),
  },
  {
    name: 'a sub-module with a filter and a diff of its own',
    set: (root, canary) => {
      const inner = join(root, 'sub');
      git(root, 'init', '--quiet', 'sub');
      fill(inner, { 'f.txt': 'one\n' });
      git(inner, 'add', '--all');
      git(inner, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', 'm');
      git(root, '-c', 'advice.addEmbeddedRepo=false', 'add', 'sub');
      git(root, 'config', 'diff.submodule', 'diff');
      config(['filter.x.clean', () => canary], ['diff.external', () => canary])(inner, canary);
      attributes(inner, '* filter=x');
      fill(inner, { 'f.txt': 'two\n' });
    },
  },
  {
    name: 'missing objects that are fetched by a command',
    set: (root, canary) => {
      const blob = git(root, 'rev-parse', 'HEAD~1:a.txt').trim();
      rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
      config(
        ['extensions.partialClone', () => 'origin'],
        ['remote.origin.promisor', () => 'true'],
        ['remote.origin.uploadpack', () => canary],
      )(root, canary);
      git(root, 'config', 'core.repositoryFormatVersion', '1');
    },
  },
];

const signal = new AbortController().signal;

const USES: readonly { readonly name: string; readonly use: (tools: Git) => Promise<unknown> }[] = [
  { name: 'status', use: (tools) => tools.status() },
  { name: 'diff', use: (tools) => tools.diff({}) },
  { name: 'staged diff', use: (tools) => tools.diff({ staged: true }) },
  { name: 'diff of commits', use: (tools) => tools.diff({ from: 'HEAD~1', to: 'HEAD' }) },
  { name: 'show', use: (tools) => tools.show('HEAD') },
  { name: 'default branch', use: (tools) => tools.defaultBranch() },
  { name: 'new branch', use: (tools) => tools.createBranch('agent/x') },
  { name: 'commit', use: (tools) => tools.commit('m', ['a.txt', 'new.txt']) },
  { name: 'remote head', use: (tools) => tools.remoteHead('origin', 'main', signal) },
  { name: 'push', use: (tools) => tools.push({ remote: 'origin', branch: 'main', force: false, signal }) },
];

interface Ground {
  readonly root: string;
  readonly hasRun: () => boolean;
}

/** Two commits, a changed and a new file, a remote, and the trap. */
function prepare({ set }: Trap): Ground {
  const root = repository();
  writeFileSync(join(root, 'a.txt'), 'two\n');
  git(root, 'commit', '--quiet', '--all', '--message=second');
  const origin = temporaryFolder();
  git(origin, 'init', '--quiet', '--bare');
  git(root, 'remote', 'add', 'origin', origin);
  fill(root, { 'a.txt': 'three\n', 'new.txt': 'n\n' });
  const place = temporaryFolder();
  writeFileSync(join(place, 'canary'), `#!/bin/sh\necho ran >>${place}/ran\nexit 1\n`, { mode: 0o755 });
  set(root, join(place, 'canary'));
  return { root, hasRun: () => existsSync(join(place, 'ran')) };
}

test.each(TRAPS)('nothing of a hostile repository is executed: $name', async (trap) => {
  const { root, hasRun } = prepare(trap);
  const tools = createGit({ root, environment: PLAIN, token: undefined });
  const executed: string[] = [];
  for (const { name, use } of USES) {
    await use(tools).catch((error: unknown) => {
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
  ['push', 'origin', 'main'],
];

// A pager needs a terminal; the others need a server that asks for a password, ssh, or an older git.
const NEEDS_MORE = [
  'pager',
  'ssh command',
  'password program',
  'credential helper',
  'aliases',
  'ext transport',
];

test.each(TRAPS.filter(({ name }) => !NEEDS_MORE.includes(name)))(
  'the trap is real, plain git runs it: $name',
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

test.each([
  ['a filter', 'filter.x.clean', (tools: Git) => tools.commit('m', ['a.txt'])],
  [
    'a proxy',
    'http.proxy',
    (tools: Git) => tools.push({ remote: 'origin', branch: 'main', force: false, signal }),
  ],
  [
    'unchecked certificates',
    'http.https://github.com/.sslverify',
    (tools: Git) => tools.remoteHead('origin', 'main', signal),
  ],
])('%s of the repository is refused by name', async (_claim, key, use) => {
  const { root } = prepare({ name: key, set: config([key, () => 'false']) });
  const tools = createGit({ root, environment: PLAIN, token: undefined });
  await expect(use(tools)).rejects.toMatchObject({ kind: 'denied', facts: { key } });
});

test('a filter of the person is used, as in their own terminal', async () => {
  const { root } = prepare({ name: 'none', set: (folder) => attributes(folder, '* filter=upper') });
  const home = fill(temporaryFolder(), { '.gitconfig': '[filter "upper"]\n  clean = tr a-z A-Z\n' });
  const tools = createGit({ root, environment: { ...PLAIN, HOME: home }, token: undefined });
  await tools.commit('m', ['a.txt']);
  expect(git(root, 'show', 'HEAD:a.txt')).toBe('THREE\n');
});
