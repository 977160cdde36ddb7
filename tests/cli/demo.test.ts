/**
 * One of the long runs.
 * @module-tag full
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../support/program.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('demo');
});
afterEach(() => folder.remove());

test('in Spanish, through a pipe, the demo answers its own question and ends', {
  timeout: 90_000,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, 'demo'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path, TMPDIR: folder.path, LOCALE: 'es' },
    timeout: 60_000,
  });
  expect(stdout).toContain('Tú › sí');
  expect(stdout).toMatch(/Revisado al final: las pruebas pasan · commit [0-9a-f]+ fix: /);
});
