import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import type { ProcessId } from '../../src/core/ids.ts';
import { endGroups } from '../../src/processes/end-groups.ts';
import { hostProcesses, type ProcessTable } from '../../src/processes/process-table.ts';

const ID = 'p-test' as ProcessId;

test.each([
  [true, 'SIGKILL'],
  [false, 'SIGTERM'],
] as const)('at once: %s, the group of the wrapper ends by %s', async (atOnce, signal) => {
  const child = spawn('sleep', ['60'], { detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  const processes = hostProcesses();
  const pid = child.pid ?? 0;
  const leader = { pid, mark: (await processes.markOf(pid)) ?? '' };
  const ended = once(child, 'exit');
  let aliveAtFirstLook: boolean | undefined;
  const table: ProcessTable = {
    ...processes,
    async groups(...of) {
      // A signal to a process takes effect before the next look at it, but for a hair.
      if (atOnce) await ended;
      aliveAtFirstLook ??= await processes.isAlive(leader);
      return processes.groups(...of);
    },
  };
  const areGone = await endGroups({ processes: table, clock: systemClock, atOnce }, ID, leader);
  expect([areGone, aliveAtFirstLook, (await ended)[1]]).toEqual([true, !atOnce, signal]);
});

test('what was made while the others were ended is ended too', async () => {
  const [first, second] = [await stubborn(), await stubborn()];
  const processes = hostProcesses();
  // Nobody sees the second before the first is gone.
  const groups = async (): Promise<readonly number[]> => {
    for (const pid of [first, second]) if ((await processes.markOf(pid)) !== undefined) return [pid];
    return [];
  };
  let nowMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    nowMs += ms;
    await delay(1);
  };
  const clock = { ...systemClock, upMs: () => nowMs, sleep };
  const leader = { pid: 4_194_301, mark: '' };
  expect(await endGroups({ processes: { ...processes, groups }, clock }, ID, leader)).toBe(true);
});

/** Number of a group that ignores SIGTERM. */
async function stubborn(): Promise<number> {
  const child = spawn('sh', ['-c', 'trap "" TERM; echo up; while :; do sleep 1; done'], { detached: true });
  const pid = child.pid ?? 0;
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
  });
  await once(child.stdout, 'data');
  return pid;
}

test('whatever refuses to end, in one group or in two, is given little more than a second', async () => {
  // Numbers that no process has.
  const leader = { pid: 4_194_301, mark: '' };
  const waited = async (groups: readonly number[]): Promise<number> => {
    let nowMs = 0;
    const sleep = async (ms: number): Promise<void> => {
      nowMs += ms;
    };
    const clock = { ...systemClock, upMs: () => nowMs, sleep };
    const processes = { ...hostProcesses(), groups: async () => groups };
    expect(await endGroups({ processes, clock }, ID, leader)).toBe(false);
    return nowMs;
  };
  const giveUpMs = 3000;
  expect([await waited([leader.pid]), await waited([leader.pid, 4_194_302])]).toEqual([
    1000 + giveUpMs,
    1300 + giveUpMs,
  ]);
});
