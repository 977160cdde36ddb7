import { createHook } from 'node:async_hooks';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { drawInProcess } from '../../src/code-reading/map/map-process.ts';
import { runGit } from '../../src/git/run-git.ts';
import { startProgramsWith } from '../../src/processes/process-starter.ts';
import { PLAIN, temporaryFolder } from './parts.ts';

// By this process, which is what they are about.
beforeEach(() => startProgramsWith(undefined));

const version = () =>
  runGit({ args: ['version'], cwd: temporaryFolder(), environment: PLAIN, timeoutMs: 60_000 });

/** A map that cannot be drawn: the process is started all the same. */
function drawNothing(): Promise<unknown> {
  const folder = temporaryFolder();
  const order = { root: folder, files: [], recent: [], indexFile: undefined, most: 1, before: [] };
  return drawInProcess(join(folder, 'gone'), order, 60_000);
}

/** In which round of the event loop each process was started, from now on. */
function startsByRound(): readonly number[] {
  const starts: number[] = [];
  let round = 0;
  let immediate = setImmediate(function next() {
    round += 1;
    immediate = setImmediate(next);
  });
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROCESSWRAP') starts.push(round);
    },
  }).enable();
  onTestFinished(() => {
    hook.disable();
    clearImmediate(immediate);
  });
  return starts;
}

test('of processes that are asked for at once, no two are started in the same round of the event loop', async () => {
  const starts = startsByRound();
  const ends = await Promise.all([version(), version(), drawNothing(), version(), version()]);
  expect(ends.map((end) => end !== undefined)).toEqual([true, true, true, true, true]);
  expect(starts).toHaveLength(5);
  expect(new Set(starts).size).toBe(5);
});

test('what is stopped while it waits for its turn is never started', async () => {
  const starts = startsByRound();
  const stopping = new AbortController();
  const first = version();
  const second = runGit({
    args: ['version'],
    cwd: temporaryFolder(),
    environment: PLAIN,
    signal: stopping.signal,
    timeoutMs: 60_000,
  });
  stopping.abort();
  await expect(second).rejects.toMatchObject({ kind: 'stopped' });
  await first;
  expect(starts).toHaveLength(1);
});
