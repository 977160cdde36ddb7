import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { positionInFiles } from '../../src/git/plain-repository.ts';
import { runNow } from '../support/run-now.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'position-in-files-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function git(...args: readonly string[]): string {
  const own = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com'];
  return runNow({ program: 'git', args: [...own, ...args], cwd: folder, env: process.env }).trim();
}

function oneCommit(...format: readonly string[]): void {
  git('init', '-q', '-b', 'main', ...format);
  git('commit', '-q', '--allow-empty', '-m', 'one');
}

/** Git's own words for the same. */
function toldByGit() {
  const [gitFolder = '', head = '', full = ''] = git(
    'rev-parse',
    '--absolute-git-dir',
    'HEAD',
    '--symbolic-full-name',
    'HEAD',
  ).split('\n');
  return { gitFolder, head, branch: full === 'HEAD' ? null : full };
}

/** What is done after a first commit. */
const USUAL: readonly (readonly [string, readonly string[]])[] = [
  ['a branch', []],
  ['a branch of two commits', ['commit -q --allow-empty -m two']],
  ['a branch with a long name', ['checkout -q -b feat/a-1/b_2.3']],
  ['a branch that was moved', ['checkout -q -b a', 'branch -M b']],
  ['no branch', ['checkout -q --detach']],
];

test.each(USUAL)('of a repository with %s the files tell what git tells', (_what, commands) => {
  oneCommit();
  for (const command of commands) git(...command.split(' '));
  expect(positionInFiles(folder)).toEqual(toldByGit());
});

test('so they do with hashes of another kind', () => {
  oneCommit('--object-format=sha256');
  expect(positionInFiles(folder)).toEqual(toldByGit());
});

const head = (text: string) => () => writeFileSync(path.join(folder, '.git/HEAD'), text);
const UNUSUAL: readonly (readonly [string, () => void])[] = [
  ['packed branches', () => git('pack-refs', '--all')],
  ['a branch without a commit', () => git('checkout', '-q', '--orphan', 'new')],
  ['a branch that stands for another', () => git('symbolic-ref', 'refs/heads/main', 'refs/heads/b')],
  ['a head that is no branch', head('ref: refs/tags/main\n')],
  ['a head that leads out', head('ref: refs/heads/../../../secret\n')],
  ['a head of nonsense', head('main\n')],
  ['a head of two lines', head('ref: refs/heads/main\nref: refs/heads/b\n')],
  ['no head', () => rmSync(path.join(folder, '.git/HEAD'))],
  ['no objects', () => rmSync(path.join(folder, '.git/objects'), { recursive: true })],
  ['a folder in place of its branch', () => inPlaceOfMain((file) => mkdirSync(file))],
  ['a link in place of its branch', () => inPlaceOfMain((file) => symlinkSync('/etc/hostname', file))],
  ['parts elsewhere', () => writeFileSync(path.join(folder, '.git/commondir'), '../other\n')],
  ['a link in place of its folder', () => linked()],
  [
    'a file in place of its folder',
    () => git('init', '-q', '--separate-git-dir', path.join(folder, 'apart')),
  ],
];

function inPlaceOfMain(put: (file: string) => void): void {
  const file = path.join(folder, '.git/refs/heads/main');
  rmSync(file);
  put(file);
}

function linked(): void {
  renameSync(path.join(folder, '.git'), path.join(folder, 'moved'));
  symlinkSync('moved', path.join(folder, '.git'));
}

test.each(UNUSUAL)('of a repository with %s git has to be asked', (_what, change) => {
  oneCommit();
  change();
  expect(positionInFiles(folder)).toBe(undefined);
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stdout.write('left out: only root can give a repository to somebody else\n');

test.runIf(isRoot).each([[''], ['.git']])('so it has of one that belongs to somebody else: %s', (name) => {
  oneCommit();
  chownSync(path.join(folder, name), 12_345, 12_345);
  expect(positionInFiles(folder)).toBe(undefined);
});

test('so it has of a folder without one, and of a folder within one', () => {
  expect(positionInFiles(folder)).toBe(undefined);
  oneCommit();
  mkdirSync(path.join(folder, 'part'));
  expect(positionInFiles(path.join(folder, 'part'))).toBe(undefined);
});
