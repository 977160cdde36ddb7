/** @module-tag postgres */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { type ClusterScene, useClusters } from '../support/cluster-scene.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { taskOf } from '../support/messages-server/request.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { emptyDatabase, runSql, startPostgres } from '../support/postgres.ts';

const CELLS = ['left', 'right'] as const;

/** PostgreSQL is set up, a number is linked, and three programs start. */
const LIMIT = { timeout: 180_000 };

const open = useClusters();

/** Two commands in one line are always asked; which file they make stands in the task. */
const script = byTranscript([
  (request) => {
    const [, file = ''] = /make (\S+\.txt)/.exec(taskOf(request)) ?? [];
    return calls(['run_command', { command: `touch ${file} && touch also-${file}` }]);
  },
  says('Made.'),
]);

const made = (machines: ClusterScene, file: string): readonly string[] =>
  CELLS.filter((cell) => existsSync(path.join(machines.projectOf(cell), `also-${file}`)));

test(
  'through a front and a cell: a request, a question, a vote, an edited question, a report',
  LIMIT,
  async () => {
    const { machines, ana } = await open(await emptyDatabase(), { script });
    const cell = machines.startCell('left');
    const front = await machines.startFront();
    const task = await ana.says('/agent make one.txt');
    const question = await ana.reads(/^❓/, 60_000);
    const poll = await ana.poll();
    await ana.votes(poll.id, poll.options[0] ?? '');
    await ana.reads(/^⚠️ |^✅ Done/, 60_000);
    await machines.world.until(() => (ana.states(question.id).length > 1 ? true : undefined), 'the edit');
    expect({
      made: made(machines, 'one.txt'),
      closed: ana
        .states(question.id)
        .at(-1)
        ?.text.split('\n')
        .at(-1)
        ?.replace(/ [2-9a-z]{3}\./, ' k7x.'),
      reactions: ana.reactions(task).length > 0,
      twice: ana.buzzes().filter(({ copy }) => copy > 1),
    }).toEqual({ made: ['left'], closed: '✅ Allowed. Continuing.', reactions: true, twice: [] });
    for (const program of [front, cell]) program.process.kill('SIGTERM');
    expect(await front.exit).toBe(0);
  },
);

test('a stranger gets nothing, and nothing of them leaves the front', {
  tags: 'full',
  ...LIMIT,
}, async () => {
  const database = await emptyDatabase();
  const { machines, ana } = await open(database, { script });
  machines.startCell('left');
  await machines.startFront();
  const stranger = machines.world.person({ phone: '5491155559999', lid: '99909999', name: 'Eve' });
  await stranger.says('/agent make two.txt');
  await ana.says('/help');
  await ana.reads(/./, 60_000);
  const rows = z
    .array(z.object({ data: z.unknown() }))
    .parse(await runSql(database, 'SELECT data FROM pgboss.job'));
  expect({
    received: stranger.received,
    jobsOfTheirs: rows.filter(({ data }) => JSON.stringify(data).includes('5491155559999')),
  }).toEqual({ received: [], jobsOfTheirs: [] });
});

// Most of it is waiting for the lease of a name, so they wait together.
test('after kill -9 of the front, the cell or both between question and answer the vote counts, and the command runs once', {
  tags: 'full',
  timeout: 300_000,
}, async () => {
  const afterKill = async (victim: string) => {
    const { machines, ana } = await open(await emptyDatabase(), { script });
    let cell = machines.startCell('left');
    let front = await machines.startFront();
    await ana.says('/agent make three.txt');
    await ana.reads(/^❓/, 60_000);
    const poll = await ana.poll();
    if (victim.includes('front')) await front.kill();
    if (victim.includes('cell')) await cell.kill();
    await ana.votes(poll.id, poll.options[0] ?? '');
    if (victim.includes('cell')) cell = machines.startCell('left');
    if (victim.includes('front')) front = await machines.startFront();
    const report = await ana.reads(/^⚠️ |^✅ Done/, 120_000);
    return {
      victim,
      made: made(machines, 'three.txt'),
      reports: ana.buzzes().filter(({ id }) => id === report.id).length,
    };
  };
  const victims = ['front', 'cell', 'front and cell'];
  expect(await Promise.all(victims.map(afterKill))).toEqual(
    victims.map((victim) => ({ victim, made: ['left'], reports: 1 })),
  );
});

test.each(['before the request', 'between question and vote', 'before the report'] as const)(
  'after kill -9 of PostgreSQL %s everything comes, once and in order',
  { tags: 'full', timeout: 240_000 },
  async (moment) => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { machines, ana } = await open(postgres.url, { script });
    machines.startCell('left');
    const front = await machines.startFront();
    await front.heard(/connected to PostgreSQL/);
    const during = async (when: typeof moment, work: () => Promise<unknown>): Promise<void> => {
      if (when === moment) await postgres.kill();
      await work();
      if (when === moment) await postgres.start();
    };
    await during('before the request', () => ana.says('/agent make four.txt'));
    await ana.reads(/^❓/, 60_000);
    const poll = await ana.poll();
    await during('between question and vote', () => ana.votes(poll.id, poll.options[0] ?? ''));
    await expect.poll(() => made(machines, 'four.txt'), { timeout: 60_000 }).toEqual(['left']);
    await during('before the report', async () => undefined);
    const report = await ana.reads(/^⚠️ |^✅ Done/, 60_000);
    expect({
      reports: ana.buzzes().filter(({ id }) => id === report.id).length,
      twice: ana.buzzes().filter(({ copy }) => copy > 1).length,
      questions: ana.buzzes().filter(({ content }) => content.kind === 'poll').length,
    }).toEqual({ reports: 1, twice: 0, questions: 1 });
  },
);
