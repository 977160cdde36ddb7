import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { temporaryFolder } from './parts.ts';

const PACKAGE = resolve(import.meta.dirname, '../..');
let folder: TempFolder;
let program: string;

beforeAll(async () => {
  folder = tempFolder('stall-watch');
  program = join(folder.path, 'stands-still.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'programs/stands-still.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
});

afterAll(() => folder.remove());

async function run(what: string) {
  const data = temporaryFolder();
  const child = spawn(process.execPath, [program, PACKAGE, data, what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  if (what === 'is stopped') {
    await once(child.stdout, 'data');
    await delay(1500);
    child.kill('SIGCONT');
  }
  const [code, signal] = await once(child, 'close');
  const log = join(data, 'wasap.log');
  return { said, code, signal, log: existsSync(log) ? readFileSync(log, 'utf8') : '' };
}

test('a program that stands still is killed, and its log says why', async () => {
  const { log, ...end } = await run('stands still');
  expect({ ...end, log: JSON.parse(log) }).toEqual({
    said: 'watched\n',
    code: null,
    signal: 'SIGKILL',
    log: {
      level: 'error',
      time: expect.any(String),
      pid: expect.any(Number),
      still_ms: 600,
      event: 'program.stood-still',
    },
  });
});

test.each(['does nothing', 'works for a while', 'is stopped', 'ends its watch', 'has nothing more to do'])(
  'a program that %s goes on and ends by itself',
  async (what) => {
    expect(await run(what)).toEqual({ said: 'watched\nwent on\n', code: 0, signal: null, log: '' });
  },
);
