import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../src/core/file-access.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-make-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('makes every folder that is missing, for this user alone, and is content with what is there', () => {
  const wanted = path.join(folder, 'a', 'b', 'c');
  makeFolder(wanted);
  makeFolder(wanted);
  expect([wanted, path.dirname(wanted)].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('below a file there is no folder', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(path.join(file, 'a', 'b'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
});

test.runIf(existsSync('/proc/self'))('where the system takes no new folders it ends', () => {
  expect(() => makeFolder('/proc/nope/a/b')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});
