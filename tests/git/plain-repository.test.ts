import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGit } from '../../src/git/git.ts';
import { hasPlainConfig, plainGitFolder } from '../../src/git/plain-repository.ts';
import { plainStatus } from '../../src/git/status.ts';
import { fill, git, PLAIN, repository, temporaryFolder } from '../processes/parts.ts';
import { eachInFull } from '../support/each-in-full.ts';

/** A folder that is looked at as if it were the `.git` of a repository. */
function gitFolderWith(config: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'config'), config);
  return folder;
}

const CORE = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n';
const CLONED = `${CORE}[remote "origin"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`;

const CONFIGS: readonly (readonly [string, string, boolean])[] = [
  ['what git init writes', CORE, true],
  ['what git clone writes', CLONED, true],
  ['nothing', '', true],
  ['comments and lines of Windows', '# mine\r\n; too\r\n[core]\r\n\tbare = false\r\n', true],
  ['names in capitals', '[CORE]\n\tBare = false\n', true],
  ['a person', '[user]\n\tname = Ana\n\temail = ana@example.com\n', true],
  ['a filter', `${CORE}[filter "x"]\n\tclean = touch /tmp/x\n`, false],
  ['a filter in one line', '[filter "x"] clean = touch /tmp/x\n', false],
  ['a file that is read too', `${CORE}[include]\n\tpath = other\n`, false],
  ['a file that is read under a condition', '[includeIf "gitdir:/"]\n\tpath = other\n', false],
  ['files elsewhere', '[core]\n\tworktree = /home\n', false],
  ['no files', '[core]\n\tbare = true\n', false],
  ['a key without a value', '[core]\n\tbare\n', false],
  ['a program that watches files', '[core]\n\tfsmonitor = ./run\n', false],
  ['attributes elsewhere', '[core]\n\tattributesFile = /tmp/a\n', false],
  ['hooks elsewhere', '[core]\n\thooksPath = hooks\n', false],
  ['further forms', '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n', false],
  ['a newer form', '[core]\n\trepositoryformatversion = 2\n', false],
  ['a program of the remote', '[remote "origin"]\n\tvcs = x\n', false],
  ['a line that goes on', '[user]\n\tname = Ana \\\n[filter "x"]\n', false],
  ['a value in quotes', '[user]\n\tname = "Ana"\n', false],
  ['a key before any section', 'bare = false\n', false],
  ['a section that every object has', '[constructor]\n\tname = x\n', false],
  ['a key that every object has', '[core]\n\ttoString = x\n', false],
  ['a section in the old spelling', '[branch.main]\n\tremote = origin\n', false],
];

test.each(CONFIGS)('a configuration of %s', (_what, text, isPlain) => {
  expect(hasPlainConfig(gitFolderWith(text))).toBe(isPlain);
});

test('a configuration that is a link, a folder or not there is not plain', () => {
  const folder = temporaryFolder();
  expect(hasPlainConfig(folder)).toBe(false);
  writeFileSync(join(folder, 'other'), CORE);
  symlinkSync('other', join(folder, 'config'));
  expect(hasPlainConfig(folder)).toBe(false);
  unlinkSync(join(folder, 'config'));
  mkdirSync(join(folder, 'config'));
  expect(hasPlainConfig(folder)).toBe(false);
});

const PIECES = [
  ...['[core]', '[CORE]', '[filter "a"]', '[remote "o"]', '[branch "x]y"]', '[include]', '[alias]', '[user]'],
  ...['bare', 'worktree', 'fsmonitor', 'clean', 'path', 'url', 'name', 'filemode'],
  ...[' ', '\t', '\n', '\r', '\r\n', '=', ' = ', '\\', '\\\n', '"', '#', ';', '[', ']'],
  ...['true', 'false', 'touch x', '\uFEFF', '\v', '\u00A0', '\0'],
];
const KEYS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|symlinks|ignorecase|precomposeunicode)|remote\..*\.(?:url|fetch)|branch\..*\.(?:remote|merge)|user\.(?:name|email))$/s;

