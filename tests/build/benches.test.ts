import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/core/clock.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('the benches load, compiled to one file as npm run bench does it', {
  tags: 'full',
  timeout: 2 * MINUTE_MS,
}, () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['esbuild.config.mjs', '--run', 'tests/bench/main.ts', 'no-such-bench'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect({ status, hasRun: stdout.includes('0 of 0 within their bar'), stderr }).toEqual({
    status: 0,
    hasRun: true,
    stderr: '',
  });
});
