import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ActiveSession } from '../../src/agent/active-session.ts';
import { recordEnds, sessionProcesses } from '../../src/agent/calls/background-ends.ts';
import { logProgress } from '../../src/agent/calls/command-journal.ts';
import type { Supervisor } from '../../src/contracts/exec.ts';
import type { Announcer } from '../../src/contracts/run-events.ts';
import type { Store } from '../../src/contracts/store.ts';
import type { ProcessLifetime } from '../../src/contracts/tool.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type CallId, newProcessId, type ProcessId } from '../../src/core/ids.ts';
import { type LogFields, silentLog } from '../../src/core/log.ts';
import { createRedactor } from '../../src/policy/redaction.ts';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { createSupervisor } from '../../src/processes/supervisor.ts';
import { databasePath, freshStore, INSTANCE, select } from '../store/store-file.ts';
import { agentRig, SESSION as RIG_SESSION } from '../support/agent-rig.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { sessionRecord } from '../support/session-record.ts';

const SESSION = sessionRecord({ instance: INSTANCE });
const CALL = 'call-1' as CallId;
const SECRET = 'canary-of-a-secret';

interface Bench {
  readonly file: string;
  readonly store: Store;
  readonly folder: string;
  readonly supervisor: Supervisor;
  /** What the log and the person were told. */
  readonly told: unknown[];
  /** Starts a background command as `run_command` does. */
  started(line: string, timeoutMs?: number, lasts?: ProcessLifetime): Promise<ProcessId>;
  recordEnds(supervisor?: Supervisor): Promise<number>;
}

function bench(): Bench {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'wasap-ends-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = databasePath();
  const store = freshStore(file);
  store.sessions.create(SESSION);
  const told: unknown[] = [];
  const note = (event: string, fields?: LogFields) => void told.push([event, fields]);
  const announcer = {
    announceCommandEnd: (_session, { command, fate }) => void told.push(['person', command, fate.kind]),
    announceFallback: () => undefined,
    announceCompaction: () => undefined,
  } as Partial<Announcer> as Announcer;
  const supervisor = supervisorOn(folder);
  const parts = {
    store,
    outgoing: { announcer, nudge: () => undefined, lookBeforeEnd: async () => undefined },
    clock: systemClock,
    log: { ...silentLog, info: note, warn: note },
  };
  return {
    file,
    store,
    folder,
    supervisor,
    told,
    async started(line, timeoutMs = 60_000, lasts = 'task') {
      const id = newProcessId();
      store.commandLog.addAttempt({
        session: SESSION.id,
        call: CALL,
        phoneNumber: SESSION.owner,
        command: line,
        decision: 'ask_approved',
      });
      await supervisor.start({ id, execution: { kind: 'shell', line }, cwd: '/', timeoutMs });
      const readFrom = { stdout: 0, stderr: 0 };
      store.processes.add(SESSION.id, CALL, { id, command: line, startedAtMs: Date.now(), readFrom, lasts });
      return id;
    },
    recordEnds: (other = supervisor) => recordEnds({ ...parts, commands: { supervisor: other } }, INSTANCE),
  };
}

function supervisorOn(folder: string): Supervisor {
  return createSupervisor({
    folder,
    clock: systemClock,
    redactor: createRedactor({ secrets: [SECRET] }),
    environment: { PATH: '/usr/bin:/bin' },
    processes: hostProcesses(),
    log: silentLog,
  });
}

const ROW = `SELECT exit_code, stdout_preview, stderr_preview, duration_ms IS NOT NULL AS timed,
  completed_at IS NOT NULL AS completed, error FROM agent_command_log`;
const never = new AbortController().signal;

test('a running command stays open; its end completes the audit row once, with its log line', async () => {
  const { file, supervisor, told, started, recordEnds } = bench();
  const id = await started('sleep 60');
  const whileRunning = await recordEnds();
  await supervisor.kill(id, 'test');
  const counts = [await recordEnds(), await recordEnds()];
  expect({ whileRunning, counts, rows: select(file, ROW), events: told.length }).toEqual({
    whileRunning: 0,
    counts: [1, 0],
    rows: [
      {
        exit_code: null,
        stdout_preview: '',
        stderr_preview: '',
        timed: 1,
        completed: 1,
        error: expect.stringMatching(/^Killed after \d+\.\d s: test$/),
      },
    ],
    events: 1,
  });
});

