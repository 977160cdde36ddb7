import { afterAll, beforeAll, expect, test } from 'vitest';
import { atLevel } from '../support/level.ts';
import { inParallel, type Moment, type Stage, setStage } from './crash-harness.ts';

const RUNS = atLevel({ quick: 1, full: 10, soak: 100 });
/** Runs at a time: their commands and the model have to share two cores. */
const TOGETHER = 2;
/**
 * Bounds all runs together. The first alone is three starts of a program, which a busy machine needs a quarter of a
 * minute for.
 */
const LIMIT_MS = 60_000 + 15_000 * RUNS;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

/** Every third program is killed a second time after its restart. */
function momentsOf(run: number): readonly Moment[] {
  const kill = (): Moment => ({
    kind: 'time',
    afterMs: Math.round(Math.random() * stage.undisturbed.durationMs),
  });
  return run % 3 === 0 ? [kill(), kill()] : [kill()];
}

test(
  `${RUNS} of ${RUNS} tasks end as the undisturbed one when the program is killed at random times`,
  async () => {
    const plans = Array.from({ length: RUNS }, (_, run) => momentsOf(run));
    const results = await inParallel(plans, TOGETHER, stage.crash);
    const byPlan = (pick: 'remains' | 'expected') =>
      results.map((result, run) => ({ killed: plans[run], ...result[pick] }));
    expect(byPlan('remains')).toEqual(byPlan('expected'));
  },
  LIMIT_MS,
);

test('what is left of an undisturbed task has lost no message', () => {
  expect(stage.undisturbed.remains.messagesLost).toBe(0);
});

test('the model never gets a history that the API would refuse', () => {
  expect(stage.model.refusals()).toEqual([]);
});
