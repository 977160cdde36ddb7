/** @module-tag postgres */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  AT_ONCE,
  type EmptyingNews,
  type EmptyingParts,
  type EmptyingResult,
  emptyCell,
} from '../../src/cli/cluster/empty-cell.ts';
import { newsLines } from '../../src/cli/cluster/move-away.ts';
import { clusterWords } from '../../src/cli/cluster/texts/texts.ts';
import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import type { CellName } from '../../src/cluster/names.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Failure } from '../../src/core/failure.ts';
import { openCluster, placeChat, seatCell } from '../front/rig.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { tempFolder } from '../support/program.ts';

const LIMA = 'lima' as CellName;
const { cluster: words } = clusterWords('es');
const WITHIN_MS = 60_000;

let url: string;
let db: ClusterDatabase;
beforeEach(async () => {
  url = await freshDatabase();
  db = await openCluster(url);
  await seatCell(url, 'lima');
  await seatCell(url, 'quito');
  await runSql(url, `UPDATE wasap.members SET is_draining = true WHERE name = 'lima'`);
});

interface Emptying {
  readonly emptied: EmptyingResult;
  readonly news: readonly EmptyingNews[];
  readonly handedOver: readonly string[];
}

/** Time passes as fast as it is waited for; `looked` hears of each wait. */
async function emptyLima(
  change: Partial<EmptyingParts> = {},
  looked: () => Promise<void> = async () => undefined,
): Promise<Emptying> {
  const news: EmptyingNews[] = [];
  const handedOver: string[] = [];
  let upMs = 0;
  const clock = {
    ...systemClock,
    upMs: () => upMs,
    async sleep(ms: number) {
      upMs += ms;
      await looked();
    },
  };
  const emptied = await emptyCell({
    db,
    cell: LIMA,
    withinMs: WITHIN_MS,
    clock,
    signal: new AbortController().signal,
    async handOver(conversation) {
      handedOver.push(conversation);
      return 'done';
    },
    notify: (one) => void news.push(one),
    ...change,
  });
  return { emptied, news, handedOver };
}

async function addTask(chat: string, status: string): Promise<void> {
  await runSql(url, 'INSERT INTO wasap.copies (conversation, session, facts) VALUES ($1, $2, $3)', [
    `main:${chat}`,
    `${chat}-task`,
    JSON.stringify({ status }),
  ]);
}

const cellsOf = async (): Promise<unknown[]> =>
  (
    await runSql(url, `SELECT conversation || ' ' || cell AS at FROM wasap.placements ORDER BY conversation`)
  ).map((row) => (row as { at: string }).at);

const moved = (chat: string, [count, all]: readonly [number, number] = [1, 1]) => ({
  kind: 'moved',
  conversation: `main:${chat}`,
  to: 'quito',
  handover: 'done',
  moved: count,
  all,
});

test('chats at rest move first, one with a task when that has ended', { tags: 'full' }, async () => {
  await placeChat(url, 'ana', 'lima');
  await placeChat(url, 'bo', 'lima');
  await placeChat(url, 'eva', 'quito');
  await addTask('ana', 'running');
  await addTask('bo', 'parked');
  const { emptied, news } = await emptyLima({}, async () => {
    await runSql(url, `UPDATE wasap.copies SET facts = '{"status":"done"}'`);
  });
  expect({ emptied, news, cells: await cellsOf() }).toEqual({
    emptied: { end: 'done', moved: 2, left: [] },
    news: [moved('bo', [1, 2]), { kind: 'waits', conversations: 1, leftMs: WITHIN_MS }, moved('ana', [2, 2])],
    cells: ['main:ana quito', 'main:bo quito', 'main:eva quito'],
  });
});

test('when the time is over the rest is parked and moves', { tags: 'full' }, async () => {
  await placeChat(url, 'ana', 'lima');
  await addTask('ana', 'waiting');
  let looks = 0;
  const { emptied, news, handedOver } = await emptyLima({}, async () => {
    looks += 1;
  });
  expect({ emptied, news, handedOver, looks }).toEqual({
    emptied: { end: 'done', moved: 1, left: [] },
    news: [{ kind: 'waits', conversations: 1, leftMs: WITHIN_MS }, moved('ana')],
    handedOver: ['main:ana'],
    looks: 60,
  });
});

