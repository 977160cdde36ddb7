import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExecutables } from '../../src/policy/executables.ts';

let top: string;
let root: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'executables-')));
  root = path.join(top, 'project');
  for (const folder of [
    'trusted',
    'second',
    'open',
    'project/bin',
    'project/node_modules/.bin',
    'project/.venv/bin',
  ]) {
    mkdirSync(path.join(top, folder), { recursive: true, mode: 0o755 });
  }
  chmodSync(path.join(top, 'open'), 0o777);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function program(file: string, mode = 0o755): string {
  const full = path.join(top, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, '#!/bin/sh\n', { mode });
  return full;
}

function find(name: string, folders: readonly string[]): Promise<string | undefined> {
  const searchPath = folders.map((folder) => path.join(top, folder)).join(':');
  return createExecutables({ searchPath, platform: 'posix' }).find(name, root);
}

test('the first trusted folder that has the program wins', async () => {
  const first = program('trusted/tool');
  program('second/tool');
  expect(await find('tool', ['trusted', 'second'])).toBe(first);
});

test('folders of the workspace are never searched', async () => {
  program('project/bin/tool');
  const other = program('second/tool');
  expect(await find('tool', ['project/bin', 'second'])).toBe(other);
});

test('a link into the dependencies of a worktree is passed over as one into the project is', async () => {
  const target = program('project/node_modules/.bin/tool');
  symlinkSync(target, path.join(top, 'trusted/tool'));
  const worktree = path.join(top, 'worktree');
  const linked = (workspace: string) => (workspace === worktree ? [path.join(root, 'node_modules')] : []);
  const executables = createExecutables({ searchPath: path.join(top, 'trusted'), platform: 'posix', linked });
  expect([await executables.find('tool', worktree), await executables.find('tool', root)]).toEqual([
    undefined,
    undefined,
  ]);
});

test('folders that everybody may write to are never searched', async () => {
  program('open/tool');
  expect(await find('tool', ['open'])).toBeUndefined();
});

test('relative and empty folders are never searched', async () => {
  const executables = createExecutables({ searchPath: '.::bin', platform: 'posix' });
  expect(await executables.find('vitest.config.ts', root)).toBeUndefined();
});

test('a link into the workspace is not followed', async () => {
  symlinkSync(program('project/bin/tool'), path.join(top, 'trusted/tool'));
  expect(await find('tool', ['trusted'])).toBeUndefined();
});

test('a link keeps its own name, which multi-call programs look at', async () => {
  symlinkSync(program('second/all-in-one'), path.join(top, 'trusted/tool'));
  expect(await find('tool', ['trusted'])).toBe(path.join(top, 'trusted/tool'));
});

test.each([
  ['a file that is not executable', 0o644, 'tool'],
  ['a name that is not there', 0o755, 'other'],
])('%s is not found', async (_, mode, name) => {
  program('trusted/tool', mode);
  expect(await find(name, ['trusted'])).toBeUndefined();
});

test('a folder is no program', async () => {
  mkdirSync(path.join(top, 'trusted/tool'));
  expect(await find('tool', ['trusted'])).toBeUndefined();
});

test('a program of the project is found where the project keeps them, and only when asked for', async () => {
  const local = program('project/node_modules/.bin/vitest');
  const executables = createExecutables({ searchPath: '', platform: 'posix' });
  expect(await executables.findInProject('vitest', { root, cwd: root })).toBe(local);
  expect(await executables.find('vitest', root)).toBeUndefined();
});

test.each([
  ['the nearest package with one', 'apps/web/src', 'apps/web/node_modules/.bin/tool'],
  ['the project, where the package has none', 'apps/api', 'node_modules/.bin/tool'],
  ['the project, for its root', '.', 'node_modules/.bin/tool'],
  ['the project, from a folder outside', '..', 'node_modules/.bin/tool'],
])('of several programs of one name that of %s counts', async (_whose, from, found) => {
  for (const place of ['.', 'apps', 'project', 'project/apps/web'])
    program(path.join(place, 'node_modules/.bin/tool'));
  const executables = createExecutables({ searchPath: '', platform: 'posix' });
  const where = { root, cwd: root, programsFrom: path.resolve(root, from) };
  expect(await executables.findInProject('tool', where)).toBe(path.join(root, found));
});

test('what only a folder around the project has is not found', async () => {
  program('node_modules/.bin/tool');
  const executables = createExecutables({ searchPath: '', platform: 'posix' });
  const cwd = path.join(root, 'apps');
  expect(await executables.findInProject('tool', { root, cwd })).toBeUndefined();
});

test('the virtual environment of the project goes before node_modules', async () => {
  const local = program('project/.venv/bin/tool');
  program('project/node_modules/.bin/tool');
  const executables = createExecutables({ searchPath: '', platform: 'posix' });
  expect(await executables.findInProject('tool', { root, cwd: root })).toBe(local);
});

test('on windows only programs that need no shell are found', async () => {
  program('trusted/npm.cmd');
  const git = program('trusted/git.exe');
  const executables = createExecutables({ searchPath: path.join(top, 'trusted'), platform: 'windows' });
  expect(await executables.find('npm', root)).toBeUndefined();
  expect(await executables.find('git', root)).toBe(git);
});
