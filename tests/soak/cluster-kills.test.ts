/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import { useClusters } from '../support/cluster-scene.ts';
import { type KillRun, killRunOptions, NOTHING_WRONG, runKills } from '../support/kill-run/kill-run.ts';
import { startPostgres } from '../support/postgres.ts';

/** Smaller for a shorter look; another seed kills at other places. */
const sized = (name: string, usual: number): number => Number(process.env[`WASAP_KILLS_${name}`] ?? usual);

const RUN: KillRun = {
  seed: sized('SEED', Date.now() % 100_000),
  cells: ['left', 'middle', 'right'],
  people: sized('PEOPLE', 60),
  messages: sized('MESSAGES', 40),
  kills: sized('KILLS', 40),
  everyMs: [2000, 8000],
  answerWithinMs: sized('ANSWER_MS', 300_000),
};

const LIMIT = { timeout: 2_400_000 };

const open = useClusters();

test(
  `${RUN.kills} kills at random, ${RUN.people} people, ${RUN.messages} messages each: nothing lost, doubled, run twice or untrue`,
  LIMIT,
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const cluster = await open(postgres.url, killRunOptions(RUN));
    expect(await runKills(cluster, postgres, RUN)).toEqual(NOTHING_WRONG);
  },
);

test(
  'the same with a cell that never comes back: its chats move, and their people are told',
  LIMIT,
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const run = { ...RUN, neverBack: 'middle' };
    const cluster = await open(postgres.url, killRunOptions(run));
    expect(await runKills(cluster, postgres, run)).toEqual(NOTHING_WRONG);
  },
);
