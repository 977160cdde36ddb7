/**
 * One of the long runs.
 * @module-tag full
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atLevel } from '../support/level.ts';
import { inParallel, type Moment, type Stage, setStage } from './crash-harness.ts';
import { LONG_TASK } from './long-task.ts';

/** How many records are tried; undefined: every one. */
const FEW = atLevel({ quick: 1, full: 4, soak: undefined });
const TOGETHER = 2;
const LIMIT_MS = atLevel({ quick: 120_000, soak: 30 * 60_000 });

let stage: Stage;
beforeAll(async () => {
  stage = await setStage(LONG_TASK);
}, 60_000);
afterAll(() => stage.close());

test('a task of 40 calls ends in the recorded files', () => {
  const { remains, records } = stage.undisturbed;
  expect({ calls: records['call done'], files: remains.files, commits: remains.commits }).toMatchSnapshot();
});

test('and so it does when the program is killed after any record of its transcript', {
  timeout: LIMIT_MS,
}, async () => {
  const all = stage.undisturbed.records['transcript line'];
  const counts =
    FEW === undefined
      ? Array.from({ length: all }, (_, at) => at + 1)
      : Array.from({ length: FEW }, (_, at) => Math.ceil((all / FEW) * (at + Math.random())));
  const moments = counts.map((count): Moment => ({ kind: 'record', record: 'transcript line', count }));
  const results = await inParallel(moments, TOGETHER, (moment) => stage.crash([moment]));
  const byMoment = (pick: 'remains' | 'expected') =>
    results.map((result, at) => ({ killed: moments[at], ...result[pick] }));
  expect([byMoment('remains'), stage.model.refusals()]).toEqual([byMoment('expected'), []]);
});
