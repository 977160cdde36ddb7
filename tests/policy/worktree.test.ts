/** In a worktree of ours the same is allowed, asked and denied as in the project itself. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandVerdict } from '../../src/contracts/policy.ts';
import { linkDependencies } from '../../src/git/worktrees/link-dependencies.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { linesOf } from './corpus.ts';
import { makePolicy, makeProject, type Project } from './project.ts';

const SCRIPTS = ['test', 'build', 'lint', 'start', 'typecheck', 'test:unit', 'format:check'];
const PROGRAMS = ['tsc', 'vitest', 'eslint', 'jest', 'prettier', 'pytest', 'unlisted'];

let project: Project;
let data: string;
let worktree: string;
let linked: readonly string[];

beforeAll(async () => {
  project = makeProject();
  const { root } = project;
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  write('.gitignore', 'node_modules/\n.venv/\n');
  write(
    'package.json',
    JSON.stringify({ name: 'fx', scripts: Object.fromEntries(SCRIPTS.map((name) => [name, 'true'])) }),
  );
  write('packages/core/index.js', '');
  symlinkSync('.env', path.join(root, 'linkenv'));
  symlinkSync('/etc/passwd', path.join(root, 'linkpasswd'));
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  for (const name of PROGRAMS) {
    write(`node_modules/${name}/cli.js`, '#!/bin/sh\n');
    write(`.venv/bin/${name}`, '#!/bin/sh\n');
    chmodSync(path.join(root, `node_modules/${name}/cli.js`), 0o755);
    chmodSync(path.join(root, `.venv/bin/${name}`), 0o755);
    mkdirSync(path.join(root, 'node_modules/.bin'), { recursive: true });
    symlinkSync(`../${name}/cli.js`, path.join(root, 'node_modules/.bin', name));
  }
  write('.venv/pyvenv.cfg', 'home = /usr/bin\n');
  symlinkSync('/usr/bin/env', path.join(root, '.venv/bin/python'));
  write('node_modules/tsc/.env', 'TOKEN=canary\n');
  write('node_modules/tsc/server.key', 'k\n');
  write('node_modules/tsc/.git/config', 'x\n');
  mkdirSync(path.join(root, 'node_modules/@scope'));
  symlinkSync('../../packages/core', path.join(root, 'node_modules/@scope/core'));
  data = path.join(path.dirname(root), 'data');
  worktree = path.join(data, 'worktrees/20261122-00000001/project');
  mkdirSync(path.join(data, 'worktrees/20261122-00000002'), { recursive: true });
  writeFileSync(path.join(data, 'wasap.db'), 'records');
  writeFileSync(path.join(data, 'worktrees/20261122-00000002/a.txt'), 'x');
  git(root, 'worktree', 'add', '--quiet', '--detach', worktree);
  const { signal } = new AbortController();
  const environment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
  ({ linked } = await linkDependencies({ project: root, folder: worktree, environment, signal }));
});
afterAll(() => project.remove());

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: '/nonexistent' };
  execFileSync('git', [...identity, ...args], { cwd, env, stdio: 'ignore' });
}

function guardFor(root: string) {
  return createPathGuard({ root, ownFolders: [data], linked: () => (root === worktree ? linked : []) });
}

const policy = makePolicy({ guardFor, linked: (root) => (root === worktree ? linked : []) });

/**
 * Verdict, rule and what would run, with the root left out. What is beside the worktree is ours, beside the project
 * not.
 */
function summary({ verdict, execution }: CommandVerdict, root: string): string {
  const text = JSON.stringify([verdict.kind, verdict.rule, execution]);
  const places = text.replaceAll(root, '<root>').replaceAll(path.dirname(root), '<above>');
  const known = places.replaceAll('path-own', 'path-outside');
  // A secret file beside the project is ours beside the worktree.
  return known.includes('"../') ? known.replaceAll('path-secret', 'path-outside') : known;
}

/** Lines that are judged otherwise in the worktree. */
async function differences(lines: readonly string[]): Promise<readonly string[]> {
  const different: string[] = [];
  for (const line of lines) {
    const [there, here] = await Promise.all(
      [project.root, worktree].map(async (root) =>
        summary(await policy.judge({ kind: 'line', line }, { root, cwd: root }), root),
      ),
    );
    if (there !== here) different.push(`${line}: ${there} | ${here}`);
  }
  return different;
}

eachInFull(['operators.txt', 'everyday.txt', 'hostile.txt', 'deny.txt'])('every line of %s', async (file) => {
  const lines = linesOf(file).flatMap(({ text, platform }) => (platform === 'posix' ? [text] : []));
  expect(await differences(lines)).toEqual([]);
});

