import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CommandFate, Execution } from '../../src/contracts/exec.ts';
import { systemClock } from '../../src/core/clock.ts';
import { newProcessId } from '../../src/core/ids.ts';
import { findProgram } from '../../src/processes/command-environment.ts';
import { createCommandRecords } from '../../src/processes/command-record.ts';
import { hostProcesses, type ProcessTable, psProcesses } from '../../src/processes/process-table.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { runToEnd, shell, supervisorOn, temporaryFolder } from './parts.ts';

function withoutTime(fate: CommandFate): object {
  return { ...fate, durationMs: 0 };
}

const argv = (file: string, ...args: readonly string[]): Execution => ({ kind: 'argv', file, args });

test.each([
  ['a success', shell('exit 0'), 0],
  ['a failure', shell('exit 3'), 3],
  ['death by a signal', shell('kill -9 $$'), 137],
  ['a program that does not exist', argv('no-such-program'), 127],
  ['a name that is a built-in of the shell', argv('exit', '0'), 127],
])('the exit code tells of %s', async (_claim, execution, exitCode) => {
  const { fate } = await runToEnd(supervisorOn(temporaryFolder()), execution);
  expect(withoutTime(fate)).toEqual({ kind: 'exited', exitCode, durationMs: 0 });
});

test('arguments reach the program as they are', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const args = ['$HOME', '`id`', '*', ' two  blanks ', '\'quotes"', '', '-n', 'line\nbreak', '\u{1f600}'];
  const { id } = await runToEnd(supervisor, argv('printf', '<%s>', ...args));
  expect((await supervisor.output(id, 1000)).stdout).toBe(args.map((arg) => `<${arg}>`).join(''));
});

test('standard output and errors are kept apart and counted', async () => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder);
  const { id } = await runToEnd(supervisor, shell('echo out; echo err >&2'));
  expect(await supervisor.output(id, 1000)).toEqual({
    stdout: 'out\n',
    stderr: 'err\n',
    bytes: 8,
    folder: join(folder, id),
  });
});

test('secrets are redacted from output and from polls', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const { id } = await runToEnd(supervisor, shell('echo key=hunter2-secret'));
  const polled = await supervisor.read(id, { stdout: 0, stderr: 0 }, 1000);
  expect([(await supervisor.output(id, 1000)).stdout, polled.text]).toEqual([
    'key=[secret]\n',
    'key=[secret]\n',
  ]);
});

test('polls give each piece of output once', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const { id } = await runToEnd(supervisor, shell('seq 1 50; echo bad >&2'));
  const pieces: string[] = [];
  let from = { stdout: 0, stderr: 0 };
  for (;;) {
    const { text, next } = await supervisor.read(id, from, 60);
    if (text === '') break;
    pieces.push(text);
    from = next;
  }
  const lines = pieces.join('').split('\n');
  expect([
    lines.filter((line) => /^\d+$/.test(line)).length,
    lines.filter((line) => line === 'bad').length,
  ]).toEqual([50, 1]);
});

test('a command has a clean environment, no input and the directory it was given', async () => {
  const supervisor = supervisorOn(temporaryFolder(), { environment: { PATH: '/usr/bin:/bin', LANG: 'C' } });
  const { id } = await runToEnd(supervisor, shell('env | sort; pwd; wc -c'));
  const { stdout } = await supervisor.output(id, 2000);
  expect(stdout.split('\n').filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([
    'LANG=C',
    'PATH=/usr/bin:/bin',
    `WASAP_PROCESS_ID=${id}`,
    '/',
    '0',
    '',
  ]);
});

test('the record is for nobody else to read', async () => {
  const folder = temporaryFolder();
  const { id } = await runToEnd(supervisorOn(folder), shell('true'));
  expect(statSync(join(folder, id)).mode & 0o777).toBe(0o700);
});

test('a folder that does not exist is told, and the command will never run', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const id = newProcessId();
  const start = supervisor.start({ id, execution: shell('true'), cwd: '/no/such/folder', timeoutMs: 1000 });
  await expect(start).rejects.toMatchObject({ kind: 'unavailable', message: /no\/such\/folder/ });
  expect(await supervisor.fate(id)).toEqual({ kind: 'never-ran' });
});

test.each([
  ['a name that would be an option', argv('-c', 'true')],
  ['an empty name', argv('')],
  ['a NUL in an argument', argv('echo', 'a\0b')],
])('refuses %s', async (_claim, execution) => {
  const start = supervisorOn(temporaryFolder()).start({
    id: newProcessId(),
    execution,
    cwd: '/',
    timeoutMs: 1000,
  });
  await expect(start).rejects.toMatchObject({ kind: 'invalid' });
});

