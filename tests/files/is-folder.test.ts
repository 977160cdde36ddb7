import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderAt, isFolder } from '../../src/files/look-at-path.ts';
import { temporaryFolder } from '../processes/parts.ts';

test('what may not be looked at is no folder, and fails nobody', () => {
  const top = temporaryFolder();
  mkdirSync(join(top, 'there'));
  writeFileSync(join(top, 'file'), '');
  symlinkSync('there', join(top, 'link'));
  // As a folder that only somebody else may enter; root may enter them all.
  symlinkSync('loop', join(top, 'loop'));
  const names = ['there', 'link', 'file', 'file/in', 'missing', 'loop', 'loop/in'];
  const looked = names.map((name) => [name, isFolder(join(top, name)), folderAt(join(top, name))]);
  expect(looked).toEqual([
    ['there', true, join(top, 'there')],
    ['link', true, join(top, 'there')],
    ['file', false, undefined],
    ['file/in', false, undefined],
    ['missing', false, undefined],
    ['loop', false, undefined],
    ['loop/in', false, undefined],
  ]);
});
