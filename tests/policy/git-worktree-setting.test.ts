import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { repositoryRunsPrograms } from '../../src/policy/git-hardening.ts';

let top: string;
let submodule: string;
/** Settings of the sub-module, as git makes them. */
let settings: string;
let made: string;

beforeAll(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-policy-')));
  submodule = path.join(top, 'whole', 'part');
  for (const name of ['whole', 'source']) {
    mkdirSync(path.join(top, name));
    git(name, 'init', '--quiet');
    git(
      name,
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'first',
    );
  }
  git(
    'whole',
    '-c',
    'protocol.file.allow=always',
    'submodule',
    '--quiet',
    'add',
    path.join(top, 'source'),
    'part',
  );
  settings = path.join(top, 'whole/.git/modules/part/config');
  made = readFileSync(settings, 'utf8');
});
afterEach(() => writeFileSync(settings, made));
afterAll(() => rmSync(top, { recursive: true, force: true }));

function git(name: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: path.join(top, name), stdio: 'pipe' });
}

test('a sub-module that names its own folder runs nothing', async () => {
  expect(await repositoryRunsPrograms(submodule)).toBe(false);
});

test.each([
  ['another folder', 'worktree = ../../../../source'],
  ['the folder around it', '\tWorkTree=../../..'],
  ['on the line of its section', '[core] worktree = /'],
  ['in quotes', 'worktree = "../../../../source"'],
  ['with words behind it', 'worktree = ../../../part # /'],
  ['a folder that is not there', 'worktree = ../../../../missing'],
])('one that names %s is asked about', async (_claim, line) => {
  writeFileSync(settings, `${made}[core]\n${line}\n`);
  expect(await repositoryRunsPrograms(submodule)).toBe(true);
});