/** Keys and values as git itself reads the file; undefined when it refuses it. */
function readByGit(file: string): readonly (readonly [string, string])[] | undefined {
  try {
    const text = execFileSync('git', ['config', '--file', file, '--list', '-z'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return text
      .split('\0')
      .slice(0, -1)
      .map((entry) => {
        const [key = '', ...value] = entry.split('\n');
        return [key, value.join('\n')];
      });
  } catch {
    return undefined;
  }
}

test('in what is taken for plain git finds nothing else either', { tags: 'full' }, () => {
  const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));
  const lines = fc
    .array(fc.tuple(fc.constantFrom(...CONFIGS.map(([, config]) => config), ''), text), { maxLength: 3 })
    .map((parts) => parts.flat().join(''));
  let plain = 0;
  fc.assert(
    fc.property(lines, (config) => {
      const folder = gitFolderWith(config);
      if (!hasPlainConfig(folder)) return;
      plain += 1;
      for (const [key, value] of readByGit(join(folder, 'config')) ?? []) {
        expect(key).toMatch(KEYS);
        if (key === 'core.bare') expect(value).toBe('false');
      }
    }),
    { numRuns: 600, examples: CONFIGS.map(([, config]) => [config]) },
  );
  expect(plain).toBeGreaterThan(20);
});

/** Git as before, which notes what it is asked. */
function notingGit() {
  const folder = temporaryFolder();
  const notes = join(folder, 'notes');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho x >> '${notes}'\nexec '${real}' "$@"\n`);
  chmodSync(join(folder, 'git'), 0o755);
  writeFileSync(notes, '');
  return {
    environment: { ...PLAIN, PATH: `${folder}:${process.env.PATH}` },
    starts: () => readFileSync(notes, 'utf8').split('\n').length - 1,
  };
}

const STATES: readonly (readonly [string, (root: string) => void])[] = [
  ['nothing changed', () => undefined],
  ['a changed, a new and a deleted file', (root) => changed(root)],
  ['staged files', (root) => void git(changed(root), 'add', '--all')],
  ['no branch', (root) => void git(root, 'checkout', '--quiet', '--detach')],
  ['packed branches', (root) => void git(root, 'pack-refs', '--all')],
  ['a branch without a commit', (root) => void git(root, 'checkout', '--quiet', '--orphan', 'new')],
  ['a name in another script', (root) => fill(root, { 'ñandú Ω.txt': '1\n' })],
];

function changed(root: string): string {
  fill(root, { 'a.txt': 'other\n', 'new/b.txt': 'b\n' });
  unlinkSync(join(root, 'gone.txt'));
  return root;
}

eachInFull(STATES)('the status of a plain repository takes one start of git: %s', async (_what, change) => {
  const root = repository({ 'a.txt': 'a\n', 'gone.txt': 'c\n' });
  change(root);
  // The usual repository of these tests has a configuration of its own.
  writeFileSync(join(root, '.git/config'), CORE);
  const { environment, starts } = notingGit();
  const found = await createGit({ root, environment, token: undefined }).status();
  expect(starts()).toBe(1);
  // With something unusual in it, it is opened.
  writeFileSync(join(root, '.git/config'), `${CORE}[alias]\n\tx = status\n`);
  expect(await plainStatus({ root, environment })).toBe(undefined);
  expect(await createGit({ root, environment, token: undefined }).status()).toEqual(found);
  expect(starts()).toBe(4);
});

test('what git has something to say against is opened, which tells what is wrong', async () => {
  const root = repository({ 'a.txt': 'a\n' });
  writeFileSync(join(root, '.git/config'), CORE);
  writeFileSync(join(root, '.git/HEAD'), 'nonsense\n');
  expect(plainGitFolder(root)).toBe(join(root, '.git'));
  expect(await plainStatus({ root, environment: PLAIN })).toBe(undefined);
  await expect(createGit({ root, environment: PLAIN, token: undefined }).status()).rejects.toMatchObject({
    kind: 'not-found',
  });
});

test('of a repository that git does not take nothing around it is used either', async () => {
  const around = repository({ 'inner/a.txt': 'a\n', '.gitattributes': '* filter=x\n' });
  const root = join(around, 'inner');
  const ran = join(temporaryFolder(), 'ran');
  git(around, 'config', 'filter.x.clean', `touch '${ran}'; cat`);
  git(root, 'init', '--quiet');
  writeFileSync(join(root, '.git/config'), CORE);
  writeFileSync(join(root, '.git/HEAD'), 'nonsense\n');
  fill(root, { 'a.txt': 'other\n' });
  const { changes } = await createGit({ root, environment: PLAIN, token: undefined }).status();
  expect(changes).toEqual([{ path: 'a.txt', code: ' M' }]);
  expect(existsSync(ran)).toBe(false);
});
