import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../support/program.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../../../dist/wasap.cjs');

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('web');
});
afterEach(() => folder.remove());

function wasap(args: readonly string[], people: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder.path, ALLOWED_PHONE_NUMBERS: people },
  });
  return { status, stdout, stderr };
}

test('a number that cannot write gets no token, and how to let it in is said', () => {
  const token = ['web', 'token', '--for', '+34 600 111 222'];
  expect([wasap(token, ''), wasap(token, '+34600111222').stdout]).toEqual([
    {
      status: 2,
      stdout: '',
      stderr:
        "wasap: +34600111222 can't write to me, so I made nothing.\nFirst let them in: wasap people invite\n",
    },
    expect.stringMatching(/^[\w-]{43}\n$/),
  ]);
});
