import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { type ClusterScene, clusterScene } from '../support/cluster-scene.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { taskOf } from '../support/messages-server/request.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { type PhoneChat, phoneChat } from '../support/phone-chat.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { type Scene, useScenes } from '../support/scene.ts';
import { OWNER } from '../support/whatsapp-scene.ts';

const CELLS = ['left', 'right'] as const;

const scene = useScenes();
let cluster: ClusterScene | undefined;
afterEach(async () => {
  await cluster?.world.stop();
  cluster = undefined;
});

/** Two commands in one line are always asked; which file they make stands in the task. */
const script = byTranscript([
  (request) => {
    const [, file = ''] = /make (\S+\.txt)/.exec(taskOf(request)) ?? [];
    return calls(['run_command', { command: `touch ${file} && touch also-${file}` }]);
  },
  says('Made.'),
]);

interface Opened {
  readonly place: Scene;
  readonly machines: ClusterScene;
  readonly database: string;
  readonly ana: PhoneChat;
}

async function open(): Promise<Opened> {
  const database = await freshDatabase();
  const place = await scene({ script });
  const machines = await clusterScene(place, database);
  cluster = machines;
  return { place, machines, database, ana: phoneChat(machines.world.person(OWNER)) };
}

const made = (machines: ClusterScene, file: string): readonly string[] =>
  CELLS.filter((cell) => existsSync(path.join(machines.projectOf(cell), `also-${file}`)));

test('through a front and two cells: a request, a question, a vote, an edited question, a report', async () => {
  const { machines, ana } = await open();
  const cells = CELLS.map((name) => machines.startCell(name));
  const front = await machines.startFront();
  await front.heard(/connected to PostgreSQL/);
  const task = await ana.says('/agent make one.txt');
  const question = await ana.reads(/^❓/);
  const poll = await ana.poll();
  await ana.votes(poll.id, poll.options[0] ?? '');
  await ana.reads(/^⚠️ |^✅ Done/);
  await machines.world.until(() => (ana.states(question.id).length > 1 ? true : undefined), 'the edit');
  expect({
    made: made(machines, 'one.txt').length,
    closed: ana
      .states(question.id)
      .at(-1)
      ?.text.split('\n')
      .at(-1)
      ?.replace(/ [2-9a-z]{3}\./, ' k7x.'),
    reactions: ana.reactions(task).length > 0,
    twice: ana.buzzes().filter(({ copy }) => copy > 1),
  }).toEqual({ made: 1, closed: '✅ Allowed. Continuing.', reactions: true, twice: [] });
  for (const program of [front, ...cells]) program.process.kill('SIGTERM');
  expect(await front.exit).toBe(0);
});

test('a stranger gets nothing, and nothing of them leaves the front', { tags: 'full' }, async () => {
  const { machines, database } = await open();
  machines.startCell('left');
  await machines.startFront();
  const stranger = machines.world.person({ phone: '5491155559999', lid: '99909999', name: 'Eve' });
  const ana = phoneChat(machines.world.person(OWNER));
  await stranger.says('/agent make two.txt');
  await ana.says('/help');
  await ana.reads(/./);
  const rows = z
    .array(z.object({ data: z.unknown() }))
    .parse(await runSql(database, 'SELECT data FROM pgboss.job'));
  expect({
    received: stranger.received,
    jobsOfTheirs: rows.filter(({ data }) => JSON.stringify(data).includes('5491155559999')),
  }).toEqual({ received: [], jobsOfTheirs: [] });
});

test.each(['front', 'cell', 'front and cell'])(
  'after kill -9 of the %s between question and answer the vote counts, and the command runs once',
  { tags: 'full', timeout: 150_000 },
  async (victim) => {
    const { machines, ana } = await open();
    let cell = machines.startCell('left');
    let front = await machines.startFront();
    await ana.says('/agent make three.txt');
    await ana.reads(/^❓/);
    const poll = await ana.poll();
    if (victim.includes('front')) await front.kill();
    if (victim.includes('cell')) await cell.kill();
    await ana.votes(poll.id, poll.options[0] ?? '');
    if (victim.includes('cell')) cell = machines.startCell('left');
    if (victim.includes('front')) front = await machines.startFront();
    const report = await ana.reads(/^⚠️ |^✅ Done/, 90_000);
    expect({
      made: made(machines, 'three.txt'),
      reports: ana.buzzes().filter(({ id }) => id === report.id).length,
    }).toEqual({ made: ['left'], reports: 1 });
  },
);
