import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Supervisor } from '../../src/contracts/exec.ts';
import { newProcessId, type ProcessId } from '../../src/core/ids.ts';
import { createCommandRecords } from '../../src/processes/command-record.ts';
import { type GroupLeader, hostProcesses } from '../../src/processes/process-table.ts';
import { spawnWrapped } from '../../src/processes/wrapper.ts';
import { PLAIN, shell, supervisorOn, temporaryFolder } from './parts.ts';

const never = new AbortController().signal;

/** A command that an earlier program started: this test's supervisors know it from its folder only. */
async function startedEarlier(folder: string, line: string, limitMs = 60_000): Promise<ProcessId> {
  const id = newProcessId();
  const records = createCommandRecords(folder);
  records.create(id, { argv: ['/bin/sh', '-c', line], cwd: '/', limitMs, startedAtMs: Date.now() });
  await spawnWrapped({
    argv: ['/bin/sh', '-c', line],
    cwd: '/',
    environment: { ...PLAIN, WASAP_PROCESS_ID: id },
    record: records.folderOf(id),
    markScript: hostProcesses().markScript,
    limitMs,
  });
  while (records.claim(id) === 'free') await delay(5);
  return id;
}

/** The command itself runs, not only its wrapper: it has said so. */
async function hasBegun(supervisor: Supervisor, id: ProcessId): Promise<void> {
  while ((await supervisor.output(id, 10)).stdout === '') await delay(5);
}

async function leaderRecord(folder: string, id: ProcessId): Promise<GroupLeader> {
  const pid = leaderOf(folder, id);
  return { pid, mark: (await hostProcesses().markOf(pid)) ?? '' };
}

function leaderOf(folder: string, id: ProcessId): number {
  return Number(readFileSync(join(folder, id, 'pid'), 'utf8').split(' ')[0]);
}

test('the result of a command that ended meanwhile is found', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'exit 9');
  expect(await supervisorOn(folder).wait(id, never)).toMatchObject({ kind: 'exited', exitCode: 9 });
});

test('a command that still runs is followed to its end', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'sleep 0.3; exit 8');
  const supervisor = supervisorOn(folder);
  const before = await supervisor.fate(id);
  expect([before.kind, await supervisor.wait(id, never)]).toMatchObject([
    'running',
    { kind: 'exited', exitCode: 8 },
  ]);
});

test.each([
  ['ahead', -3600, 60_000],
  ['back', 3600, 1],
])(
  'of a command that nobody saw end, a clock that was set %s makes no long time',
  async (_way, seconds, mostMs) => {
    const folder = temporaryFolder();
    const id = await startedEarlier(folder, 'exit 9', 30_000);
    const records = createCommandRecords(folder);
    await expect.poll(() => records.exit(id)?.code).toBe(9);
    // The command's files seem to be older or younger by as much.
    const spec = join(folder, id, 'spec.json');
    const setTo = statSync(spec).mtimeMs / 1000 + seconds;
    utimesSync(spec, setTo, setTo);
    const durationMs = records.exit(id)?.durationMs ?? -1;
    expect([durationMs >= 0, durationMs < mostMs]).toEqual([true, true]);
  },
);

test('the time limit counts from the first start', { tags: 'full' }, async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'sleep 60', 300);
  expect(await supervisorOn(folder).wait(id, never)).toMatchObject({ kind: 'timed-out' });
});

test.each([
  ['one that ignores polite signals', "trap '' TERM; sleep 60; sleep 60"],
  ['one that ends when it is asked to', 'sleep 60'],
  ['one whose child left its group', 'setsid sleep 61 & sleep 60'],
])(
  'without any program the wrapper ends a command at its limit: %s',
  { tags: 'full' },
  async (_name, line) => {
    const folder = temporaryFolder();
    const id = await startedEarlier(folder, line, 300);
    const leader = await leaderRecord(folder, id);
    while ((await hostProcesses().groups(id, leader)).length > 0) await delay(50);
    expect(await supervisorOn(folder).fate(id)).toMatchObject({ kind: 'timed-out' });
  },
);

test('nothing of the wrapper stays behind when its command ends', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'sleep 0.2', 9_876_000);
  await supervisorOn(folder).wait(id, never);
  const watches = (): readonly string[] =>
    spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line === 'sleep 9878');
  await expect.poll(watches).toEqual([]);
});

