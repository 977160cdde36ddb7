/**
 * One of the long runs.
 * @module-tag full
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atLevel } from '../support/level.ts';
import { inParallel, type Moment, type Stage, setStage } from './crash-harness.ts';
import { RECORD_KINDS, type RecordKind } from './crash-site.ts';

/** Kills for each kind of record, spread over all records of that kind. */
const KILLS_OF_A_KIND = atLevel({ quick: 1, soak: 10 });
/** Runs at a time: their commands and the model have to share two cores. */
const TOGETHER = 2;
/** Bounds all runs together, on a busy machine too. */
const LIMIT_MS = 15_000 * RECORD_KINDS.length * KILLS_OF_A_KIND;

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

function momentsAfter(record: RecordKind): readonly Moment[] {
  const all = stage.undisturbed.records[record];
  const step = all / KILLS_OF_A_KIND;
  const counts = Array.from({ length: KILLS_OF_A_KIND }, (_, at) => Math.ceil(step * (at + Math.random())));
  return [...new Set(counts)].map((count) => ({ kind: 'record', record, count }));
}

test('a task ends as the undisturbed one when the program is killed right after any kind of record', {
  timeout: LIMIT_MS,
}, async () => {
  const moments = RECORD_KINDS.flatMap(momentsAfter);
  const results = await inParallel(moments, TOGETHER, (moment) => stage.crash([moment]));
  const byMoment = (pick: 'remains' | 'expected') =>
    results.map((result, at) => ({ killed: moments[at], ...result[pick] }));
  expect(byMoment('remains')).toEqual(byMoment('expected'));
});

test('the undisturbed run makes records of every kind', () => {
  expect(RECORD_KINDS.filter((kind) => stage.undisturbed.records[kind] === 0)).toEqual([]);
});

test('the model never gets a history that the API would refuse', () => {
  expect(stage.model.refusals()).toEqual([]);
});