test('what a stopped session left running is ended, whoever looks next, and its end is told as a stop', {
  tags: 'full',
}, async () => {
  const { file, store, supervisor, started, recordEnds } = bench();
  const id = await started('sleep 60');
  store.sessions.update(SESSION.id, { state: { status: 'cancelled' }, atMs: 1 });
  expect(await recordEnds()).toBe(1);
  expect({
    fate: await supervisor.fate(id),
    rows: select(file, 'SELECT error FROM agent_command_log'),
  }).toEqual({
    fate: { kind: 'killed', reason: 'cancel', durationMs: expect.any(Number) },
    rows: [{ error: expect.stringMatching(/^Killed after \d+\.\d s: cancel$/) }],
  });
});

test('all that a session left running is ended at the same time, and at once when somebody wants it to stop', {
  tags: 'full',
}, async () => {
  const { store, supervisor, started, recordEnds } = bench();
  for (const line of ['sleep 60', 'sleep 61', 'sleep 62']) await started(line);
  store.sessions.update(SESSION.id, { state: { cancelRequested: true }, atMs: 1 });
  let [now, most] = [0, 0];
  const kill: Supervisor['kill'] = async (...of) => {
    now += 1;
    most = Math.max(most, now);
    return supervisor.kill(...of).finally(() => {
      now -= 1;
    });
  };
  expect([
    await recordEnds({
      ...supervisor,
      fate: (id) => supervisor.fate(id),
      output: (...of) => supervisor.output(...of),
      kill,
    }),
    most,
  ]).toEqual([3, 3]);
});

test('a secret in the output of a background command is in neither its audit row nor its log line', async () => {
  const { file, supervisor, told, started, recordEnds } = bench();
  const id = await started(`echo key=${SECRET}; echo bad >&2; exit 3`);
  await supervisor.wait(id, never);
  await recordEnds();
  expect({ rows: select(file, ROW), told }).toEqual({
    rows: [
      {
        exit_code: 3,
        stdout_preview: 'key=[secret]\n',
        stderr_preview: 'bad\n',
        timed: 1,
        completed: 1,
        error: null,
      },
    ],
    told: [
      [
        'agent.shell.execute',
        {
          session_id: SESSION.id,
          phone: SESSION.owner,
          command: expect.any(String),
          decision: 'ask_approved',
          exit_code: 3,
          duration_ms: expect.any(Number),
          output_bytes: 27,
          background: true,
        },
      ],
    ],
  });
});

test('a round is logged with its steps and tools', () => {
  const lines: unknown[] = [];
  const log = { ...silentLog, info: (event: string, fields?: LogFields) => void lines.push([event, fields]) };
  const plan = {
    steps: [
      { title: 'a', status: 'done' as const },
      { title: 'b', status: 'pending' as const },
    ],
  };
  const session = sessionRecord({ usage: { runStartRound: 4 } });
  const shown = { isLastRound: false, troubles: [], elapsedMs: 1 };
  logProgress(log, { session, round: 6, plan, tools: ['run_command'], ...shown });
  expect(lines).toEqual([
    [
      'agent.progress',
      {
        session_id: SESSION.id,
        iteration: 1,
        steps_done: 1,
        steps_total: 2,
        tools_used_this_round: ['run_command'],
      },
    ],
  ]);
});

test('a program that starts anew completes what ended while it was away', async () => {
  const { file, folder, supervisor, started, recordEnds } = bench();
  const id = await started('exit 4');
  await supervisor.wait(id, never);
  expect(await recordEnds(supervisorOn(folder))).toBe(1);
  expect(select(file, 'SELECT exit_code FROM agent_command_log')).toEqual([{ exit_code: 4 }]);
});

