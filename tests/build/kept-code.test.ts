import { cpSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepCode } from '../../kept-code.config.mjs';
import { tempFolder } from '../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CACHE = `program.${process.version}-${process.arch}.cache`;

/** The built program in a folder of its own, without compiled code. @returns its `dist` */
function ownCopy(): string {
  const folder = tempFolder('kept-code');
  onTestFinished(() => folder.remove());
  const dist = path.join(folder.path, 'dist');
  mkdirSync(dist);
  for (const name of ['program.cjs', 'wasap.cjs', 'packages', 'parts', 'processes', 'yaml']) {
    cpSync(path.join(ROOT, 'dist', name), path.join(dist, name), { recursive: true });
  }
  for (const name of ['config', 'node_modules', 'package.json']) {
    symlinkSync(path.join(ROOT, name), path.join(folder.path, name));
  }
  return dist;
}

test('the build leaves the compiled code of a start behind, once for each program', {
  tags: 'full',
}, async () => {
  const dist = ownCopy();
  await keepCode(dist);
  const made = () => statSync(path.join(dist, CACHE), { bigint: true });
  const first = made();
  await keepCode(dist);
  expect({
    bytes: first.size > 500_000n,
    mode: first.mode & 0o777n,
    again: made().mtimeNs !== first.mtimeNs,
  }).toEqual({ bytes: true, mode: 0o600n, again: false });
});

test('a program that cannot be started leaves none, and the build goes on', { tags: 'full' }, async () => {
  const dist = ownCopy();
  rmSync(path.join(dist, 'program.cjs'));
  await expect(keepCode(dist)).resolves.toBeUndefined();
});
