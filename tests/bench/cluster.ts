import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { calls, reply, slow, text } from '../support/messages-server/replies.ts';
import type { ScriptFile } from '../support/messages-server/script-file.ts';
import { type PostgresServer, runSql, startPostgres } from '../support/postgres.ts';
import { storedRows } from '../support/stored-rows.ts';
import type { Person } from '../support/whatsapp-server/person.ts';
import { type LinkedCluster, startCluster } from './cluster-linked.ts';
import type { Figure } from './figure.ts';
import { answered, type Linked, startLinked } from './linked.ts';
import type { Rig } from './rig.ts';
import { preciseNowMs } from './running.ts';
import { LAST_WORDS, talkingScript } from './script.ts';
import { median, quantile } from './statistics.ts';

const CELLS = [1, 2, 4] as const;
const WARM_UP_MS = 2000;
const PAIRS = { warm: 3, counted: 60 };
const CROSSINGS = 20;
const BURST = { people: 20, messages: 20 };
const REST_MS = 15_000;
/** A connection of PostgreSQL may keep what it has counted for so long. */
const COUNTED_MS = 12_000;
/** One task is under way in each cell; what it takes is eight replies of the model. */
const TASKS = { people: 8, each: 2, rounds: 7, replyMs: 300 };
const LOOK_MS = 20;
const LIMIT_MS = 180_000;

/**
 * A front, cells and a PostgreSQL that flushes its commits, all on this machine, beside one program: messages come in
 * turn, in the same run. `wasap start` alone has figures of its own: `npm run bench -- start`, before and after a
 * change.
 */
export async function clusterFigures(rig: Rig): Promise<readonly Figure[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    return [
      ...(await besideOneMachine(rig, postgres)),
      ...(await crossings(rig, postgres)),
      ...(await speeds(rig, postgres)),
      ...(await tasks(rig, postgres)),
    ];
  } finally {
    postgres.stop();
  }
}

/** From a message on the phone to the first request at the model. */
async function besideOneMachine(rig: Rig, postgres: PostgresServer): Promise<readonly Figure[]> {
  const one = await startLinked(rig, 1);
  const model = await rig.model(talkingScript());
  const cluster = await startCluster(rig, { postgres, cells: 1, people: 1, model });
  await sleep(WARM_UP_MS);
  const pairs: { oneMs: number; clusterMs: number }[] = [];
  for (let pair = 0; pair < PAIRS.warm + PAIRS.counted; pair += 1) {
    const oneMs = await toRequest(one, pair);
    const clusterMs = await toRequest(cluster, pair);
    if (pair >= PAIRS.warm) pairs.push({ oneMs, clusterMs });
  }
  const rest = await atRest(cluster);
  await cluster.end();
  await model.end();
  await one.end();
  const added = pairs.map(({ oneMs, clusterMs }) => clusterMs - oneMs);
  const name = (what: string): string => `cluster: message to request, ${what}`;
  return [
    {
      name: name('median, against one machine'),
      unit: 'ms',
      ours: median(pairs.map(({ clusterMs }) => clusterMs)),
      bare: median(pairs.map(({ oneMs }) => oneMs)),
    },
    {
      name: name('added, median of pairs'),
      unit: 'ms',
      ours: median(added),
      bar: { of: 'ours', limit: 60 },
    },
    {
      name: name('added, slowest hundredth'),
      unit: 'ms',
      ours: quantile(added, 0.99),
      bar: { of: 'ours', limit: 150 },
    },
    ...rest,
  ];
}

async function toRequest(linked: Pick<Linked, 'world' | 'people' | 'model'>, turn: number): Promise<number> {
  const ana = first(linked.people);
  const saidAtMs = preciseNowMs();
  await ana.says(`/agent read the sources ${turn}`);
  await answered(linked, ana, turn + 1);
  const request = linked.model.requests()[turn];
  await sleep(LOOK_MS);
  return (request?.timeMs ?? Number.NaN) - saidAtMs;
}

const Counters = z.object({
  commits: z.number(),
  wal: z.number(),
  connections: z.number(),
  jobs: z.number(),
});

