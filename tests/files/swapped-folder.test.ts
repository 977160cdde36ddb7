import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { FileContent } from '../../src/contracts/workspace-files.ts';
import { isFailure } from '../../src/core/failure.ts';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { createPathGuard } from '../../src/policy/path-guard.ts';
import { fill, temporaryFolder } from '../processes/parts.ts';

function utf8(text: string): FileContent {
  return { text, encoding: 'utf-8' };
}

/** Without end: a folder, then in its place a link that leads elsewhere. */
const SWAPPER = `
const { renameSync, rmSync, symlinkSync, unlinkSync } = require('node:fs');
const [folder, elsewhere] = process.argv.slice(1);
const away = folder + '-away';
const done = (step) => {
  try {
    step();
    return true;
  } catch (error) {
    if (error.code === undefined) throw error;
    return false;
  }
};
console.log('swapping');
for (;;) {
  done(() => renameSync(folder, away));
  done(() => symlinkSync(elsewhere, folder));
  done(() => unlinkSync(folder));
  // Made anew meanwhile by who writes there.
  done(() => renameSync(away, folder)) || done(() => rmSync(folder, { recursive: true, force: true }));
}`;

const TRIES = 400;

let swapper: ChildProcess | undefined;

afterEach(() => {
  swapper?.kill('SIGKILL');
});

async function swappedGround() {
  const elsewhere = fill(temporaryFolder(), { 'a.txt': 'the canary' });
  const root = temporaryFolder();
  mkdirSync(join(root, 'd'));
  fill(root, { 'd/a.txt': 'inside' });
  swapper = spawn(process.execPath, ['-e', SWAPPER, join(root, 'd'), elsewhere], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(swapper.stdout ?? swapper, 'data');
  return {
    elsewhere,
    files: createWorkspaceFiles({ guard: createPathGuard({ root }), searchProgram: undefined }),
  };
}

/** What came of many tries; what the guard or the system refuses is part of the game. */
async function outcomes<T>(attempt: (index: number) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  for (let index = 0; index < TRIES; index += 1) {
    try {
      done.push(await attempt(index));
    } catch (error) {
      if (!isFailure(error)) throw error;
    }
  }
  return done;
}

test('a folder that is swapped for a link all the time never leads a write elsewhere', {
  tags: 'full',
}, async () => {
  const { files, elsewhere } = await swappedGround();
  await outcomes((index) => files.writeText(`d/new-${index}/x.txt`, utf8('x'), undefined));
  await outcomes((index) => files.writeText(`d/new-${index}.txt`, utf8('x'), undefined));
  expect(readdirSync(elsewhere, { recursive: true })).toEqual(['a.txt']);
});

test('a folder that is swapped for a link all the time never leads a read elsewhere', async () => {
  const { files } = await swappedGround();
  const texts = await outcomes(async () => (await files.readText('d/a.txt')).text);
  expect(texts.filter((text) => text !== 'inside')).toEqual([]);
});
