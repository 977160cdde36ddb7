import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Git } from '../../src/contracts/git.ts';
import { createGit } from '../../src/git/git.ts';
import { createProjectFiles } from '../../src/git/project-files.ts';
import { fill, git, PLAIN, repository, temporaryFolder } from '../processes/parts.ts';

/** A git that notes what it is asked, and does it. */
function notingGit() {
  const folder = temporaryFolder();
  const notes = join(folder, 'notes');
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const program = join(folder, 'git');
  writeFileSync(program, `#!/bin/sh\necho "$*" >>${notes}\nexec ${real} "$@"\n`);
  chmodSync(program, 0o755);
  return {
    environment: { ...PLAIN, PATH: `${folder}:${PLAIN.PATH}`, GIT_CONFIG_NOSYSTEM: '1' },
    /** Sub-commands, in the order in which they were started. */
    started: (): readonly string[] =>
      (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.replace(/--no-(?:pager|replace-objects) |-c \S+ /g, '').split(' ', 1)[0] ?? ''),
  };
}

const CHANGES: readonly (readonly [string, (git: Git) => Promise<unknown>, readonly string[]])[] = [
  ['a commit', (one) => one.commit('feat: b', ['b.txt']), ['config', 'status', 'add', 'commit', 'log']],
  [
    'what a commit would add',
    (one) => one.additions(['b.txt']),
    ['config', 'read-tree', 'add', 'write-tree', 'diff'],
  ],
  ['the tree of it', (one) => one.treeWith(['b.txt']), ['config', 'read-tree', 'add', 'write-tree']],
  ['a diff', (one) => one.diff({}), ['config', 'diff']],
];

test.each(CHANGES)(
  'in a repository in its usual form %s starts no git more than it needs',
  async (_what, work, expected) => {
    const root = repository({ 'a.txt': 'one\n' });
    fill(root, { 'b.txt': 'two\n' });
    const { environment, started } = notingGit();
    await work(createGit({ root, environment, token: undefined }));
    expect(started()).toEqual(expected);
  },
);

test('a look at the files of a project starts no git more than it needs', async () => {
  const root = repository({ 'a.txt': 'one\n' });
  const { environment, started } = notingGit();
  const files = createProjectFiles({
    environment,
    ownFolders: [],
    isSecret: () => false,
    isGitName: () => false,
  });
  const looked = await files.list(root, AbortSignal.timeout(60_000));
  expect(looked).toEqual({ paths: ['a.txt'], recent: [['a.txt']] });
  expect(started().toSorted()).toEqual(['config', 'log', 'ls-files']);
});

test('in a folder of a repository git is asked where that is', async () => {
  const top = repository({ 'part/a.txt': 'one\n' });
  fill(top, { 'part/b.txt': 'two\n', 'c.txt': 'three\n' });
  const { environment, started } = notingGit();
  const one = createGit({ root: join(top, 'part'), environment, token: undefined });
  expect(await one.commit('feat: b', ['b.txt'])).toMatchObject({ filesChanged: 1 });
  expect(started()).toContain('rev-parse');
  expect(git(top, 'status', '--porcelain')).toBe('?? c.txt\n');
});
