import { beforeAll, describe, expect, test } from 'vitest';
import { english } from '../../src/base/texts/en.ts';
import { FAULT_GROUPS, type FaultCase } from './fault-cases.ts';
import { type FaultRun, runForGood, runOnce } from './fault-runs.ts';

const GROUPS = Object.values(FAULT_GROUPS);
const CASES = GROUPS.flat();

/** The runs of all groups as one. */
async function together(run: (cases: readonly FaultCase[]) => Promise<FaultRun>): Promise<FaultRun> {
  const runs = await Promise.all(GROUPS.map(run));
  return {
    stories: new Map(runs.flatMap(({ stories }) => [...stories])),
    exitCodes: runs.flatMap(({ exitCodes }) => exitCodes),
    refusals: runs.flatMap(({ refusals }) => refusals),
    canaryExists: runs.some(({ canaryExists }) => canaryExists),
  };
}

/** Bounds a whole group of runs; each wait inside them has its own, shorter limit. */
const RUN_LIMIT_MS = 90_000;

const done = (name: string) => expect.stringContaining(`✅ Done: ${name}\nDone.`);
const stopped = (name: string, reason: FaultCase['forGood']) => ({
  asymmetricMatch: (told: unknown) =>
    String(told).startsWith(`⏸ Stopped: ${name}\n`) && String(told).includes(english.outcomes[reason]),
  toString: () => `⏸ Stopped: ${name} … ${english.outcomes[reason]}`,
});

describe('a fault that strikes once', () => {
  let run: FaultRun;
  beforeAll(async () => {
    run = await together(runOnce);
  }, RUN_LIMIT_MS);

  test.each(CASES)('$name: the task is done in the end', ({ name, once }) => {
    expect(run.stories.get(name)).toEqual(
      once === 'done'
        ? { told: done(name), afterResume: '', workDone: true }
        : { told: stopped(name, once), afterResume: done(name), workDone: true },
    );
  });

  test('the program ends with 0 when all was done', () => {
    expect(new Set(run.exitCodes)).toEqual(new Set([0]));
  });

  test('no request is ever one that the API would refuse', () => {
    expect(run.refusals).toEqual([]);
  });

  test('a call that the token limit cut off is never executed', () => {
    expect(run.canaryExists).toBe(false);
  });
});

describe('a fault that never ends', () => {
  let run: FaultRun;
  beforeAll(async () => {
    run = await together(runForGood);
  }, RUN_LIMIT_MS);

  test.each(CASES)('$name: the person is told, and can have the task finished later', ({ name, forGood }) => {
    expect(run.stories.get(name)).toEqual({
      told: stopped(name, forGood),
      afterResume: done(name),
      workDone: true,
    });
  });

  test('the program ends with 1 while tasks are open, and with 0 once they are done', () => {
    expect(run.exitCodes).toEqual(GROUPS.flatMap(() => [1, 0]));
  });

  test('no request is ever one that the API would refuse', () => {
    expect(run.refusals).toEqual([]);
  });

  test('a call that the token limit cut off is never executed', () => {
    expect(run.canaryExists).toBe(false);
  });
});
