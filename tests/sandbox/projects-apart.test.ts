import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newProcessId } from '../../src/core/ids.ts';
import { repositoryFolders } from '../../src/files/repository-folders.ts';
import { createGit } from '../../src/git/git.ts';
import { fill, git, supervisorOn, temporaryFolder } from '../processes/parts.ts';
import { testEnvironment, testSandbox } from '../support/working-sandbox.ts';

interface Shelf {
  readonly top: string;
  readonly projects: string;
}

/**
 * A repository around everything: a folder of projects without any of their own, one that has one, and a part beside
 * them.
 */
function makeShelf(top = temporaryFolder()): Shelf {
  const projects = join(top, 'projects');
  fill(top, {
    'projects/shop/a.txt': 'of the shop\n',
    'projects/blog/plan.txt': 'of the blog\n',
    'part/b.txt': 'of the part\n',
  });
  commitAll(top);
  fill(projects, { 'own/c.txt': 'of its own\n' });
  commitAll(join(projects, 'own'));
  return { top, projects };
}

function commitAll(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=first');
}

/** Beside this program: commands see folders there, unless it lies in what is hidden from them anyway. */
function seenFolder(): string {
  mkdirSync('node_modules', { recursive: true });
  const folder = realpathSync(mkdtempSync(join('node_modules', '.wasap-exec-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function gitSays(root: string, ceiling: string): Promise<boolean> {
  return await createGit({
    root,
    environment: testEnvironment(undefined, ceiling),
    token: undefined,
  }).isRepository();
}

interface Run {
  readonly shelf: Shelf;
  readonly at: string;
  readonly line: string;
  readonly sandboxed?: boolean;
}

async function says({ shelf: { top, projects }, at, line, sandboxed = true }: Run): Promise<string> {
  const other = temporaryFolder();
  const sandbox = testSandbox({
    ceiling: projects,
    projects: [projects, join(top, 'part')],
    watchFolder: join(other, 'watch'),
  });
  const supervisor = supervisorOn(join(other, 'processes'), {
    environment: testEnvironment(undefined, projects),
    ...(sandboxed ? { sandbox } : {}),
  });
  const id = newProcessId();
  const cwd = join(top, at);
  await supervisor.start({ id, execution: { kind: 'shell', line }, cwd, timeoutMs: 20_000 });
  await supervisor.wait(id, new AbortController().signal);
  return (await supervisor.output(id, 4000)).stdout.trim();
}

const OF_ANOTHER = 'git show HEAD:projects/blog/plan.txt';

describe('a repository around the folder of projects', () => {
  test('is none for a project without one; a project outside of it may be a part of one', async () => {
    const { top, projects } = makeShelf();
    const answers = ['projects/shop', 'projects/own', 'part'].map((at) => gitSays(join(top, at), projects));
    expect(await Promise.all(answers)).toEqual([false, true, true]);
  });

  test('is shown to no project below', () => {
    const { top, projects } = makeShelf();
    const shown = (at: string) => repositoryFolders(join(top, at), '/nonexistent', projects);
    expect([shown('projects/shop'), shown('part')]).toEqual([[], [top, join(top, '.git')]]);
  });

  test('is not read by the git of a command', async () => {
    const shelf = makeShelf();
    const of = (at: string) => says({ shelf, at, line: OF_ANOTHER, sandboxed: false });
    expect([await of('projects/shop'), await of('part')]).toEqual(['', 'of the blog']);
  });
});

describe('in the sandbox, wherever the projects lie', { tags: 'sandbox' }, () => {
  test('a repository around them is read by no project below, whatever it tells git', {
    tags: 'full',
  }, async () => {
    const shelf = makeShelf(seenFolder());
    const line = `unset GIT_CEILING_DIRECTORIES; ${OF_ANOTHER}; cat ../../.git/HEAD; git log --format=%s`;
    const of = (at: string) => says({ shelf, at, line });
    expect([await of('projects/shop'), await of('projects/own')]).toEqual(['', 'first']);
  });

  test('a command sees its own project and no other', async () => {
    const shelf = makeShelf(seenFolder());
    const line = `cat ${shelf.projects}/*/*.txt ${shelf.top}/part/b.txt; ls ${shelf.projects}`;
    expect(await says({ shelf, at: 'projects/shop', line })).toBe('of the shop\nshop');
  });

  test('a part of a repository around them sees that, and no project', async () => {
    const shelf = makeShelf(seenFolder());
    const line = `cat ${shelf.projects}/*/*.txt b.txt; git log --format=%s`;
    expect(await says({ shelf, at: 'part', line })).toBe('of the part\nfirst');
  });
});
