/** @module-tag postgres */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import { orderedIds } from '../../src/cluster/queues/queues.ts';
import { isFailure } from '../../src/core/failure.ts';
import { type CompiledChild, compileChild } from '../store/child.ts';
import { atLevel } from '../support/level.ts';
import { freshDatabase, startPostgres } from '../support/postgres.ts';
import { openDatabase, QUEUE, until } from './rig.ts';

const KILLS = atLevel({ quick: 1, full: 5, soak: 40 });
const LIMIT_MS = 30_000 + KILLS * 30_000;
const CHATS = ['ana', 'bo', 'eva'];

let consumer: CompiledChild;
beforeAll(async () => {
  consumer = await compileChild(new URL('./children/consumer.ts', import.meta.url));
});
afterAll(() => consumer.remove());

/** Each number of each chat, once and in order: `times` says how often one may come. */
function expectAllInOrder(lines: readonly string[], count: number): void {
  for (const chat of CHATS) {
    const numbers = lines
      .filter((line) => line.startsWith(`${chat} `))
      .map((line) => Number(line.split(' ')[1]));
    expect(numbers.filter((n, at) => numbers.indexOf(n) === at)).toEqual(
      Array.from({ length: count }, (_, n) => n),
    );
    // One that comes again does so before the next one of its chat.
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  }
}

async function addRound(database: ClusterDatabase, next: () => string, n: number): Promise<void> {
  const jobs = CHATS.map((chat) => ({ id: next(), key: chat, data: { chat, n } }));
  for (;;) {
    try {
      await database.transaction((sql) => database.queues.add(sql, QUEUE, jobs));
      return;
    } catch (error) {
      // As a front does: the same jobs with the same ids, however far the last try came.
      if (!isFailure(error) || error.kind !== 'unavailable') throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

test(`no job is lost or out of order in ${KILLS} kill(s) of who handles them`, {
  timeout: LIMIT_MS,
}, async () => {
  const url = await freshDatabase();
  const database = await openDatabase(url);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'wasap-cluster-')), 'handled');
  const lines = (): readonly string[] =>
    existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const next = orderedIds(undefined, Date.now);
  const rounds = KILLS * 10;
  const start = () => consumer.start([url, QUEUE.name, QUEUE.wakes, file]);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = start();
    for (let n = kill * 10; n < kill * 10 + 10; n += 1) await addRound(database, next, n);
    await until(() => lines().length > kill * 30 + 5);
    child.kill('SIGKILL');
  }
  const last = start();
  onTestFinished(() => void last.kill('SIGKILL'));
  await until(async () => {
    const { waiting, active } = await database.queues.depth(QUEUE.name);
    return waiting + active === 0;
  });
  expectAllInOrder(lines(), rounds);
});

test(`no job is lost or out of order when PostgreSQL is killed ${KILLS} time(s) under load`, {
  tags: 'full',
  timeout: LIMIT_MS,
}, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const [writer, reader] = await Promise.all([openDatabase(server.url), openDatabase(server.url)]);
  const seen: string[] = [];
  const heard: (string | undefined)[] = [];
  const consumer = reader.queues.consume(QUEUE.name, z.object({ chat: z.string(), n: z.int() }), {
    async handle(jobs, settle) {
      for (const { id, data } of jobs) {
        seen.push(`${data.chat} ${data.n}`);
        settle(id);
      }
    },
  });
  onTestFinished(() => consumer.stop());
  reader.listen(QUEUE.wakes, (payload) => {
    heard.push(payload);
    consumer.wake();
  });
  const connections = (): number => heard.filter((payload) => payload === undefined).length;
  const next = orderedIds(undefined, Date.now);
  const rounds = KILLS * 20;
  const writing = (async () => {
    for (let n = 0; n < rounds; n += 1) await addRound(writer, next, n);
  })();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await until(() => seen.length > kill * 60 + 10);
    const before = connections();
    await server.kill();
    await until(() => reader.awaySinceUpMs() !== undefined);
    await server.start();
    // After each new connection it is said that something may have been missed.
    await until(() => reader.awaySinceUpMs() === undefined && connections() > before);
  }
  await writing;
  await until(async () => {
    const { waiting, active } = await writer.queues.depth(QUEUE.name);
    return waiting + active === 0;
  });
  expectAllInOrder(seen, rounds);
});
