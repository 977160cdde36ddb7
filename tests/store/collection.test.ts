/**
 * One of the long runs.
 * @module-tag full
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CompiledChild, compileChild } from './child.ts';
import { databasePath } from './store-file.ts';

let collector: CompiledChild;
beforeAll(async () => {
  collector = await compileChild(new URL('./children/collector.ts', import.meta.url), [
    '--expose-gc',
    '--no-warnings', // the counting is experimental
  ]);
});
afterAll(() => collector.remove());

// Newer versions of Node.js abort when one is collected; counting shows the same on every version.
test('no database and no statement is ever collected, not even of stores closed and dropped', async () => {
  expect(await collector.run([databasePath()])).toEqual({ code: 0, output: '{"held":true,"lost":0}\n' });
});