/** What a front and a cell cost PostgreSQL while nobody writes. */
async function atRest({ databaseUrl }: LinkedCluster): Promise<readonly Figure[]> {
  await sleep(COUNTED_MS);
  const before = await countersOf(databaseUrl);
  await sleep(REST_MS);
  const after = await countersOf(databaseUrl);
  const each = (count: number): number => count / (REST_MS / 1000);
  return [
    {
      name: 'cluster at rest, a front and a cell: transactions a second',
      unit: '',
      ours: each(after.commits - before.commits),
    },
    {
      name: 'cluster at rest: log of PostgreSQL, a second',
      unit: 'kB',
      ours: each(after.wal - before.wal) / 1000,
    },
    { name: 'cluster: connections of a front and a cell', unit: '', ours: after.connections },
  ];
}

async function countersOf(url: string): Promise<z.infer<typeof Counters>> {
  const rows = await runSql(
    url,
    `SELECT xact_commit::float8 AS commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal,
       (SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'wasap %') AS connections,
       (SELECT count(*)::int FROM pgboss.job WHERE state = 'completed') AS jobs
     FROM pg_stat_database WHERE datname = current_database()`,
  );
  return Counters.parse(rows[0]);
}

/** A command that is asked about, then a reply that takes long enough to be steered and cancelled. */
function askingScript(): ScriptFile {
  return {
    chunkSize: 0,
    writeSize: 0,
    scripts: [
      {
        steps: [
          calls(['run_command', { command: 'touch one && touch other' }]),
          slow(reply([text(LAST_WORDS)]), 5000),
        ],
      },
    ],
  };
}

const InboxRow = z.object({ id: z.string(), atMs: z.number() });

/** From the phone to the inbox of the cell: what happens then is the same as on one machine. */
async function crossings(rig: Rig, postgres: PostgresServer): Promise<readonly Figure[]> {
  const model = await rig.model(askingScript());
  const cluster = await startCluster(rig, { postgres, cells: 1, people: 1, model });
  const ana = first(cluster.people);
  const saidAtMs = new Map<string, number>();
  const says = async (words: string, quoting?: string): Promise<void> => {
    const atMs = preciseNowMs();
    const { id } = await ana.says(words, quoting === undefined ? {} : { quoting });
    saidAtMs.set(id ?? '', atMs);
  };
  for (let turn = 0; turn < CROSSINGS; turn += 1) {
    const before = ana.received.length;
    await ana.says(`/agent touch them ${turn}`);
    const question = await cluster.world.until(
      () =>
        ana.received
          .slice(before)
          .find(({ content }) => content.kind === 'text' && content.text.includes('❓')),
      'a question',
      LIMIT_MS,
    );
    await says('yes', question.id);
    await until(() => model.requests().length >= 2 * (turn + 1));
    await says('Mind the tests, too.');
    await says('/cancel');
    await until(() => stored(cluster).length >= 4 * (turn + 1));
    await sleep(500);
  }
  const arrivedAtMs = new Map(stored(cluster).map(({ id, atMs }) => [id, atMs]));
  await cluster.end();
  await model.end();
  const took = [...saidAtMs].map(([id, atMs]) => (arrivedAtMs.get(id) ?? Number.NaN) - atMs);
  return [
    {
      name: 'cluster: a yes, words meanwhile, /cancel, to the inbox of the cell, median',
      unit: 'ms',
      ours: median(took),
    },
    { name: '  slowest twentieth', unit: 'ms', ours: quantile(took, 0.95), bar: { of: 'ours', limit: 150 } },
  ];
}

function stored({ dataDirs }: LinkedCluster): readonly z.infer<typeof InboxRow>[] {
  return dataDirs.flatMap((dataDir) =>
    storedRows(dataDir, 'SELECT message_id AS id, received_at_ms AS atMs FROM inbox ORDER BY seq', InboxRow),
  );
}

async function speeds(rig: Rig, postgres: PostgresServer): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const cells of CELLS) {
    const model = await rig.model(talkingScript());
    const cluster = await startCluster(rig, { postgres, cells, people: BURST.people, model });
    await Promise.all(cluster.people.map((person) => person.says('/status')));
    await until(() => stored(cluster).length === BURST.people);
    figures.push(...(await burst(cluster)));
    await cluster.end();
    await model.end();
  }
  return figures;
}

