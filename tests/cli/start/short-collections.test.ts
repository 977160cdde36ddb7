import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createShortCollections } from '../../../src/cli/start/short-collections.ts';

/** What is set of V8 from now on, and at what. */
function collections() {
  const set: string[] = [];
  const { begin, noteWork } = createShortCollections({
    change: ({ now }) => void set.push(now),
    restore: ({ atStart }) => void set.push(atStart),
  });
  return { begin, noteWork, set };
}

const LATE = '--incremental-marking-soft-trigger=90';
const USUAL = '--incremental-marking-soft-trigger=0';

test('a program that begins with a task puts off the first full collection of V8, until it rests', async () => {
  const { begin, noteWork, set } = collections();
  noteWork();
  expect(set).toEqual([]); // The request comes first.
  await nextTurn();
  noteWork();
  await nextTurn();
  expect(set).toEqual([LATE]);
  begin();
  expect(set).toEqual([LATE, USUAL, '--semi-space-growth-factor=1', '--no-compact']);
});

test('a program that has rested before its first task leaves that to V8', async () => {
  const { begin, noteWork, set } = collections();
  begin();
  noteWork();
  await nextTurn();
  expect(set).not.toContain(LATE);
});
