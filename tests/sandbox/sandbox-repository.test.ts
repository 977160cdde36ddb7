import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryFolders } from '../../src/files/repository-folders.ts';
import { fill, git, temporaryFolder } from '../processes/parts.ts';
import { makePlace, ONLY_WITHOUT, run, succeeds } from './sandbox-place.ts';

describe('folders that git needs to read', () => {
  test('the repository of a worktree, which knows of the worktree', () => {
    const { top, project } = makePlace();
    const tree = join(top, 'tree');
    git(project, 'worktree', 'add', '--quiet', tree);
    expect(repositoryFolders(tree, '/nonexistent')).toEqual([
      join(project, '.git/worktrees/tree'),
      join(project, '.git'),
    ]);
  });

  test('the repository of a sub-module, which knows of the sub-module', () => {
    const { top, project } = makePlace();
    git(
      project,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      makePlace().project,
      'part',
    );
    expect(repositoryFolders(join(project, 'part'), top)).toEqual([join(project, '.git/modules/part')]);
  });

  test.each([
    ['a pointer to a folder that knows nothing of it', { '.git': 'gitdir: ../keys\n' }],
    ['a common folder that the project itself names', { '.git/HEAD': 'x', '.git/commondir': '../../keys\n' }],
  ])('not %s', (_name, files) => {
    const top = fill(temporaryFolder(), { 'keys/id_rsa': 'key' });
    const project = fill(join(top, 'project'), files);
    expect(repositoryFolders(project, '/nonexistent')).toEqual([]);
  });
});

describe('what a project says of its repository opens nothing', { tags: 'sandbox' }, () => {
  test('a pointer to the keys of the person does not show them', { tags: 'full' }, async () => {
    const place = makePlace();
    rmSync(join(place.project, '.git'), { recursive: true });
    writeFileSync(join(place.project, '.git'), `gitdir: ${place.home}/.ssh\n`);
    expect(await succeeds(place, 'cat ../.ssh/id_ed25519')).toEqual(ONLY_WITHOUT);
  });

  test('a folder of hooks that the settings of git name is protected as .git/hooks is', async () => {
    const place = makePlace({ '.githooks/pre-commit': 'true\n' });
    git(place.project, 'config', 'core.hooksPath', '.githooks');
    await run(place, { line: 'echo evil >.githooks/pre-commit', sandboxed: true });
    expect(readFileSync(join(place.project, '.githooks/pre-commit'), 'utf8')).toBe('true\n');
  });
});
