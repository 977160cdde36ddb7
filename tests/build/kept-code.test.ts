import { cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepCode } from '../../config/build/kept-code.mjs';
import { tempFolder } from '../support/program.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const cacheOf = (name: string): string => `${name}.${process.version}-${process.arch}.cache`;
const PROGRAM = cacheOf('program');
const PARTS = ['console', 'spanish', 'whatsapp'].map((name) => cacheOf(`parts/${name}`));

/** The built program in a folder of its own, without compiled code. @returns its `dist` */
function ownCopy(): string {
  const folder = tempFolder('kept-code');
  onTestFinished(() => folder.remove());
  const dist = path.join(folder.path, 'dist');
  mkdirSync(dist);
  for (const name of ['program.cjs', 'wasap.cjs', 'packages', 'parts', 'processes', 'web-server', 'yaml']) {
    const filter = (file: string) => !file.endsWith('.cache');
    cpSync(path.join(ROOT, 'dist', name), path.join(dist, name), { recursive: true, filter });
  }
  for (const name of ['config', 'node_modules', 'package.json']) {
    symlinkSync(path.join(ROOT, name), path.join(folder.path, name));
  }
  return dist;
}

test('the build leaves the compiled code of a start and of all parts behind, once for each program', {
  tags: 'full',
  timeout: 120_000,
}, async () => {
  const dist = ownCopy();
  await keepCode(dist);
  const made = (name: string) => statSync(path.join(dist, name), { bigint: true });
  const timesOf = (names: readonly string[]) => names.map((name) => made(name).mtimeNs);
  const first = { program: timesOf([PROGRAM]), parts: timesOf(PARTS) };
  await keepCode(dist);
  expect(made(PROGRAM).size).toBeGreaterThan(500_000n);
  expect([PROGRAM, ...PARTS].map((name) => made(name).mode & 0o777n)).toEqual(Array(4).fill(0o600n));
  expect({ program: timesOf([PROGRAM]), parts: timesOf(PARTS) }).toEqual(first);
  // The starts that make it anew take that of the parts, with all that is set meanwhile.
  rmSync(path.join(dist, PROGRAM));
  await keepCode(dist);
  expect(timesOf([PROGRAM])).not.toEqual(first.program);
  expect(timesOf(PARTS)).toEqual(first.parts);
});

test('the kept code holds that of rounds that read, and fits into the memory of the program', {
  tags: 'full',
  timeout: 120_000,
}, async () => {
  const dist = ownCopy();
  await keepCode(dist);
  const kept = readFileSync(path.join(dist, PROGRAM), 'latin1');
  // A text is in it when the function that it stands in has run.
  expect(kept).toContain(' is behind its end.'); // read_source_file
  expect(kept.length).toBeLessThan(statSync(path.join(dist, 'program.cjs')).size);
});

test('a program that cannot be started leaves none, and the build goes on', { tags: 'full' }, async () => {
  const dist = ownCopy();
  rmSync(path.join(dist, 'program.cjs'));
  await expect(keepCode(dist)).resolves.toBeUndefined();
});