test('a command of an earlier program can be stopped', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'sleep 60');
  expect(await supervisorOn(folder).kill(id, 'person')).toMatchObject({ kind: 'killed', reason: 'person' });
});

test('a stop that an earlier program could not carry out any more is remembered', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'sleep 60');
  await supervisorOn(folder).kill(id, 'person');
  expect(await supervisorOn(folder).fate(id)).toMatchObject({ kind: 'killed', reason: 'person' });
});

test('a group that was killed from outside is interrupted', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'sleep 60');
  process.kill(-leaderOf(folder, id), 'SIGKILL');
  expect(await supervisorOn(folder).wait(id, never)).toEqual({ kind: 'interrupted' });
});

test('a command whose wrapper alone was killed still runs', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'echo up; sleep 60');
  const supervisor = supervisorOn(folder);
  await hasBegun(supervisor, id);
  process.kill(leaderOf(folder, id), 'SIGKILL');
  const { kind } = await supervisor.fate(id);
  expect([kind, await supervisor.kill(id, 'test over')]).toMatchObject(['running', { kind: 'killed' }]);
});

test('SIGTERM to the group leaves a record of the command', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'echo up; exec sleep 60');
  const supervisor = supervisorOn(folder);
  await hasBegun(supervisor, id);
  process.kill(-leaderOf(folder, id), 'SIGTERM');
  expect(await supervisor.wait(id, never)).toMatchObject({ kind: 'exited', exitCode: 143 });
});

test('a stranger with the number of the wrapper is not taken for it', async () => {
  const folder = temporaryFolder();
  const id = newProcessId();
  createCommandRecords(folder).create(id, { argv: ['x'], cwd: '/', limitMs: 1, startedAtMs: 1 });
  writeFileSync(join(folder, id, 'pid'), `${process.pid} 12345\n`);
  writeFileSync(join(folder, id, 'claim'), '');
  expect(await supervisorOn(folder).fate(id)).toEqual({ kind: 'interrupted' });
});

test('a command that begins while its processes are looked for runs, and its end is told', async () => {
  const folder = temporaryFolder();
  const id = await startedEarlier(folder, 'sleep 0.3; exit 3');
  // As before its wrapper got that far: what it writes comes in between the two looks.
  const written = (['pid', 'claim'] as const).map(
    (name) => [name, readFileSync(join(folder, id, name))] as const,
  );
  for (const [name] of written) rmSync(join(folder, id, name));
  const supervisor = supervisorOn(folder);
  const fate = supervisor.fate(id);
  for (const [name, content] of written) writeFileSync(join(folder, id, name), content);
  expect([(await fate).kind, await supervisor.wait(id, never)]).toEqual([
    'running',
    { kind: 'exited', exitCode: 3, durationMs: expect.any(Number) },
  ]);
});

test('a command without a claim never ran and never will', async () => {
  const folder = temporaryFolder();
  const id = newProcessId();
  const effect = join(temporaryFolder(), 'effect');
  const records = createCommandRecords(folder);
  records.create(id, { argv: ['x'], cwd: '/', limitMs: 60_000, startedAtMs: Date.now() });
  const fate = await supervisorOn(folder).fate(id);
  // The wrapper comes late, as one that was stopped between its start and its claim would.
  const late = await spawnWrapped({
    argv: ['touch', effect],
    cwd: '/',
    environment: PLAIN,
    record: records.folderOf(id),
    markScript: hostProcesses().markScript,
    limitMs: 60_000,
  });
  const exitCode = await late.ended;
  expect([fate, exitCode === 0, existsSync(effect), await supervisorOn(folder).fate(id)]).toEqual([
    { kind: 'never-ran' },
    false,
    false,
    { kind: 'never-ran' },
  ]);
});

test('an id of which there is no record never ran, and cannot be started any more', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const id = newProcessId();
  const fate = await supervisor.fate(id);
  const start = supervisor.start({ id, execution: shell('true'), cwd: '/', timeoutMs: 1000 });
  await expect(start).rejects.toMatchObject({ kind: 'conflict' });
  expect(fate).toEqual({ kind: 'never-ran' });
});
