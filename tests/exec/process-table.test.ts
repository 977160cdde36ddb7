import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ProcessId } from '../../src/base/ids.ts';
import { hostProcesses, procProcesses, psProcesses } from '../../src/exec/process-table.ts';

const tables = [
  { name: '/proc', table: procProcesses(), isThere: existsSync('/proc/self/stat') },
  { name: 'ps', table: psProcesses(), isThere: true },
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

test.each(tables)('$name: a process with another start is not the same process', async ({ table }) => {
  const mark = (await table.markOf(process.pid)) ?? '';
  const answers = await Promise.all(
    [mark, `${mark}1`].map((m) => table.isAlive({ pid: process.pid, mark: m })),
  );
  expect(answers).toEqual([true, false]);
});

test.each(tables)('$name: a process that is gone has no mark', async ({ table }) => {
  const child = spawn('true');
  await once(child, 'exit');
  expect(await table.markOf(child.pid ?? 0)).toBeUndefined();
});

test.each(tables)('$name: a zombie is dead', async ({ table }) => {
  // The shell never waits for its child, which has become a zombie by the time its number arrives.
  const parent = spawn('/bin/sh', ['-c', 'true & echo $!; exec sleep 30']);
  const [line] = await once(parent.stdout, 'data');
  const zombie = Number(String(line).trim());
  const state = (): string => execFileSync('ps', ['-o', 'stat=', '-p', String(zombie)], { encoding: 'utf8' });
  while (!state().startsWith('Z'));
  const mark = await table.markOf(zombie);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  expect(mark).toBeUndefined();
});

test('a group whose leader is a stranger is not ours', async () => {
  expect(await hostProcesses().groups(ID, { pid: process.pid, mark: 'another' })).toEqual([]);
});
