import { createHook } from 'node:async_hooks';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { drawInProcess } from '../../src/code-reading/map/map-process.ts';
import { Failure } from '../../src/core/failure.ts';
import { newProcessId } from '../../src/core/ids.ts';
import { runGit } from '../../src/git/run-git.ts';
import {
  createProcessStarter,
  type ProcessStarter,
  startProgramsWith,
} from '../../src/processes/process-starter.ts';
import { startFromHere } from '../../src/processes/started-program.ts';
import { PLAIN, repository, runToEnd, shell, supervisorOn, temporaryFolder } from './parts.ts';

const FILE = resolve(import.meta.dirname, '../../dist/processes/starter.cjs');
const MAPS = resolve(import.meta.dirname, '../../dist/code-reading');

let starter: ProcessStarter;
beforeEach(() => {
  starter = createProcessStarter(FILE, 0);
  startProgramsWith(starter);
});
afterEach(() => {
  startProgramsWith(undefined);
  starter.end();
});

function run(args: readonly string[], change: Partial<Parameters<typeof runGit>[0]> = {}) {
  return runGit({ args, cwd: temporaryFolder(), environment: PLAIN, timeoutMs: 60_000, ...change });
}

/** Processes that this one starts itself, from now on. */
function startsHere(): { count: number } {
  const starts = { count: 0 };
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROCESSWRAP') starts.count += 1;
    },
  }).enable();
  onTestFinished(() => void hook.disable());
  return starts;
}

/** It is made before anything is to be started. */
async function untilReady(): Promise<ReturnType<typeof startsHere>> {
  await expect.poll(() => starter.isReady()).toBe(true);
  return startsHere();
}

test('once its process is there, nothing is started by the program itself: no git, no command, no map', async () => {
  const starts = await untilReady();
  const supervisor = supervisorOn(temporaryFolder());
  const results = await Promise.all(Array.from({ length: 8 }, () => run(['version'])));
  expect(results.map(({ code, stdout }) => [code, /^git version /.test(stdout)])).toEqual(
    Array.from({ length: 8 }, () => [0, true]),
  );
  const line = shell('echo out; echo err >&2; exit 3');
  const { id, fate } = await runToEnd(supervisor, line);
  const output = await supervisor.output(id, 100);
  expect({ fate, output }).toMatchObject({
    fate: { kind: 'exited', exitCode: 3 },
    output: { stdout: 'out\n', stderr: 'err\n' },
  });
  const order = { files: [], recent: [], indexFile: undefined, most: 1, before: [] };
  const map = await drawInProcess(MAPS, { root: temporaryFolder(), ...order }, 60_000);
  expect(map).toEqual({ kind: 'drawn', files: [] });
  expect(starts.count).toBe(0);
});

test('input, output, error text and exit code are those of a git that was started here', {
  tags: 'full',
}, async () => {
  const root = repository({ 'a.txt': 'one\n' });
  const calls = [
    { args: ['hash-object', '--stdin'], input: 'héllo\n' },
    { args: ['show', 'HEAD:a.txt'] },
    { args: ['show', 'HEAD:gone.txt'] },
    { args: ['cat-file', '--batch'], input: `${'HEAD:a.txt\n'.repeat(5000)}` },
  ];
  const all = async () => {
    const heard: string[] = [];
    const onErrorText = (text: string) => heard.push(text);
    const results = await Promise.all(
      calls.map(({ args, input }) => run(args, { cwd: root, input, onErrorText })),
    );
    return { results, heard: heard.join('') };
  };
  startProgramsWith(undefined);
  const here = await all();
  startProgramsWith(starter);
  await untilReady();
  expect(await all()).toEqual(here);
});

test('a git that takes too long, or is stopped, is killed with all that it started', async () => {
  await untilReady();
  const folder = temporaryFolder();
  const alive = join(folder, 'alive');
  // An alias runs a shell, which runs another program.
  const slow = ['-c', `alias.slow=!sleep 60 & echo $! >${alive}; wait`, 'slow'];
  await expect(run(slow, { timeoutMs: 500 })).rejects.toMatchObject({ kind: 'timeout' });
  await expect.poll(() => isAlive(Number(readFileSync(alive, 'utf8')))).toBe(false);
  const stopping = new AbortController();
  const stopped = run(slow, { signal: stopping.signal });
  stopping.abort();
  await expect(stopped).rejects.toMatchObject({ kind: 'stopped' });
});

