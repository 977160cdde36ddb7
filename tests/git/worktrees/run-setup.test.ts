import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { endSetup, runSetup } from '../../../src/git/worktrees/run-setup.ts';
import { sandboxWorks } from '../../support/working-sandbox.ts';
import { linkAll, makeWorktree, supervisorOf, type WorktreePlace } from './place.ts';

const works = await sandboxWorks();
const WAYS = [
  { name: 'in a sandbox', sandboxed: true },
  { name: 'without one', sandboxed: false },
].filter(({ sandboxed }) => works || !sandboxed);

function setup(place: WorktreePlace, command: string, { sandboxed }: { readonly sandboxed: boolean }) {
  const { signal } = new AbortController();
  const supervisor = supervisorOf(place, { sandboxed });
  return runSetup({ command, folder: place.folder, linked: [], supervisor, signal });
}

/** Waits until a command has written this file. */
async function appears(file: string): Promise<string> {
  while (!existsSync(file)) await sleep(20);
  return readFileSync(file, 'utf8');
}

describe.each(WAYS)('the setup command, $name', (way) => {
  test('is one line for bash, run in the worktree; of what went well nothing is told', async () => {
    const place = makeWorktree();
    const command = 'mkdir -p node_modules/a && echo "$PWD" | tee node_modules/a/where';
    expect(await setup(place, command, way)).toEqual({ command, exitCode: 0, output: '' });
    expect(readFileSync(join(place.folder, 'node_modules/a/where'), 'utf8')).toBe(`${place.folder}\n`);
    expect(existsSync(`${place.folder}.setup`)).toBe(false);
  });

  test('tells the end of what it said when it fails, without secrets', async () => {
    const place = makeWorktree();
    const command = 'seq 1 2000; echo hunter2-secret; echo no such package >&2; exit 3';
    const { exitCode, output } = await setup(place, command, way);
    expect({ exitCode, length: output.length, end: output.split('\n').slice(-3) }).toEqual({
      exitCode: 3,
      length: 1500,
      end: ['2000', '[secret]', 'no such package'],
    });
  });

  test('ends when the task is stopped', async () => {
    const place = makeWorktree();
    const stop = new AbortController();
    const running = runSetup({
      command: 'echo yes >begun; sleep 600',
      folder: place.folder,
      linked: [],
      supervisor: supervisorOf(place, way),
      signal: stop.signal,
    });
    await appears(join(place.folder, 'begun'));
    stop.abort('stopped');
    await expect(running).rejects.toMatchObject({ kind: 'stopped' });
  });

  test('of a program that is gone is ended by the next one before it begins anew', async () => {
    const place = makeWorktree();
    const earlier = setup(place, 'echo yes >begun; sleep 600', way);
    await appears(join(place.folder, 'begun'));
    const next = supervisorOf(place, way);
    await endSetup(place.folder, next);
    // The shell may say "Terminated" before it is ended itself.
    expect(await earlier).toMatchObject({
      exitCode: null,
      output: expect.stringMatching(/^(Terminated\n)?It was ended from outside\.$/),
    });
    await endSetup(place.folder, next);
    expect(existsSync(`${place.folder}.setup`)).toBe(false);
  });
});

test('in a sandbox it reads what is linked already', { tags: 'sandbox' }, async () => {
  const place = makeWorktree({ ignored: { 'node_modules/a/index.js': "console.log('linked');\n" } });
  const { linked } = await linkAll(place);
  const request = {
    command: 'node node_modules/a/index.js >said.txt',
    folder: place.folder,
    linked,
    supervisor: supervisorOf(place, { sandboxed: true }),
    signal: new AbortController().signal,
  };
  expect(await runSetup(request)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(place.folder, 'said.txt'), 'utf8')).toBe('linked\n');
});

test.each(['', '../../etc', 'p-1234'])('a note that says %j names nothing', async (text) => {
  const place = makeWorktree();
  writeFileSync(`${place.folder}.setup`, text);
  await endSetup(place.folder, supervisorOf(place, { sandboxed: false }));
  expect(existsSync(`${place.folder}.setup`)).toBe(false);
});

test('in a sandbox it has the network, and not the keys of the person', { tags: 'sandbox' }, async () => {
  const place = makeWorktree();
  const command = 'cat "$HOME/.ssh/id_ed25519"; grep -c : /proc/net/dev; exit 1';
  const { output } = await setup(place, command, { sandboxed: true });
  const interfaces = readFileSync('/proc/net/dev', 'utf8')
    .split('\n')
    .filter((line) => line.includes(':'));
  expect(output).toMatch(new RegExp(`^${interfaces.length}\ncat: .*No such file`));
});
