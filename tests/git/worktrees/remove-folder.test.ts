import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { removeStrays } from '../../../src/git/worktrees/remove-folder.ts';

let top: string | undefined;
afterEach(() => {
  if (top !== undefined) rmSync(top, { recursive: true, force: true });
});

test('what no row knows goes, the rest and whatever a link leads to stays', async () => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-strays-')));
  const home = path.join(top, 'worktrees');
  const outside = path.join(top, 'outside');
  for (const folder of [path.join(home, 'known/project'), path.join(home, 'stray/project'), outside])
    mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(outside, 'mine.txt'), 'of the person\n');
  symlinkSync(outside, path.join(home, 'link'));
  symlinkSync(outside, path.join(home, 'stray/project/link'));
  writeFileSync(path.join(home, 'stray/project.setup'), '');
  const forgotten: string[] = [];
  const worktrees = {
    remove: async ({ project, folder }: { readonly project: string; readonly folder: string }) =>
      void forgotten.push(`${path.basename(folder)} of ${project}`),
  };
  const projectsCalled = (name: string) => (name === 'project' ? ['/one/project', '/other/project'] : []);
  const strays = { home, projectsCalled, worktrees };
  const count = await removeStrays(strays, (name) => name === 'known');
  expect({
    count,
    forgotten: forgotten.sort(),
    left: readdirSync(home),
    outside: existsSync(path.join(outside, 'mine.txt')),
    again: await removeStrays({ ...strays, home: path.join(top, 'nothing') }, () => false),
  }).toEqual({
    count: 2,
    forgotten: ['project of /one/project', 'project of /other/project'],
    left: ['known'],
    outside: true,
    again: 0,
  });
});