test('of a cell that is gone nothing is waited for', { tags: 'full' }, async () => {
  await placeChat(url, 'ana', 'lima');
  await addTask('ana', 'running');
  await seatCell(url, 'lima', 3600);
  const { emptied, news } = await emptyLima();
  expect({ emptied, news }).toEqual({ emptied: { end: 'done', moved: 1, left: [] }, news: [moved('ana')] });
});

test('without another cell all stay', { tags: 'full' }, async () => {
  await placeChat(url, 'ana', 'lima');
  await seatCell(url, 'quito', 3600);
  const { emptied, handedOver } = await emptyLima();
  expect({ emptied, handedOver }).toEqual({
    emptied: { end: 'no-cell', moved: 0, left: ['main:ana'] },
    handedOver: [],
  });
});

test('one stays when on its way the last other cell goes away', { tags: 'full' }, async () => {
  await placeChat(url, 'ana', 'lima');
  const { emptied, news } = await emptyLima({
    async handOver() {
      await seatCell(url, 'quito', 3600);
      return 'done';
    },
  });
  expect({ emptied, news }).toEqual({ emptied: { end: 'no-cell', moved: 0, left: ['main:ana'] }, news: [] });
});

test('one whose cell goes away on its way goes to another', { tags: 'full' }, async () => {
  await seatCell(url, 'rio');
  await placeChat(url, 'ana', 'lima');
  await emptyLima({
    async handOver() {
      await seatCell(url, 'quito', 3600);
      return 'done';
    },
  });
  expect(await cellsOf()).toEqual(['main:ana rio']);
});

test('one that somebody moves meanwhile is not moved twice', { tags: 'full' }, async () => {
  await placeChat(url, 'ana', 'lima');
  await seatCell(url, 'rio');
  const { emptied, news } = await emptyLima({
    async handOver() {
      await runSql(url, `UPDATE wasap.placements SET cell = 'rio', epoch = 2`);
      return 'done';
    },
  });
  expect({ emptied, news, cells: await cellsOf() }).toEqual({
    emptied: { end: 'done', moved: 0, left: [] },
    news: [],
    cells: ['main:ana rio'],
  });
});

test('several are on their way at once, and those of one person come to one cell', {
  tags: 'full',
}, async () => {
  await seatCell(url, 'rio');
  const people = ['ana', 'bo', 'eva', 'leo', 'mia', 'noa'];
  for (const person of people) {
    await placeChat(url, person, 'lima');
    await placeChat(url, `${person}-2`, 'lima');
    await runSql(url, `UPDATE wasap.placements SET person = $1 WHERE conversation = $2`, [
      person,
      `main:${person}-2`,
    ]);
  }
  let [onTheirWay, most] = [0, 0];
  const firstOnes = new Map<string, () => void>();
  const { emptied } = await emptyLima({
    async handOver(conversation) {
      onTheirWay += 1;
      // The first ones wait for each other, and go on in one order: each place depends on those before it.
      if (firstOnes.size < AT_ONCE)
        await new Promise<void>((resolve) => {
          firstOnes.set(conversation, resolve);
          if (firstOnes.size === AT_ONCE)
            for (const first of [...firstOnes.keys()].sort()) firstOnes.get(first)?.();
        });
      most = Math.max(most, onTheirWay);
      onTheirWay -= 1;
      return 'done';
    },
  });
  const homes = await runSql(
    url,
    'SELECT cell, count(*)::int AS chats, count(DISTINCT person)::int AS people FROM wasap.placements GROUP BY cell ORDER BY cell',
  );
  expect({ emptied, most, homes }).toEqual({
    emptied: { end: 'done', moved: 12, left: [] },
    most: AT_ONCE,
    homes: [
      { cell: 'quito', chats: 6, people: 3 },
      { cell: 'rio', chats: 6, people: 3 },
    ],
  });
});

test('one that is slow does not keep back the others', { tags: 'full' }, async () => {
  const chats = Array.from({ length: 2 * AT_ONCE }, (_, chat) => `chat-${10 + chat}`);
  for (const chat of chats) await placeChat(url, chat, 'lima');
  let goOn: () => void = () => undefined;
  const others = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const order: string[] = [];
  await emptyLima({
    async handOver(conversation) {
      if (conversation === 'main:chat-10') await others;
      return 'done';
    },
    notify(news) {
      if (news.kind === 'moved') order.push(news.conversation);
      if (order.length === chats.length - 1) goOn();
    },
  });
  expect(order.at(-1)).toBe('main:chat-10');
});