test('a folder that is gone and a git that is not installed are told apart', { tags: 'full' }, async () => {
  await untilReady();
  const cwd = join(temporaryFolder(), 'gone');
  await expect(run(['version'], { cwd })).rejects.toMatchObject({ kind: 'unavailable', message: /is gone/ });
  const environment = { ...PLAIN, PATH: temporaryFolder() };
  await expect(run(['version'], { environment })).rejects.toMatchObject({ message: /not installed/ });
});

test('when its process dies, what runs fails, and the next git is started all the same', async () => {
  await untilReady();
  const folder = temporaryFolder();
  const parent = join(folder, 'parent');
  // The shell of the alias is the child of git, which is the child of the process.
  const slow = ['-c', `alias.slow=!ps -o ppid= -p $PPID >${parent}; sleep 60`, 'slow'];
  const running = run(slow);
  await expect.poll(() => pidIn(parent)).toBeGreaterThan(0);
  process.kill(pidIn(parent), 'SIGKILL');
  await expect(running).rejects.toMatchObject({ kind: 'unavailable', message: /interrupted/ });
  expect((await run(['version'])).code).toBe(0);
  await untilReady();
});

test('a command outlives the process that started it, and its end is told all the same', {
  tags: 'full',
}, async () => {
  await untilReady();
  const folder = temporaryFolder();
  const parent = join(folder, 'parent');
  const supervisor = supervisorOn(temporaryFolder());
  const id = newProcessId();
  // The parent of this shell is the wrapper, whose parent is the process.
  const line = `ps -o ppid= -p $PPID >${parent}; sleep 0.5; exit 7`;
  await supervisor.start({ id, execution: shell(line), cwd: '/', timeoutMs: 20_000 });
  await expect.poll(() => pidIn(parent)).toBeGreaterThan(0);
  process.kill(pidIn(parent), 'SIGKILL');
  const end = await supervisor.wait(id, new AbortController().signal);
  expect(end).toMatchObject({ kind: 'exited', exitCode: 7 });
});

test('a command runs although the process that started it died before it could say so', async () => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder);
  startProgramsWith({
    ...starter,
    isReady: () => true,
    start(start) {
      void startFromHere(start, {}).ended;
      const ended = expect
        .poll(() => readdirSync(folder).some((id) => existsSync(join(folder, id, 'claim'))))
        .toBe(true)
        .then((): number => {
          throw new Failure('unavailable', 'It is gone.');
        });
      return { ended, stop: () => undefined };
    },
  });
  const { fate } = await runToEnd(supervisor, shell('sleep 0.2; exit 5'));
  expect(fate).toMatchObject({ kind: 'exited', exitCode: 5 });
});

test('a command that could not be started never runs', async () => {
  await untilReady();
  const supervisor = supervisorOn(temporaryFolder());
  const [gone, broken] = [newProcessId(), newProcessId()];
  const starts = [
    supervisor.start({ id: gone, execution: shell('true'), cwd: '/nowhere', timeoutMs: 1000 }),
    supervisor.start({ id: broken, execution: shell('true \0'), cwd: '/', timeoutMs: 1000 }),
  ];
  expect(await Promise.allSettled(starts)).toMatchObject([
    { reason: { kind: 'unavailable', message: /could not be started in \/nowhere/ } },
    { reason: { kind: 'invalid' } },
  ]);
  expect(await supervisor.fate(gone)).toEqual({ kind: 'never-ran' });
});

test('a map that takes too long is broken off, and its process is ended', { tags: 'full' }, async () => {
  await untilReady();
  const folder = temporaryFolder();
  const pid = join(folder, 'pid');
  writeFileSync(
    join(folder, 'map-worker.cjs'),
    `require('node:fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); setInterval(() => 0, 1000);`,
  );
  const order = { root: folder, files: [], recent: [], indexFile: undefined, most: 1, before: [] };
  const map = await drawInProcess(folder, order, 1000);
  expect(map).toEqual({ kind: 'broken', why: 'it took longer than 1000 ms' });
  await expect.poll(() => isAlive(pidIn(pid))).toBe(false);
});

test('one that cannot be made is not tried again and again', { tags: 'full' }, async () => {
  await untilReady();
  const file = join(temporaryFolder(), 'broken.cjs');
  writeFileSync(file, 'process.exit(1)');
  startProgramsWith(createProcessStarter(file, 0));
  const starts = startsHere();
  for (let time = 0; time < 5; time += 1) {
    expect((await run(['version'])).code).toBe(0);
    await new Promise((wait) => setTimeout(wait, 20));
  }
  // Five gits and one process.
  expect(starts.count).toBe(6);
});

/** One that nobody has waited for yet is dead all the same. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function pidIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').trim());
  } catch {
    return 0;
  }
}