eachInFull([
  ['task', 'done', { kind: 'killed', reason: 'its task ended' }],
  ['limit', 'done', { kind: 'running' }],
  ['stopped', 'done', { kind: 'killed', reason: 'cancel' }],
  ['task', 'parked', { kind: 'running' }],
  ['limit', 'cancelled', { kind: 'killed', reason: 'cancel' }],
  ['task', 'running', { kind: 'running' }],
] as const)('a command that lasts until %s, of a task that is %s', async (lasts, status, fate) => {
  const { store, supervisor, told, started, recordEnds } = bench();
  const id = await started('sleep 60', 60_000, lasts);
  store.sessions.update(SESSION.id, { state: { status }, atMs: 1 });
  await recordEnds();
  const found = await supervisor.fate(id);
  await supervisor.kill(id, 'test over');
  expect([found, told.filter((one) => Array.isArray(one) && one[0] === 'person')]).toMatchObject([fate, []]);
});

test.each([
  ['running', []],
  ['queued', []],
  ['waiting', [['person', 'exit 3', 'exited']]],
  ['done', [['person', 'exit 3', 'exited']]],
] as const)('an end is told to the chat where no task reads it: %s', async (status, said) => {
  const { store, supervisor, told, started, recordEnds } = bench();
  const id = await started('exit 3', 60_000, 'limit');
  store.sessions.update(SESSION.id, { state: { status }, atMs: 1 });
  await supervisor.wait(id, never);
  await recordEnds();
  expect(told.filter((one) => Array.isArray(one) && one[0] === 'person')).toEqual(said);
});

test('a command that was ended for its age is told to the person, and logged for who looks for zombies', {
  tags: 'full',
}, async () => {
  const { supervisor, told, started, recordEnds } = bench();
  const id = await started('sleep 60', 200);
  await supervisor.wait(id, never);
  await recordEnds();
  expect(told.slice(1)).toEqual([
    ['agent.process.gc', { session_id: SESSION.id, process: id, command: 'sleep 60' }],
    ['person', 'sleep 60', 'timed-out'],
  ]);
});

test('an ended background command is known to its session for ten minutes', async () => {
  const { store, started, supervisor } = bench();
  const id = await started('true');
  const fate = await supervisor.wait(id, never);
  if (fate.kind === 'running') throw new Error('it has ended');
  const audit = { exitCode: 0, stdoutPreview: '', stderrPreview: '', durationMs: 1 };
  store.processes.end(SESSION.id, id, { fate, audit, atMs: 1_000, isReported: true });
  const knownAt = (nowMs: number): number => {
    const parts = { store, clock: { ...systemClock, nowMs: () => nowMs } };
    const session = { parts, record: SESSION } as Partial<ActiveSession> as ActiveSession;
    return sessionProcesses(session, CALL).list().length;
  };
  expect([knownAt(600_999), knownAt(601_000)]).toEqual([1, 0]);
});

test('the model is told once that a background command was ended for its age', async () => {
  const steps = [
    { calls: [['look', {}]] as const },
    { calls: [['look', { name: 'b' }]] as const },
    { text: 'Done.' },
  ];
  const rig = agentRig({ steps });
  onTestFinished(() => rig.remove());
  rig.create();
  const { processes, commandLog } = rig.store;
  const attempt = { phoneNumber: '+34', command: 'npm run dev', decision: 'allow' } as const;
  commandLog.addAttempt({ session: RIG_SESSION, call: CALL, ...attempt });
  const id = newProcessId();
  const readFrom = { stdout: 0, stderr: 0 };
  processes.add(RIG_SESSION, CALL, { id, command: 'npm run dev', startedAtMs: 1, readFrom, lasts: 'task' });
  processes.end(RIG_SESSION, id, {
    fate: { kind: 'timed-out', durationMs: 1_800_000 },
    audit: { exitCode: undefined, stdoutPreview: '', stderrPreview: '', durationMs: 1_800_000 },
    atMs: 2,
    isReported: false,
  });
  await rig.run();
  const told = `The background command ${id} (npm run dev) ran for 30 minutes and was ended. Start it again if it is still needed.`;
  const texts = rig.requests.at(-1)?.messages.flatMap(({ content }) => content.map(({ text }) => text)) ?? [];
  expect(texts.filter((text) => text === told)).toEqual([told]);
});