test('the programs and files of its dependencies', async () => {
  const lines = PROGRAMS.flatMap((name) => [
    ...[name, `npx ${name}`, `npx --no-install ${name} --version`, `node_modules/.bin/${name} src`],
    ...[`./node_modules/.bin/${name}`, `.venv/bin/${name} -q`, `cat node_modules/${name}/cli.js`],
    ...[`ls node_modules/${name}`, `grep -rn x node_modules/${name}`, `node --test node_modules/${name}`],
  ]);
  const others = [
    ...['.venv/bin/python -m pytest tests', 'cat node_modules/tsc/.env', 'cat node_modules/tsc/server.key'],
    ...['cat node_modules/tsc/.git/config', 'cat node_modules/@scope/core/index.js', 'ls node_modules'],
    ...['cat .git/config', 'cat .env', 'git status', 'git log', 'git diff', 'git worktree list', 'npm test'],
  ];
  expect(await differences([...lines, ...others])).toEqual([]);
});

test('a yes to a program of its dependencies is bound to the content of that program', async () => {
  const strict = makePolicy({
    guardFor,
    linked: (root) => (root === worktree ? linked : []),
    projectScripts: 'ask',
  });
  const line = 'node_modules/.bin/eslint src';
  const judged = await strict.judge({ kind: 'line', line }, { root: worktree, cwd: worktree });
  const offers = await judged.offers?.();
  expect(offers?.facts).toMatchObject({
    executable: path.join(project.root, 'node_modules/eslint/cli.js'),
    scripts: [{ path: path.join(worktree, 'node_modules/.bin/eslint'), hash: expect.any(String) }],
  });
});

describe('files', () => {
  test.each([
    ['node_modules/tsc/cli.js', 'node_modules/tsc/cli.js'],
    ['./node_modules//.bin/tsc', 'node_modules/.bin/tsc'],
    ['node_modules/nothing-yet.js', 'node_modules/nothing-yet.js'],
    ['node_modules/@scope/core/index.js', 'packages/core/index.js'],
    ['src/app.ts', 'src/app.ts'],
    ['.', ''],
  ])('%s may be read', async (asked, relative) => {
    expect(await guardFor(worktree).resolve(asked, 'read')).toMatchObject({ relative });
  });

  test('what a message names by its real place may be read by that name', async () => {
    const real = path.join(project.root, 'node_modules/tsc/cli.js');
    const { relative, ...found } = await guardFor(worktree).resolve(real, 'read');
    expect(found).toEqual({ real, exists: true });
    expect(await guardFor(worktree).resolve(relative, 'read')).toMatchObject({ real });
  });

  test.each([
    ['node_modules/tsc/cli.js', 'linked'],
    ['node_modules/tsc/new.js', 'linked'],
    ['node_modules/tsc/.env', 'secret'],
    ['../other/project/a.ts', 'own'],
    ['../../../wasap.db', 'own'],
    ['way-out/secret.txt', 'outside'],
  ])('%s is not written', async (asked, rule) => {
    await expect(guardFor(worktree).resolve(asked, 'write')).rejects.toMatchObject({
      kind: 'denied',
      facts: { rule },
    });
  });

  test.each([
    ['node_modules/tsc/.env', 'secret'],
    ['node_modules/tsc/server.key', 'secret'],
    ['node_modules/tsc/.git/config', 'git'],
    ['node_modules/tsc/../../src/app.ts', 'outside'],
    ['../../20261122-00000002/a.txt', 'own'],
    ['../..', 'own'],
    ['.git', 'git'],
  ])('%s is not read', async (asked, rule) => {
    await expect(guardFor(worktree).resolve(asked, 'read')).rejects.toMatchObject({ facts: { rule } });
  });

  test.each([
    ['the code of the project', () => path.join(project.root, 'src/app.ts')],
    ['its repository', () => path.join(project.root, '.git/config')],
    ['its secrets', () => path.join(project.root, '.env')],
  ])('%s is not read', async (_name, place) => {
    await expect(guardFor(worktree).resolve(place(), 'read')).rejects.toMatchObject({ kind: 'denied' });
  });

  test('a link that somebody makes in the worktree opens nothing', async () => {
    symlinkSync(project.outside, path.join(worktree, 'node_modules/keys'));
    symlinkSync(data, path.join(worktree, 'node_modules/data'));
    symlinkSync(path.join(project.root, 'src'), path.join(worktree, 'node_modules/source'));
    const rules = await Promise.all(
      ['node_modules/keys/secret.txt', 'node_modules/data/wasap.db', 'node_modules/source/app.ts'].map(
        (asked) =>
          guardFor(worktree)
            .resolve(asked, 'read')
            .then(
              () => 'open',
              (error: unknown) => (error as { facts: { rule: string } }).facts.rule,
            ),
      ),
    );
    expect(rules).toEqual(['outside', 'own', 'outside']);
  });

  test('the project itself has none of this', async () => {
    await expect(guardFor(project.root).resolve(worktree, 'read')).rejects.toMatchObject({
      facts: { rule: 'own' },
    });
    expect(existsSync(path.join(project.root, 'node_modules/tsc/new.js'))).toBe(false);
  });
});
