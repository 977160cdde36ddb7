/**
 * One of the long runs.
 * @module-tag full
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/core/clock.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCKERFILE = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8');

const folder = mkdtempSync(path.join(tmpdir(), 'wasap-image-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what the image copies before its build is all that the build needs', { timeout: 5 * MINUTE_MS }, () => {
  const [stage = ''] = DOCKERFILE.split('RUN npm run build');
  for (const [, names = ''] of stage.matchAll(/^COPY (.*) \S+$/gm)) {
    for (const name of names.split(' ').flatMap(filesNamed)) {
      cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true });
    }
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  // Packing the grammars takes seconds, and is the same as here.
  cpSync(path.join(ROOT, 'dist/code-reading'), path.join(folder, 'dist/code-reading'), { recursive: true });
  const build = spawnSync(process.execPath, ['esbuild.config.mjs'], { cwd: folder, encoding: 'utf8' });
  // Caches, and what another build is writing at this moment, come and go.
  const made = (at: string) =>
    readdirSync(path.join(at, 'dist')).filter((name) => !/\.(cache|\d+)$/.test(name));
  expect({ errors: build.stderr, made: made(folder) }).toEqual({ errors: '', made: made(ROOT) });
});

function filesNamed(name: string): readonly string[] {
  if (!name.includes('*')) return [name];
  const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replace('*', '.*')}$`);
  return readdirSync(ROOT).filter((file) => pattern.test(file));
}
