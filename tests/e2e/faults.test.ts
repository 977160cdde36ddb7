import { beforeAll, describe, expect, test } from 'vitest';
import { english } from '../../src/core/texts/en.ts';
import { atLevel } from '../support/level.ts';
import { CUT_CALLS, FAULT_GROUPS, type FaultCase } from './fault-cases.ts';
import { type FaultRun, runForGood, runOnce } from './fault-runs.ts';

const GROUPS = Object.values(FAULT_GROUPS);
/**
 * `npm test` has a whole program meet the first two: one that ends a task and one that passes. `tests/models` has each.
 */
const FIRSTS = GROUPS.flatMap(([first]) => first ?? []);
type Programs = readonly (readonly FaultCase[])[];
/** Cases that take their turn in one program: starting programs is most of the work. */
const LASTING: Programs = atLevel({
  quick: [FIRSTS.slice(0, 2)],
  full: GROUPS,
  soak: GROUPS,
});
/** Whether a call that was cut off is executed is asked of each of them at every level. */
const ONCE: Programs = atLevel({
  quick: [[...FIRSTS.slice(0, 2), ...CUT_CALLS]],
  full: GROUPS,
  soak: GROUPS,
});

/** The runs of these groups as one. */
async function together(
  groups: readonly (readonly FaultCase[])[],
  run: (cases: readonly FaultCase[]) => Promise<FaultRun>,
): Promise<FaultRun> {
  const runs = await Promise.all(groups.map(run));
  return {
    stories: new Map(runs.flatMap(({ stories }) => [...stories])),
    exitCodes: runs.flatMap(({ exitCodes }) => exitCodes),
    refusals: runs.flatMap(({ refusals }) => refusals),
    canaryExists: runs.some(({ canaryExists }) => canaryExists),
  };
}

/** Bounds a whole group of runs; each wait inside them has its own, shorter limit. */
const RUN_LIMIT_MS = 90_000;

const done = (name: string) => expect.stringContaining(`✅ Done: ${name}\n\n📄 `);
const stopped = (name: string, reason: FaultCase['forGood']) => ({
  asymmetricMatch: (told: unknown) =>
    String(told).startsWith(`⏸ Paused: ${name}\n`) && String(told).includes(english.outcomes[reason]),
  toString: () => `⏸ Paused: ${name} … ${english.outcomes[reason]}`,
});

let once: FaultRun;
let forGood: FaultRun;
// Most of the time is spent in waiting, so all of them wait together.
beforeAll(async () => {
  [once, forGood] = await Promise.all([together(ONCE, runOnce), together(LASTING, runForGood)]);
}, RUN_LIMIT_MS);

describe('a fault that strikes once', () => {
  test.each(ONCE.flat())('$name: the task is done in the end', (fault) => {
    expect(once.stories.get(fault.name)).toEqual(
      fault.once === 'done'
        ? { told: done(fault.name), afterResume: '', workDone: true }
        : { told: stopped(fault.name, fault.once), afterResume: done(fault.name), workDone: true },
    );
  });

  test('the program ends with 0 when all was done', () => {
    expect(new Set(once.exitCodes)).toEqual(new Set([0]));
  });

  test('no request is ever one that the API would refuse', () => {
    expect(once.refusals).toEqual([]);
  });

  test('a call that the token limit cut off is never executed', () => {
    expect(once.canaryExists).toBe(false);
  });
});

describe('a fault that never ends', () => {
  test.each(LASTING.flat())('$name: the person is told, and can have the task finished later', (fault) => {
    expect(forGood.stories.get(fault.name)).toEqual({
      told: stopped(fault.name, fault.forGood),
      afterResume: done(fault.name),
      workDone: true,
    });
  });

  test('the program ends with 1 while tasks are open, and with 0 once they are done', () => {
    expect(forGood.exitCodes).toEqual(LASTING.flatMap(() => [1, 0]));
  });

  test('no request is ever one that the API would refuse', () => {
    expect(forGood.refusals).toEqual([]);
  });

  test('a call that the token limit cut off is never executed', () => {
    expect(forGood.canaryExists).toBe(false);
  });
});
