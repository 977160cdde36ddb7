import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readStack } from '../../esbuild.config.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SENTENCE = 'a worktree that was never made is to be brought over';

test('a place in the built program is found again in the source', { tags: 'full' }, async () => {
  const program = readFileSync(path.join(ROOT, 'dist/program.cjs'), 'latin1');
  const before = program.slice(0, program.indexOf(SENTENCE)).split('\n');
  const stack = `Error: broken\n    at x (/home/ana/dist/program.cjs:${before.length}:${(before.at(-1) ?? '').length + 1})`;
  const [first, second = ''] = (await readStack(stack)).split('\n');
  const [, file = '', line = ''] = /\((.+):(\d+):\d+\)$/.exec(second) ?? [];
  const source = readFileSync(path.join(ROOT, file), 'utf8').split('\n')[Number(line) - 1];
  expect([first, file, source]).toEqual([
    'Error: broken',
    'src/features/worktrees/work/land.ts',
    expect.stringContaining(SENTENCE),
  ]);
});