test('what a last look finds keeps the command from ever running', async () => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder);
  const id = newProcessId();
  const start = supervisor.start({
    id,
    execution: shell('touch ran'),
    cwd: folder,
    timeoutMs: 60_000,
    lastLook: () => Promise.reject(new Error('it changed')),
  });
  await expect(start).rejects.toThrow('it changed');
  expect([await supervisor.fate(id), existsSync(join(folder, 'ran'))]).toEqual([
    { kind: 'never-ran' },
    false,
  ]);
});

test('an id is used once', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const { id } = await runToEnd(supervisor, shell('true'));
  const again = supervisor.start({ id, execution: shell('true'), cwd: '/', timeoutMs: 1000 });
  await expect(again).rejects.toMatchObject({ kind: 'conflict' });
});

test('a place where nothing can be written is told', async () => {
  const command = { id: newProcessId(), execution: shell('true'), cwd: '/', timeoutMs: 1000 };
  await expect(supervisorOn('/dev/null/records').start(command)).rejects.toMatchObject({
    kind: 'unavailable',
  });
});

test('an id cannot lead out of the folder of records', async () => {
  // The cast stands for an id that a model made up.
  const id = '../../etc' as ReturnType<typeof newProcessId>;
  await expect(supervisorOn(temporaryFolder()).fate(id)).rejects.toMatchObject({ kind: 'invalid' });
});

test('a background child that keeps the output open does not hold up the result', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const { id, fate } = await runToEnd(supervisor, shell('sleep 3 & echo started'));
  expect([withoutTime(fate), (await supervisor.output(id, 100)).stdout]).toEqual([
    { kind: 'exited', exitCode: 0, durationMs: 0 },
    'started\n',
  ]);
});

eachInFull([
  ['a plain command', 'sleep 60'],
  ['one that ignores SIGTERM, and its children', 'trap "" TERM; sleep 60 & sleep 60'],
  ['a child that made a session of its own', 'setsid sleep 60 & sleep 60'],
])('the time limit ends %s', async (_claim, line) => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder);
  const { id, fate } = await runToEnd(supervisor, shell(line), 200);
  const [pid, mark] = readFileSync(join(folder, id, 'pid'), 'utf8')
    .trim()
    .split(' ');
  const left = await hostProcesses().groups(id, { pid: Number(pid), mark: mark ?? '' });
  expect([withoutTime(fate), left]).toEqual([{ kind: 'timed-out', durationMs: 0 }, []]);
});

test('a stop ends the whole group and tells the reason', async () => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder);
  const id = newProcessId();
  await supervisor.start({ id, execution: shell('sleep 60 & sleep 60'), cwd: '/', timeoutMs: 60_000 });
  const stop = new AbortController();
  const waiting = supervisor.wait(id, stop.signal);
  await delay(100);
  stop.abort('cancel');
  expect(withoutTime(await waiting)).toEqual({ kind: 'killed', reason: 'cancel', durationMs: 0 });
});

test('a command killed before it could begin has no effect', async () => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder);
  const id = newProcessId();
  await supervisor.start({ id, execution: shell('sleep 60'), cwd: '/', timeoutMs: 60_000 });
  expect(withoutTime(await supervisor.kill(id, 'person'))).toEqual({
    kind: 'killed',
    reason: 'person',
    durationMs: 0,
  });
});

test('killing a command that has ended keeps its result', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const { id, fate } = await runToEnd(supervisor, shell('exit 4'));
  expect(await supervisor.kill(id, 'late')).toEqual(fate);
});

test('endless output is ended although nobody waits', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const id = newProcessId();
  await supervisor.start({ id, execution: argv('yes'), cwd: '/', timeoutMs: 60_000 });
  while ((await supervisor.fate(id)).kind === 'running') await delay(20);
  expect(withoutTime(await supervisor.fate(id))).toEqual({
    kind: 'killed',
    reason: 'more than 100 MB of output',
    durationMs: 0,
  });
});

test('no file may grow beyond a gigabyte and no core is dumped', async () => {
  const supervisor = supervisorOn(temporaryFolder());
  const { id } = await runToEnd(supervisor, shell('ulimit -f; ulimit -c'));
  // In bash's units of 1,024 bytes.
  expect((await supervisor.output(id, 100)).stdout).toBe('1048576\n0\n');
});

