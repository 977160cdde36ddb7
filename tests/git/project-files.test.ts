import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProjectFiles } from '../../src/git/project-files.ts';
import { isGitName, isSecretPath } from '../../src/policy/file-classes.ts';
import { fill, temporaryFolder } from '../processes/parts.ts';
import { commitAll } from '../support/map-project.ts';

const FILES = {
  'a.ts': '',
  'src/b.ts': '',
  'src/deep/c.ts': '',
  'out/made.js': '',
  'src/log.txt': '',
  '.gitignore': 'out/\n',
  'src/.gitignore': '*.txt\n',
};
const SHOWN = ['.gitignore', 'a.ts', 'src/.gitignore', 'src/b.ts', 'src/deep/c.ts'];

function projectFiles(...ownFolders: readonly string[]) {
  const environment = { PATH: process.env.PATH ?? '' };
  return createProjectFiles({ environment, ownFolders, isSecret: isSecretPath, isGitName });
}

const listing = (root: string) => projectFiles().list(root, AbortSignal.timeout(20_000));

test('without git the files are those that ignore rules leave, and no link is followed', async () => {
  const root = fill(temporaryFolder(), FILES);
  symlinkSync('/etc', join(root, 'etc'));
  const { paths, recent } = await listing(root);
  expect({ paths: paths.toSorted(), recent }).toEqual({ paths: SHOWN, recent: undefined });
});

test('a repository tells the same files, new ones included, and what was changed last', async () => {
  const root = fill(temporaryFolder(), FILES);
  commitAll(root, 'feat: all');
  fill(root, { 'a.ts': 'changed', 'line\nbreak.ts': '' });
  commitAll(root, 'feat: a');
  fill(root, { 'new.ts': '' });
  const { paths, recent } = await listing(root);
  expect({ paths: paths.toSorted(), recent }).toEqual({
    paths: [...SHOWN, 'line\nbreak.ts', 'new.ts'].toSorted(),
    recent: [['a.ts', 'line\nbreak.ts'], SHOWN],
  });
});

test('in a folder of a repository, paths are as seen from there', async () => {
  const root = fill(temporaryFolder(), FILES);
  commitAll(root);
  const { paths, recent } = await listing(join(root, 'src'));
  expect({ paths: paths.toSorted(), recent }).toEqual({
    paths: ['.gitignore', 'b.ts', 'deep/c.ts'],
    recent: [['.gitignore', 'b.ts', 'deep/c.ts']],
  });
});

test('a folder that the repository around it ignores is looked through all the same', async () => {
  const root = fill(temporaryFolder(), { '.gitignore': 'out/\n', 'out/a.ts': '' });
  commitAll(root);
  expect((await listing(join(root, 'out'))).paths).toEqual(['a.ts']);
});

test('a repository without commits has changed nothing yet', async () => {
  const root = fill(temporaryFolder(), { 'a.ts': '' });
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect(await listing(root)).toEqual({ paths: ['a.ts'], recent: [] });
});

test('a repository whose settings cannot be made harmless is looked through without git', async () => {
  const root = fill(temporaryFolder(), { 'a.ts': '' });
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['config', 'filter.a=b.clean', 'touch ran'], { cwd: root });
  expect(await listing(root)).toEqual({ paths: ['a.ts'], recent: undefined });
});

test('looking ends when it is told to', async () => {
  const root = fill(temporaryFolder(), { 'a.ts': '' });
  await expect(projectFiles().list(root, AbortSignal.abort())).rejects.toMatchObject({ kind: 'stopped' });
});

test.each([
  ['src/a.ts', false],
  ['.env', true],
  ['.ssh/config.py', true],
  ['sub/.git/hooks/a.py', true],
  ['data/worktrees/x/a.ts', true],
])('%s is closed: %s', (path, isClosed) => {
  const root = temporaryFolder();
  expect(projectFiles(join(root, 'data')).isClosed(root, path)).toBe(isClosed);
});

test('below this program’s own folder nothing is closed for that alone', () => {
  const data = temporaryFolder();
  const root = join(data, 'worktrees/x');
  mkdirSync(root, { recursive: true });
  expect(projectFiles(data, root).isClosed(root, 'src/a.ts')).toBe(false);
});
