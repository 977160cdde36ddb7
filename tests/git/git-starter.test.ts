import { createHook } from 'node:async_hooks';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createGitStarter, type GitStarter } from '../../src/git/git-starter.ts';
import { runGit, startGitsWith } from '../../src/git/run-git.ts';
import { PLAIN, repository, temporaryFolder } from '../processes/parts.ts';

const FILE = resolve(import.meta.dirname, '../../dist/git/starter.cjs');

let starter: GitStarter;
beforeEach(() => {
  starter = createGitStarter(FILE, 0);
  startGitsWith(starter);
});
afterEach(() => {
  startGitsWith(undefined);
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

/** The first gits are started here while the process is made. */
async function untilReady(): Promise<ReturnType<typeof startsHere>> {
  const starts = startsHere();
  await expect
    .poll(async () => {
      const before = starts.count;
      await run(['version']);
      return starts.count - before;
    })
    .toBe(0);
  starts.count = 0;
  return starts;
}

test('once its process is there, no git is started by the program itself', async () => {
  const starts = await untilReady();
  const results = await Promise.all(Array.from({ length: 8 }, () => run(['version'])));
  expect(results.map(({ code, stdout }) => [code, /^git version /.test(stdout)])).toEqual(
    Array.from({ length: 8 }, () => [0, true]),
  );
  expect(starts.count).toBe(0);
});

test('input, output, error text and exit code are those of a git that was started here', async () => {
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
  startGitsWith(undefined);
  const here = await all();
  startGitsWith(starter);
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

test('a folder that is gone and a git that is not installed are told apart', async () => {
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

test('one that cannot be made is not tried again and again', async () => {
  const file = join(temporaryFolder(), 'broken.cjs');
  writeFileSync(file, 'process.exit(1)');
  startGitsWith(createGitStarter(file, 0));
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
