import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { ProcessId } from '../../src/core/ids.ts';
import { atLevel } from '../support/level.ts';
import { supervisorOn, temporaryFolder } from './parts.ts';

const KILLS = atLevel({ quick: 1, full: 10, soak: 100 });

async function builtProgram(): Promise<string> {
  const outfile = join(temporaryFolder(), 'starts-commands.mjs');
  const entry = fileURLToPath(new URL('programs/starts-commands.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}

function linesOf(file: string): readonly ProcessId[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line): line is ProcessId => line !== '');
}

/** Kills the program some milliseconds after its first start; answers with fate and number of runs of each intent. */
async function crash(program: string): Promise<readonly { readonly fate: string; readonly runs: number }[]> {
  const place = temporaryFolder();
  const [records, intents, effects] = ['records', 'intents', 'effects'].map((name) => join(place, name));
  if (records === undefined || intents === undefined || effects === undefined) throw new Error('three names');
  writeFileSync(intents, '');
  writeFileSync(effects, '');
  const child = spawn(process.execPath, [program, records, intents, effects], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await delay(Math.random() * 30);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const supervisor = supervisorOn(records);
  const signal = new AbortController().signal;
  const fates = await Promise.all(
    linesOf(intents).map(async (id) => ({ id, fate: await supervisor.wait(id, signal) })),
  );
  const ran = linesOf(effects);
  return fates.map(({ id, fate }) => ({
    fate: fate.kind === 'exited' ? `exit ${fate.exitCode}` : fate.kind,
    runs: ran.filter((other) => other === id).length,
  }));
}

test(`after ${KILLS} kills around the spawn every command ran once with its result, or provably never`, async () => {
  const program = await builtProgram();
  const told = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (const { fate, runs } of await crash(program)) told.add(`${fate}, ran ${runs} times`);
  }
  const expected = ['exit 0, ran 1 times', 'never-ran, ran 0 times'];
  expect([...told].filter((outcome) => !expected.includes(outcome))).toEqual([]);
}, 1_200_000);