test('while PostgreSQL goes away nothing new sets out', { tags: 'full' }, async () => {
  for (let chat = 0; chat < 2 * AT_ONCE; chat += 1) await placeChat(url, `chat-${chat}`, 'lima');
  let asked = 0;
  const emptying = emptyLima({
    async handOver() {
      asked += 1;
      throw new Failure('unavailable', 'PostgreSQL went away.');
    },
  });
  await expect(emptying).rejects.toThrow('PostgreSQL went away.');
  expect(asked).toBe(AT_ONCE);
});

test('stopped in the middle: what is moving moves, the rest stays, and the cell takes no new chats', {
  tags: 'full',
}, async () => {
  for (let chat = 0; chat <= AT_ONCE; chat += 1) await placeChat(url, `chat-${chat}`, 'lima');
  const stop = new AbortController();
  const { emptied } = await emptyLima({
    signal: stop.signal,
    async handOver() {
      stop.abort();
      return 'done';
    },
  });
  const [lima] = await runSql(url, `SELECT is_draining FROM wasap.members WHERE name = 'lima'`);
  expect({ emptied, left: (await cellsOf()).filter((at) => String(at).endsWith(' lima')), lima }).toEqual({
    emptied: { end: 'stopped', moved: AT_ONCE, left: ['main:chat-8'] },
    left: ['main:chat-8 lima'],
    lima: { is_draining: true },
  });
  expect((await emptyLima()).emptied).toEqual({ end: 'done', moved: 1, left: [] });
});

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');

interface Running {
  readonly child: ChildProcess;
  said(): string;
  readonly ended: Promise<unknown>;
}

/** The real command, in Spanish. */
const drain = (...args: readonly string[]): Running => cluster('drain', ...args);

function cluster(...args: readonly string[]): Running {
  const folder = tempFolder('drain');
  onTestFinished(() => folder.remove());
  const cwd = path.join(folder.path, 'project');
  mkdirSync(cwd);
  const env = {
    PATH: process.env.PATH,
    HOME: folder.path,
    DATA_DIR: path.join(folder.path, 'data'),
    LOCALE: 'es',
    DATABASE_URL: url,
  };
  const child = spawn(process.execPath, [LAUNCHER, 'cluster', ...args], { cwd, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  return { child, said: () => said, ended: once(child, 'close') };
}

test('Ctrl-C while it waits for a task: nothing has moved, and it says how to go on', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  await placeChat(url, 'ana', 'lima');
  await addTask('ana', 'running');
  const { child, said, ended } = drain('lima', '--move', '--within', '2h');
  await expect.poll(said, { timeout: 40_000 }).toContain('⏳');
  child.kill('SIGINT');
  const [code] = (await ended) as [number];
  expect({ code, said: said().trimEnd().split('\n'), cells: await cellsOf() }).toEqual({
    code: 130,
    said: [
      '✅ lima no recibe chats nuevos. Chats por mover: 1',
      '⏳ Chats con tareas abiertas: 1. En 120 min las pauso.',
      '⚠️ Chats movidos: 0. Siguen en lima: 1',
      'No recibe chats nuevos.',
      'Para continuar: wasap cluster drain lima --move',
      'Para darle chats otra vez: wasap cluster drain lima --end',
    ],
    cells: ['main:ana lima'],
  });
});

test('a cell that is gone is emptied by the command: its chats move, it takes no new ones, and it says what to do next', {
  timeout: 60_000,
}, async () => {
  await runSql(url, `UPDATE wasap.members SET is_draining = false WHERE name = 'lima'`);
  await placeChat(url, 'ana', 'lima');
  await addTask('ana', 'running');
  await seatCell(url, 'lima', 3600);
  const { said, ended } = drain('lima', '--move');
  const [code] = (await ended) as [number];
  const [lima] = await runSql(url, `SELECT is_draining FROM wasap.members WHERE name = 'lima'`);
  expect({ code, said: said().trimEnd().split('\n'), cells: await cellsOf(), lima }).toEqual({
    code: 0,
    said: [
      '✅ lima no recibe chats nuevos. Chats por mover: 1',
      '⚠️ main:ana: su celda ya no está. Se mueve con la última copia.',
      '📦 1/1 main:ana → quito',
      '✅ lima ya no tiene chats. Chats movidos: 1',
      'Ahora detenla, actualízala e iníciala. Después:',
      'wasap cluster drain lima --end',
    ],
    cells: ['main:ana quito'],
    lima: { is_draining: true },
  });
});

test('all of a cell go to the one that is named, though another one has less to do', {
  tags: 'full',
}, async () => {
  await seatCell(url, 'rio');
  for (const chat of ['ana', 'bo']) await placeChat(url, chat, 'lima');
  await placeChat(url, 'eva', 'rio');
  const { emptied } = await emptyLima({ to: 'rio' as CellName });
  expect({ emptied, cells: await cellsOf() }).toEqual({
    emptied: { end: 'done', moved: 2, left: [] },
    cells: ['main:ana rio', 'main:bo rio', 'main:eva rio'],
  });
});

test('where the named one goes away, all stay and are named', { tags: 'full' }, async () => {
  await placeChat(url, 'ana', 'lima');
  await seatCell(url, 'quito', 3600);
  const { emptied, news, handedOver } = await emptyLima({ to: 'quito' as CellName });
  expect({ emptied, news, handedOver }).toEqual({
    emptied: { end: 'done', moved: 0, left: ['main:ana'] },
    news: [{ kind: 'stays', conversation: 'main:ana', why: 'not-running' }],
    handedOver: [],
  });
});

test('`move --from` of a cell that is gone moves several at once, says how far it is, and can be given again', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  await runSql(url, `UPDATE wasap.members SET is_draining = false WHERE name = 'lima'`);
  const chats = Array.from({ length: AT_ONCE + 2 }, (_, chat) => `chat-${10 + chat}`);
  for (const chat of chats) await placeChat(url, chat, 'lima');
  await seatCell(url, 'lima', 3600);
  const first = cluster('move', '--from', 'lima', '--to', 'quito');
  const [code] = (await first.ended) as [number];
  const lines = first.said().trimEnd().split('\n');
  const again = cluster('move', '--from', 'lima');
  expect({ code, again: ((await again.ended) as [number])[0], saidAgain: again.said() }).toEqual({
    code: 0,
    again: 0,
    saidAgain: expect.stringContaining('Chats por mover de lima: 0'),
  });
  expect({
    begins: lines[0],
    progress: lines.filter((line) => line.startsWith('📦 10/10')).length,
    end: lines.slice(-2),
    cells: new Set((await cellsOf()).map((at) => String(at).split(' ')[1])),
  }).toEqual({
    begins: '📦 Chats por mover de lima: 10',
    progress: 1,
    end: [
      '✅ lima ya no tiene chats. Chats movidos: 10',
      'Las tareas de los últimos días siguen con /continuar. Lo que no tiene commit se queda en la otra máquina.',
    ],
    cells: new Set(['quito']),
  });
});

