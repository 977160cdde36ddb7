import type { SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys';
import { expect, test } from 'vitest';
import { createSignalLane } from '../../../src/channels/whatsapp/journal.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** A lane over keys whose transactions are written down; `commit` is called at the end of each. */
function rig(commit: () => void = () => undefined) {
  const told: string[] = [];
  let before: Promise<unknown> = Promise.resolve();
  const transaction = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = before
      .then(() => work())
      .then((result) => {
        commit();
        told.push('stored');
        return result;
      });
    before = mine.catch(() => undefined);
    return mine;
  };
  // Safe: the lane uses nothing else of it.
  const keys = { transaction } as unknown as SignalKeyStoreWithTransaction;
  const lane = createSignalLane(keys, new FakeClock());
  const work = (name: string) => async () => {
    told.push(name);
    return name;
  };
  return { lane, told, work };
}

test('what is asked for at the same moment is stored in one commit, before anybody goes on', async () => {
  const { lane, told, work } = rig();
  const results = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const result = await lane.together(work(name));
      told.push(`${name} goes on`);
      return result;
    }),
  );
  expect([results, told]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c', 'stored', 'a goes on', 'b goes on', 'c goes on'],
  ]);
});

test('what fails takes nothing with it', async () => {
  const { lane, work } = rig();
  const settled = await Promise.allSettled([
    lane.together(work('a')),
    lane.together(async () => Promise.reject(new Error('no session'))),
    lane.together(work('c')),
  ]);
  expect(settled).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('no session') },
    { status: 'fulfilled', value: 'c' },
  ]);
});

test('what could not be stored was not done, for none of them', async () => {
  const { lane, work } = rig(() => {
    throw new Error('the disk is full');
  });
  const settled = await Promise.allSettled([lane.together(work('a')), lane.together(work('b'))]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('work that is done alone shares its commit with nobody, and no commit grows without end', async () => {
  const { lane, told, work } = rig();
  const many = Array.from({ length: 40 }, () => lane.together(work('together')));
  await Promise.all([lane.alone(work('alone')), ...many]);
  const commits = told
    .join(' ')
    .split('stored')
    .map((names) => names.trim().split(' ').length);
  expect([commits[0], Math.max(...commits)]).toEqual([1, 16]);
});
