import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SimpleGitOptions, simpleGit } from 'simple-git';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGit } from '../../src/git/git.ts';
import { openOwnRepository } from '../../src/git/own-repository.ts';
import { fill, git, PLAIN, repository, temporaryFolder } from '../processes/parts.ts';

/** The installed library, as its pages say to use it, with variables of our own. */
function library(root: string, options: Partial<SimpleGitOptions> = {}) {
  return simpleGit({ baseDir: root, ...options }).env({ ...PLAIN });
}

const ours = (root: string) => createGit({ root, environment: PLAIN, token: undefined });

function program(lines: string): string {
  const file = join(temporaryFolder(), 'program');
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
}

function isRunning(pid: string): boolean {
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
}

/**
 * Why a person's repository is not read with it: see docs/decisions/simple-git-only-for-our-own-repositories.md. A test
 * here that fails after an update is a reason to look at that decision again.
 */
describe('what the library makes of a repository that it cannot trust', () => {
  test('a change of one file is reported as one of another', async () => {
    const root = repository({ ' a.txt': 'one\n', 'a.txt': 'one\n' });
    fill(root, { ' a.txt': 'two\n' });
    const { files } = await library(root).status();
    expect(files.map(({ path, index, working_dir }) => [path, index, working_dir])).toEqual([
      ['a.txt', 'M', ' '],
    ]);
    expect((await ours(root).status()).changes).toEqual([{ path: ' a.txt', code: ' M' }]);
  });

  test('the message of a commit becomes a commit of its own', async () => {
    const root = repository({ 'a.txt': 'one\n' });
    const forged = 'one òò\nòòòòòò 1234 ò 2020-01-01 ò Reviewed and approved ò  ò  ò The owner ò o@w.n òò';
    git(root, 'commit', '--quiet', '--allow-empty', '--message', forged);
    const { total, all } = await library(root).log();
    expect(git(root, 'rev-list', '--count', 'HEAD').trim()).toBe('2');
    expect(total).toBe(3);
    expect(all[1]).toMatchObject({
      hash: '1234',
      message: 'Reviewed and approved',
      author_name: 'The owner',
    });
    expect((await ours(root).show('HEAD'))?.message).toBe(forged);
  });

  test('the numbers of a commit come from the name of a file', async () => {
    const root = repository({ 'a.txt': 'one\n' });
    fill(root, { 'one, 22, 33': 'one\n' });
    git(root, 'add', '--all');
    const author = ['user.name=Ada', 'user.email=ada@example.org'];
    const { summary } = await library(root, { config: author }).commit('two');
    expect(summary).toEqual({ changes: 100644, insertions: 22, deletions: 33 });
    expect(await ours(root).show('HEAD')).toMatchObject({ filesChanged: 1, insertions: 1, deletions: 0 });
  });

  test('settings without a value lose their names', async () => {
    const root = repository({ 'a.txt': 'one\n' });
    const config = join(root, '.git/config');
    writeFileSync(config, `${readFileSync(config, 'utf8')}[filter "x"]\n\trequired\n[core]\n\tfsmonitor\n`);
    const { all } = await library(root).listConfig('local');
    expect(Object.keys(all)).not.toContain('core.fsmonitor');
    expect(all.null).toEqual(['filter.x.required', 'core.fsmonitor']);
  });

  test('a check that fails without a word has worked, and a git that was killed as well', async () => {
    const root = repository({ 'a.txt': 'one\n' });
    expect(await library(root).raw('rev-parse', '--verify', '--quiet', 'nothing')).toBe('');
    const dies = program('echo half of the diff\nkill -9 $$');
    expect(await library(root, { binary: dies }).diff()).toBe('half of the diff\n');
  });

  test('what git has started goes on when a call is stopped', { tags: 'full', timeout: 30_000 }, async () => {
    const notes = join(temporaryFolder(), 'pid');
    const ssh = program(`echo $$ >${notes}\nexec sleep 60`);
    const stopping = new AbortController();
    const connecting = simpleGit({
      abort: stopping.signal,
      allowEnvironment: ['GIT_SSH_COMMAND'],
      unsafe: { allowUnsafeSshCommand: true },
    })
      .env({ ...PLAIN, GIT_SSH_COMMAND: ssh })
      .listRemote(['ssh://nowhere/x']);
    await vi.waitFor(() => expect(readFileSync(notes, 'utf8')).toMatch(/\d+\n/), 10_000);
    const pid = readFileSync(notes, 'utf8').trim();
    onTestFinished(() => void process.kill(Number(pid), 'SIGKILL'));
    stopping.abort();
    await expect(connecting).rejects.toThrow('Abort signal received');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isRunning(pid)).toBe(true);
  });

  test('a git that says nothing takes a twentieth of a second more than it takes', async () => {
    const silent = program('exit 0');
    const startedMs = performance.now();
    await library(temporaryFolder(), { binary: silent }).raw('status');
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(49);
  });

  test.each(['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'credential.helper=', 'filter.x.clean='])(
    'the setting %s, which turns programs off, counts as unsafe',
    async (setting) => {
      const closed = library(temporaryFolder(), { config: [setting] });
      await expect(closed.raw('version')).rejects.toThrow('is not permitted without enabling');
    },
  );
});

describe('a repository of our own', () => {
  test('nothing of the person has a part in it', async () => {
    const home = temporaryFolder();
    const ran = join(home, 'ran');
    fill(home, {
      '.gitconfig': `[core]\n\thooksPath = ${join(home, 'hooks')}\n`,
      'hooks/pre-commit': `#!/bin/sh\necho x >${ran}\n`,
    });
    chmodSync(join(home, 'hooks/pre-commit'), 0o755);
    const root = fill(temporaryFolder(), { 'a.txt': 'one\n' });
    const one = await openOwnRepository(root, { ...PLAIN, HOME: home, PAGER: 'cat', GIT_DIR: '/nowhere' });
    await one.init();
    await one.addConfig('user.name', 'A').addConfig('user.email', 'a@b.c');
    await one.add('a.txt').commit('one');
    expect((await one.log()).latest).toMatchObject({ message: 'one', author_name: 'A' });
    expect(existsSync(ran)).toBe(false);
  });

  test('what fails without a word fails', async () => {
    const one = await openOwnRepository(repository({ 'a.txt': 'one\n' }), PLAIN);
    await expect(one.raw('rev-parse', '--verify', '--quiet', 'nothing')).rejects.toThrow('exit code 1');
  });

  test('without git the failure says how to get it', async () => {
    const opening = openOwnRepository(temporaryFolder(), { ...PLAIN, PATH: '/nowhere' });
    await expect(opening).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(opening).rejects.toThrow('sudo apt install git');
  });
});
