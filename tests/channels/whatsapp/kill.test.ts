import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type CompiledChild, compileChild } from '../../store/child.ts';
import { select } from '../../store/store-file.ts';
import { ANA, dataFolder, server, until } from './rig.ts';

const KILLS = process.env.WASAP_FULL === '1' ? 60 : 3;
const LIMIT_MS = 20_000 + KILLS * 8000;

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

function isAt({ lines }: Running, where: string): () => boolean {
  return () => lines.some((line) => line.at === where);
}

async function kill({ child }: Running): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test(
  `a program that is killed ${KILLS} times while it is written to loses nothing, takes nothing twice and keeps the order`,
  async () => {
    const world = await server();
    const folder = dataFolder();
    let running = start(folder, world.url);
    await until(isAt(running, 'pairing'), 'a code');
    await world.phone.scan(running.lines.find(({ show }) => show !== undefined)?.show ?? '');
    await until(isAt(running, 'open'), 'the link');
    await world.until(() => (world.unconfirmed().length === 0 ? true : undefined), 'the first history');
    const ana = world.person({ ...ANA, as: 'lid' });
    const said: string[] = [];
    let writing = true;
    const writer = (async () => {
      while (writing) {
        const text = `message ${said.length}`;
        said.push(text);
        await ana.says(text);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    })();
    for (let count = 0; count < KILLS; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 400));
      await kill(running);
      running = start(folder, world.url);
      await until(isAt(running, 'open'), 'the link after a kill', 30_000);
    }
    writing = false;
    await writer;
    const stored = () =>
      select(
        path.join(folder, 'wasap.db'),
        `SELECT json_extract(message, '$.text') AS text FROM inbox ORDER BY seq`,
      );
    await until(
      () => stored().length >= said.length,
      () => `${stored().length} of ${said.length}`,
      30_000,
    );
    const texts = stored().map((row) => (row as { readonly text: string }).text);
    expect(texts).toEqual(said);
    expect(running.lines.filter(({ unreadable }) => unreadable !== undefined)).toEqual([]);
    await kill(running);
  },
  LIMIT_MS,
);