async function burst(cluster: LinkedCluster): Promise<readonly Figure[]> {
  await sleep(COUNTED_MS);
  const before = await countersOf(cluster.databaseUrl);
  const beganAtMs = preciseNowMs();
  await Promise.all(cluster.people.map(writesMuch));
  await until(() => stored(cluster).length >= BURST.people * (BURST.messages + 1));
  const seconds = (preciseNowMs() - beganAtMs) / 1000;
  await sleep(COUNTED_MS);
  const after = await countersOf(cluster.databaseUrl);
  const jobs = after.jobs - before.jobs;
  const name = `cluster of ${cluster.cells.length}`;
  return [
    {
      name: `${name}: messages a second, from phones to inboxes`,
      unit: '',
      ours: (BURST.people * BURST.messages) / seconds,
    },
    { name: '  transactions for each, in or out', unit: '', ours: (after.commits - before.commits) / jobs },
    { name: '  log of PostgreSQL for each', unit: 'kB', ours: (after.wal - before.wal) / jobs / 1000 },
  ];
}

async function writesMuch(person: Person): Promise<void> {
  for (let message = 0; message < BURST.messages; message += 1) await person.says('/status');
}

/** Reads in each round, and takes 300 ms for each reply. */
function workingScript(): ScriptFile {
  const reads = (_: unknown, round: number) =>
    slow(calls(['read_source_file', { path: `src/part-${round}.ts`, offset: 1, limit: 50 }]), TASKS.replyMs);
  const steps = [
    ...Array.from({ length: TASKS.rounds }, reads),
    slow(reply([text(LAST_WORDS)]), TASKS.replyMs),
  ];
  return { chunkSize: 0, writeSize: 0, scripts: [{ steps }] };
}

/** One project in each cell, in which tasks wait for one another. */
async function tasks(rig: Rig, postgres: PostgresServer): Promise<readonly Figure[]> {
  const [one, four] = [await tasksAMinute(rig, postgres, 1), await tasksAMinute(rig, postgres, 4)];
  return [
    { name: 'cluster of 1: tasks a minute, 8 replies of 300 ms each', unit: '', ours: one },
    { name: 'cluster of 4: the same', unit: '', ours: four },
    { name: '  of 4 against 1, times', unit: '', ours: four / one, bar: { of: 'least', limit: 3.2 } },
  ];
}

async function tasksAMinute(rig: Rig, postgres: PostgresServer, cells: number): Promise<number> {
  const model = await rig.model(workingScript());
  const cluster = await startCluster(rig, { postgres, cells, people: TASKS.people, model });
  // One after the other, so that each cell gets as many.
  for (const person of cluster.people) {
    await person.says('/status');
    await cluster.world.until(() => person.received[0], 'an answer', LIMIT_MS);
  }
  await sleep(WARM_UP_MS);
  const beganAtMs = preciseNowMs();
  for (let task = 0; task < TASKS.each; task += 1)
    for (const person of cluster.people) await person.says(`/queue read the sources ${task}`);
  await cluster.world.until(
    () => (cluster.people.every((person) => reports(person) >= TASKS.each) ? true : undefined),
    'every report',
    LIMIT_MS,
  );
  const minutes = (preciseNowMs() - beganAtMs) / 60_000;
  await cluster.end();
  await model.end();
  return (TASKS.people * TASKS.each) / minutes;
}

function reports({ received }: Person): number {
  return received.filter(({ content }) => content.kind === 'text' && content.text.includes(LAST_WORDS))
    .length;
}

async function until(isTrue: () => boolean): Promise<void> {
  const endMs = preciseNowMs() + LIMIT_MS;
  while (!isTrue()) {
    if (preciseNowMs() > endMs) throw new Error('Not within the time.');
    await sleep(LOOK_MS);
  }
}

function first(people: readonly Person[]): Person {
  const [person] = people;
  if (person === undefined) throw new Error('nobody is there');
  return person;
}
