import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ProcessId } from '../../src/core/ids.ts';
import { findProgram } from '../../src/processes/command-environment.ts';
import { hostProcesses, procProcesses, psProcesses } from '../../src/processes/process-table.ts';
import { eachInFull } from '../support/each-in-full.ts';

const tables = [
  { name: '/proc', table: procProcesses(), isThere: existsSync('/proc/self/stat') },
  { name: 'ps', table: psProcesses(), isThere: findProgram('ps', '/usr/bin:/bin') !== undefined },
].filter(({ isThere }) => isThere);

const ID = 'p-test' as ProcessId;

test.each(tables)('$name: the mark that the shell writes is the mark that is read', async ({ table }) => {
  const child = spawn('/bin/sh', ['-c', `${table.markScript}\necho "$mark"; read -r line`]);
  const [line] = await once(child.stdout, 'data');
  const mark = await table.markOf(child.pid ?? 0);
  child.stdin.end('\n');
  await once(child, 'exit');
  expect(String(line).trim()).toBe(mark);
});

eachInFull(tables)('$name: a process with another start is not the same process', async ({ table }) => {
  const mark = (await table.markOf(process.pid)) ?? '';
  const answers = await Promise.all(
    [mark, `${mark}1`].map((m) => table.isAlive({ pid: process.pid, mark: m })),
  );
  expect(answers).toEqual([true, false]);
});

eachInFull(tables)('$name: a process that is gone has no mark', async ({ table }) => {
  const child = spawn('true');
  await once(child, 'exit');
  expect(await table.markOf(child.pid ?? 0)).toBeUndefined();
});

eachInFull(tables)('$name: a zombie is dead', async ({ table }) => {
  // The shell becomes a program that never waits for the child it inherits.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30']);
  const [line] = await once(parent.stdout, 'data');
  const zombie = Number(String(line).trim());
  // Would not end if a zombie counted as alive.
  while ((await table.markOf(zombie)) !== undefined) await delay(5);
  const isStillListed = existsSync(`/proc/${zombie}`) || !existsSync('/proc/self');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  expect(isStillListed).toBe(true);
});

test('a group whose leader is a stranger is not ours', async () => {
  expect(await hostProcesses().groups(ID, { pid: process.pid, mark: 'another' })).toEqual([]);
});

eachInFull(tables)('$name: one survey tells of living and dead leaders', async ({ table }) => {
  const child = spawn('/bin/sh', ['-c', 'read -r line'], { detached: true });
  const pid = child.pid ?? 0;
  const mark = (await table.markOf(pid)) ?? '';
  const isAlive = await table.survey();
  const found = [isAlive(ID, { pid, mark }), isAlive(ID, { pid, mark: `${mark}1` })];
  child.stdin.end('\n');
  await once(child, 'exit');
  expect(found).toEqual([true, false]);
});
