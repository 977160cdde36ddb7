/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import {
  type Consumer,
  type JobHandling,
  type NewQueueJob,
  orderedIds,
} from '../../src/cluster/queues/queues.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { openDatabase, QUEUE, until } from './rig.ts';

const Data = z.object({ n: z.int() });
type Data = z.infer<typeof Data>;

function add(database: ClusterDatabase, jobs: readonly NewQueueJob[]): Promise<void> {
  return database.transaction((sql) => database.queues.add(sql, QUEUE, jobs));
}

function consume(database: ClusterDatabase, handling: JobHandling<Data>): Consumer {
  const consumer = database.queues.consume(QUEUE.name, Data, handling);
  database.listen(QUEUE.wakes, () => consumer.wake());
  onTestFinished(() => consumer.stop());
  return consumer;
}

test('jobs of a key come one at a time and in order, whoever writes beside them', async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  const writers = await Promise.all([openDatabase(url), openDatabase(url), openDatabase(url)]);
  const seen = new Map<string, number[]>();
  const active = new Set<string>();
  let most = 0;
  consume(database, {
    async handle(jobs, settle) {
      for (const { id, data } of jobs) {
        const key = String(Math.floor(data.n / 1000));
        most = Math.max(most, active.has(key) ? 2 : 1);
        active.add(key);
        seen.set(key, [...(seen.get(key) ?? []), data.n % 1000]);
        active.delete(key);
        settle(id);
      }
    },
  });
  await Promise.all(
    writers.map(async (writer, at) => {
      const next = orderedIds(undefined, Date.now);
      for (let n = 0; n < 30; n += 3) {
        const jobs = [n, n + 1, n + 2].map((one) => ({
          id: next(),
          key: `chat ${at}`,
          data: { n: at * 1000 + one },
        }));
        await add(writer, jobs);
      }
    }),
  );
  await until(() => [...seen.values()].flat().length === 90);
  const expected = Array.from({ length: 30 }, (_, n) => n);
  expect(Object.fromEntries(seen)).toEqual({ 0: expected, 1: expected, 2: expected });
  expect(most).toBe(1);
});

test('a job whose id is there already is left out, also when it is done', { tags: 'full' }, async () => {
  const database = await openDatabase(await freshDatabase());
  const id = orderedIds(undefined, Date.now)();
  const handled: number[] = [];
  await add(database, [{ id, key: 'a', data: { n: 1 } }]);
  await add(database, [{ id, key: 'a', data: { n: 1 } }]);
  consume(database, {
    async handle(jobs, settle) {
      for (const { id: own, data } of jobs) {
        handled.push(data.n);
        settle(own, { said: 'ok' });
      }
    },
  });
  await until(async () => (await database.queues.readOutputs(QUEUE.name, [id])).size === 1);
  await add(database, [
    { id, key: 'a', data: { n: 1 } },
    { id: orderedIds(id, Date.now)(), key: 'a', data: { n: 2 } },
  ]);
  await until(() => handled.includes(2));
  expect(handled).toEqual([1, 2]);
  expect(Object.fromEntries(await database.queues.readOutputs(QUEUE.name, [id]))).toEqual({
    [id]: { said: 'ok' },
  });
});

test('a job that cannot be read is set aside with an answer, and the next of its key comes', {
  tags: 'full',
}, async () => {
  const database = await openDatabase(await freshDatabase());
  const next = orderedIds(undefined, Date.now);
  const [bad, good] = [next(), next()];
  const handled: number[] = [];
  await add(database, [
    { id: bad, key: 'a', data: { n: 'ocho' } },
    { id: good, key: 'a', data: { n: 9 } },
  ]);
  consume(database, {
    async handle(jobs, settle) {
      for (const { id, data } of jobs) {
        handled.push(data.n);
        settle(id);
      }
    },
  });
  await until(async () => (await database.queues.readOutputs(QUEUE.name, [bad, good])).size === 2);
  expect(handled).toEqual([9]);
  expect(Object.fromEntries(await database.queues.readOutputs(QUEUE.name, [bad, good]))).toEqual({
    [bad]: { ok: false, failure: 'invalid', reason: 'This version of the program cannot read it.' },
    [good]: null,
  });
});

