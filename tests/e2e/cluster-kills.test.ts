/**
 * One of the long runs: a small part of what `tests/soak/cluster-kills.test.ts` does.
 * @module-tag full
 * @module-tag postgres
 */
import { expect, onTestFinished, test } from 'vitest';
import { useClusters } from '../support/cluster-scene.ts';
import { type KillRun, killRunOptions, NOTHING_WRONG, runKills } from '../support/kill-run/kill-run.ts';
import { startPostgres } from '../support/postgres.ts';

const RUN: KillRun = {
  seed: 1127,
  cells: ['left', 'right'],
  people: 8,
  messages: 6,
  kills: 4,
  everyMs: [500, 2500],
  answerWithinMs: 90_000,
};

const open = useClusters();

test('4 kills of front, cells and PostgreSQL: nothing lost, doubled, out of order, run twice or untrue', {
  timeout: 240_000,
}, async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const cluster = await open(postgres.url, killRunOptions(RUN));
  expect(await runKills(cluster, postgres, RUN)).toEqual(NOTHING_WRONG);
});