test.runIf(findProgram('ps', '/usr/bin:/bin'))(
  'works where processes are only known from ps',
  { tags: 'full' },
  async () => {
    const supervisor = supervisorOn(temporaryFolder(), { processes: psProcesses() });
    const ended = await runToEnd(supervisor, shell('exit 5'));
    const killed = await runToEnd(supervisor, shell('sleep 60'), 200);
    expect([withoutTime(ended.fate), withoutTime(killed.fate)]).toEqual([
      { kind: 'exited', exitCode: 5, durationMs: 0 },
      { kind: 'timed-out', durationMs: 0 },
    ]);
  },
);

test('records are removed some time after the end of their command, not after its start', {
  tags: 'full',
}, async () => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder);
  const [old, vanished, young] = [
    await runToEnd(supervisor, shell('true')),
    await runToEnd(supervisor, shell('kill -9 0')),
    await runToEnd(supervisor, shell('true')),
  ];
  const longAgo = new Date(1000);
  const files = (id: string): string[] => readdirSync(join(folder, id)).map((name) => join(folder, id, name));
  for (const file of [...files(old.id), ...files(vanished.id)]) utimesSync(file, longAgo, longAgo);
  utimesSync(join(folder, young.id, 'spec.json'), longAgo, longAgo);
  const running = newProcessId();
  await supervisor.start({ id: running, execution: shell('sleep 60'), cwd: '/', timeoutMs: 60_000 });
  utimesSync(join(folder, running, 'spec.json'), longAgo, longAgo);
  const collected = await supervisor.collect(600_000);
  await supervisor.kill(running, 'test over');
  expect([
    collected.killed,
    collected.removed.toSorted(),
    [old, vanished, young].map(({ id }) => existsSync(join(folder, id))),
  ]).toEqual([[], [old.id, vanished.id].sort(), [false, false, true]]);
});

test('a sweep looks through the processes once, however many records there are, and others get their turn between two', async () => {
  const folder = temporaryFolder();
  const host = hostProcesses();
  const looks = { all: 0, ofOne: 0 };
  const processes: ProcessTable = {
    ...host,
    survey: () => {
      looks.all += 1;
      return host.survey();
    },
    groups: (...of) => {
      looks.ofOne += 1;
      return host.groups(...of);
    },
  };
  const records = createCommandRecords(folder);
  for (let left = 100; left > 0; left -= 1) {
    const id = newProcessId();
    records.create(id, { argv: ['true'], cwd: '/', limitMs: 1_000_000, startedAtMs: Date.now() });
    writeFileSync(join(folder, id, 'pid'), '4194305 1\n');
  }
  let turns = 0;
  let isOver = false;
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await supervisorOn(folder, { processes }).collect(600_000);
  isOver = true;
  expect([looks, turns >= 100]).toEqual([{ all: 1, ofOne: 0 }, true]);
});

eachInFull([2, -1])(
  'a clock that is set by %d h ends no command, and its time is the time that passed',
  async (hours) => {
    const folder = temporaryFolder();
    let aheadMs = 0;
    const clock = { ...systemClock, nowMs: () => Date.now() + aheadMs };
    const supervisor = supervisorOn(folder, { clock });
    const id = newProcessId();
    await supervisor.start({ id, execution: shell('sleep 0.5'), cwd: '/', timeoutMs: 60_000 });
    aheadMs = hours * 3_600_000;
    // Files that are written from now on seem to be so much younger.
    const spec = join(folder, id, 'spec.json');
    const seconds = statSync(spec).mtimeMs / 1000 - hours * 3600;
    utimesSync(spec, seconds, seconds);
    const fate = await supervisor.wait(id, new AbortController().signal);
    const later = await supervisorOn(folder).fate(id);
    expect([fate, later]).toEqual([later, { kind: 'exited', exitCode: 0, durationMs: expect.any(Number) }]);
    const lastedMs = 'durationMs' in later ? later.durationMs : 0;
    expect([lastedMs >= 500, lastedMs < 60_000]).toEqual([true, true]);
  },
);

test('what a command left behind in the background is ended after its limit', { tags: 'full' }, async () => {
  const folder = temporaryFolder();
  const supervisor = supervisorOn(folder);
  const { id, fate } = await runToEnd(supervisor, shell('sleep 60 & true'), 1000);
  const [pid, mark] = readFileSync(join(folder, id, 'pid'), 'utf8')
    .trim()
    .split(' ');
  const groups = (): Promise<readonly number[]> =>
    hostProcesses().groups(id, { pid: Number(pid), mark: mark ?? '' });
  const before = await groups();
  await delay(1100);
  const { killed } = await supervisor.collect(3_600_000);
  expect([before.length, killed, await groups(), await supervisor.fate(id)]).toEqual([1, [id], [], fate]);
});