test('what a handler that throws did not settle comes again, and first of its key', async () => {
  const database = await openDatabase(await freshDatabase());
  const next = orderedIds(undefined, Date.now);
  const handled: number[] = [];
  await add(
    database,
    [1, 2, 3].map((n) => ({ id: next(), key: 'a', data: { n } })),
  );
  consume(database, {
    async handle(jobs, settle) {
      for (const { id, data } of jobs) {
        handled.push(data.n);
        if (handled.length === 1) throw new Error('the disk is full');
        settle(id);
      }
    },
  });
  await until(() => handled.includes(3));
  expect(handled).toEqual([1, 1, 2, 3]);
});

test('jobs and their NOTIFY arrive with the commit, and not at all when it is rolled back', async () => {
  const database = await openDatabase(await freshDatabase());
  const heard: (string | undefined)[] = [];
  database.listen(QUEUE.wakes, (payload) => heard.push(payload));
  await until(() => heard.length === 1);
  const next = orderedIds(undefined, Date.now);
  const refused = database.transaction(async (sql) => {
    await database.queues.add(sql, QUEUE, [{ id: next(), key: 'a', data: { n: 1 } }]);
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  expect(await database.queues.depth(QUEUE.name)).toEqual({
    waiting: 0,
    active: 0,
    oldestSeconds: undefined,
  });
  await add(database, [{ id: next(), key: 'a', data: { n: 2 } }]);
  await until(() => heard.length === 2);
  expect(heard).toEqual([undefined, '{"kind":"jobs"}']);
  expect(await database.queues.depth(QUEUE.name)).toMatchObject({ waiting: 1, active: 0 });
});

test('who completes in one transaction tells of it in the same', { tags: 'full' }, async () => {
  const database = await openDatabase(await freshDatabase());
  const next = orderedIds(undefined, Date.now);
  const id = next();
  const heard: (string | undefined)[] = [];
  database.listen('answers', (payload) => heard.push(payload));
  await add(database, [{ id, key: 'a', data: { n: 1 } }]);
  consume(database, {
    async handle(jobs, settle) {
      for (const job of jobs) settle(job.id, { ok: true });
    },
    async onCompleted(sql, settled) {
      for (const one of settled) await sql.run('SELECT pg_notify($1, $2)', ['answers', JSON.stringify(one)]);
    },
  });
  await until(() => heard.length === 2);
  expect(heard).toEqual([undefined, JSON.stringify({ id, output: { ok: true } })]);
});

test('an earlier life that wakes up completes nothing of what a later one has taken', async () => {
  const url = await freshDatabase();
  const [old, young] = await Promise.all([openDatabase(url), openDatabase(url)]);
  const id = orderedIds(undefined, Date.now)();
  await add(old, [{ id, key: 'a', data: { n: 1 } }]);
  let isHeld = true;
  let settleOld: (() => void) | undefined;
  const first = consume(old, {
    mayTake: () => isHeld,
    async handle(jobs, settle) {
      for (const job of jobs) settleOld = () => settle(job.id, { by: 'old' });
    },
  });
  await until(() => settleOld !== undefined);
  isHeld = false;
  let settleYoung: (() => void) | undefined;
  consume(young, {
    async handle(jobs, settle) {
      for (const job of jobs) settleYoung = () => settle(job.id, { by: 'young' });
    },
  });
  await until(() => settleYoung !== undefined);
  settleOld?.();
  await first.stop();
  expect(await young.queues.readOutputs(QUEUE.name, [id])).toEqual(new Map());
  settleYoung?.();
  await until(async () => (await young.queues.readOutputs(QUEUE.name, [id])).size === 1);
  expect((await young.queues.readOutputs(QUEUE.name, [id])).get(id)).toEqual({ by: 'young' });
});

test('a process has three connections', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  const heard: (string | undefined)[] = [];
  database.listen('one', (payload) => heard.push(payload));
  database.listen('two', (payload) => heard.push(payload));
  consume(database, { handle: async () => undefined });
  await Promise.all(Array.from({ length: 20 }, () => database.transaction((sql) => sql.run('SELECT 1'))));
  await until(() => heard.length === 2);
  const rows = await runSql(
    url,
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'test%'`,
  );
  expect(rows).toEqual([{ count: 3 }]);
});