test('options that do not fit, and a time that is none, change nothing', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const asked = [
    ['quito', '--move', '--end'],
    ['quito', '--within', '5m'],
    ['quito', '--move', '--within', '5 días'],
    ['rio', '--move'],
  ].map((args) => drain(...args));
  const codes = await Promise.all(asked.map(async ({ ended }) => ((await ended) as [number])[0]));
  const [quito] = await runSql(url, `SELECT is_draining FROM wasap.members WHERE name = 'quito'`);
  expect({ codes, said: asked.map(({ said }) => said()), quito }).toEqual({
    codes: [2, 2, 2, 2],
    said: [
      expect.stringContaining('Usa --end o --move.'),
      expect.stringContaining('--within va con --move'),
      expect.stringContaining('"5 días" no es un tiempo.'),
      expect.stringContaining('No hay ninguna celda rio.'),
    ],
    quito: { is_draining: false },
  });
});

test('how fast it is going is told while it moves, and a usual line fits a terminal', {
  tags: 'full',
}, async () => {
  for (let chat = 0; chat < 3; chat += 1) await placeChat(url, `3460011122${chat}@s.whatsapp.net`, 'lima');
  const news: EmptyingNews[] = [];
  let upMs = 0;
  await emptyLima({
    clock: { ...systemClock, upMs: () => upMs },
    notify: (one) => {
      news.push(one);
      if (one.kind === 'moved') upMs += 12_000;
    },
  });
  const lines = news.flatMap((one) => newsLines(one, words));
  expect({ lines, longest: Math.max(...lines.map((line) => line.length)) <= 80 }).toEqual({
    lines: [
      '📦 1/3 main:34600111220@s.whatsapp.net → quito',
      '⏱️ Chats movidos: 1 de 3. Faltan unos 24 s.',
      '📦 2/3 main:34600111221@s.whatsapp.net → quito',
      '⏱️ Chats movidos: 2 de 3. Faltan unos 12 s.',
      '📦 3/3 main:34600111222@s.whatsapp.net → quito',
    ],
    longest: true,
  });
});
