import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type CompiledChild, compileChild } from '../../store/child.ts';
import { select } from '../../store/store-file.ts';
import { atLevel } from '../../support/level.ts';
import type { Person } from '../../support/whatsapp-server/person.ts';
import type { WhatsAppServer } from '../../support/whatsapp-server/server.ts';
import { ANA, dataFolder, server, until } from './rig.ts';

const KILLS = atLevel({ quick: 1, full: 3, soak: 60 });
const LIMIT_MS = 90_000 + KILLS * 16_000;

let program: CompiledChild;
beforeAll(async () => {
  program = await compileChild(new URL('./children/linked.ts', import.meta.url));
});
afterAll(() => program.remove());

interface Running {
  readonly child: ChildProcess;
  readonly lines: { readonly at?: string; readonly show?: string; readonly unreadable?: string }[];
}

function start(folder: string, url: string): Running {
  const child = program.start([folder, url]);
  const lines: Running['lines'] = [];
  if (child.stdout !== null) createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
  child.stderr?.on('data', (chunk: Buffer) => console.error(chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines };
}

function isAt({ lines }: Running, ...where: readonly string[]): () => boolean {
  return () => lines.some(({ at }) => at !== undefined && where.includes(at));
}

/** A program that was started on this folder and linked by its code, and Ana, who writes to it. */
async function linked(folder: string): Promise<Linked> {
  const world = await server();
  const running = start(folder, world.url);
  await until(isAt(running, 'pairing'), 'a code');
  await world.phone.scan(running.lines.find(({ show }) => show !== undefined)?.show ?? '');
  await until(isAt(running, 'open'), 'the link');
  // Without it each start would hold back for 20 s what comes.
  const first = `SELECT 1 FROM whatsapp_credentials WHERE json_extract(text, '$.accountSyncCounter') > 0`;
  await until(() => select(path.join(folder, 'wasap.db'), first).length > 0, 'the first history');
  return { world, running, ana: world.person({ ...ANA, as: 'lid' }) };
}

interface Linked {
  readonly world: WhatsAppServer;
  readonly running: Running;
  readonly ana: Person;
}

/** Waits until the inbox holds exactly these, in this order. */
async function expectInbox(folder: string, said: readonly string[]): Promise<void> {
  const sql = `SELECT json_extract(message, '$.text') AS text FROM inbox ORDER BY seq`;
  const stored = () => select(path.join(folder, 'wasap.db'), sql);
  await until(
    () => stored().length >= said.length,
    () => `${stored().length} of ${said.length}`,
    // A program that lives for half a second each time leaves nearly all of it to the last one.
    30_000 + said.length * 100,
  );
  expect(stored().map((row) => (row as { readonly text: string }).text)).toEqual(said);
}

async function kill({ child }: Running): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test(
  `a program that is killed ${KILLS} times while it is written to loses nothing, takes nothing twice and keeps the order`,
  async () => {
    const folder = dataFolder();
    const { world, ana, running: first } = await linked(folder);
    let running = first;
    const said: string[] = [];
    let writing = true;
    const writer = (async () => {
      while (writing) {
        const text = `message ${said.length}`;
        said.push(text);
        await ana.says(text);
        await sleep(30);
      }
    })();
    for (let count = 0; count < KILLS; count += 1) {
      await sleep(50 + Math.random() * 400);
      await kill(running);
      running = start(folder, world.url);
      await until(isAt(running, 'open'), 'the link after a kill', 30_000);
    }
    writing = false;
    await writer;
    await expectInbox(folder, said);
    expect(running.lines.filter(({ unreadable }) => unreadable !== undefined)).toEqual([]);
    await kill(running);
  },
  LIMIT_MS,
);

test(`a line that drops while a backlog is caught up, and a program that is killed in it, ${KILLS} times: nothing lost, doubled or reordered`, {
  timeout: LIMIT_MS,
  tags: 'full',
}, async () => {
  const folder = dataFolder();
  const { world, ana, running: first } = await linked(folder);
  let running = first;
  const said: string[] = [];
  const say = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      said.push(`message ${said.length}`);
      await ana.says(said.at(-1) ?? '');
    }
  };
  for (let count = 0; count < KILLS; count += 1) {
    await kill(running);
    await say(60);
    running = start(folder, world.url);
    await until(isAt(running, 'syncing', 'open'), 'the line');
    const live = say(4);
    await sleep(20 + Math.random() * 380);
    world.faults.dropConnection();
    await live;
    await sleep(Math.random() * 400);
  }
  await kill(running);
  running = start(folder, world.url);
  await expectInbox(folder, said);
  expect(running.lines.filter(({ unreadable }) => unreadable !== undefined)).toEqual([]);
  await kill(running);
});
