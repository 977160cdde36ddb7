import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readStack } from '../../config/build/program.mjs';
import { MINUTE_MS } from '../../src/core/clock.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test.each([
  [
    'program.cjs',
    'a worktree that was never made is to be brought over',
    'src/features/worktrees/work/land.ts',
  ],
  ['parts/spanish.cjs', '/ayuda tareas - empezar, seguir, parar', 'src/features/help/texts/es.ts'],
])(
  'a place in the built %s is found again in the source',
  { tags: 'full', timeout: 2 * MINUTE_MS },
  async (built, sentence, from) => {
    const program = readFileSync(path.join(ROOT, 'dist', built), 'latin1');
    const before = program.slice(0, program.indexOf(sentence)).split('\n');
    const stack = `Error: broken\n    at x (/home/ana/dist/${built}:${before.length}:${(before.at(-1) ?? '').length + 1})`;
    const [first, second = ''] = (await readStack(stack)).split('\n');
    const [, file = '', line = ''] = /\((.+):(\d+):\d+\)$/.exec(second) ?? [];
    const source = readFileSync(path.join(ROOT, file), 'utf8').split('\n')[Number(line) - 1];
    expect([first, file, source]).toEqual(['Error: broken', from, expect.stringContaining(sentence)]);
  },
);
