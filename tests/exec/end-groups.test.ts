import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import type { ProcessId } from '../../src/base/ids.ts';
import { endGroups } from '../../src/exec/end-groups.ts';
import { hostProcesses, type ProcessTable } from '../../src/exec/process-table.ts';

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
