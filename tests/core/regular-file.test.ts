import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBeginning } from '../../src/core/file-access.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-regular-'));
  file = path.join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  [0, '', 5],
  [2, 'he', 5],
  [5, 'hello', 5],
  [100, 'hello', 5],
])('the first %i bytes of a file come with its size', (most, text, size) => {
  writeFileSync(file, 'hello');
  expect(readBeginning(file, most)).toEqual({ bytes: Buffer.from(text), size });
});

test.each<[string, string, () => void]>([
  ['a link', 'ELOOP', () => symlinkSync('/etc/hostname', file)],
  ['a folder', 'EISDIR', () => mkdirSync(file)],
  ['a pipe', 'EINVAL', () => execFileSync('mkfifo', [file])],
  ['nothing', 'ENOENT', () => undefined],
])('%s has no beginning', (_, code, make) => {
  make();
  expect(() => readBeginning(file, 10)).toThrow(expect.objectContaining({ code }));
});
