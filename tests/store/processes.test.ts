import { expect, test } from 'vitest';
import type { Store } from '../../src/contracts/store.ts';
import type { CallId, InstanceId, ProcessId } from '../../src/core/ids.ts';
import { auditOf } from '../support/audit-of.ts';
import { sessionRecord } from '../support/session-record.ts';
import { databasePath, freshStore, INSTANCE, OTHER, select, storeWithSession } from './store-file.ts';

const ID = sessionRecord().id;
const CALL = 'call-1' as CallId;
const SERVER = {
  id: 'p-zzz' as ProcessId,
  command: 'npm run dev',
  startedAtMs: 1,
  readFrom: { stdout: 0, stderr: 0 },
  lasts: 'task',
} as const;
const WATCHER = { ...SERVER, id: 'p-aaa' as ProcessId, command: 'tsc --watch', startedAtMs: 2 };
const AUDIT = { exitCode: 3, stdoutPreview: 'out', stderrPreview: 'err', durationMs: 1500 };
const END = {
  fate: { kind: 'exited', exitCode: 3, durationMs: 1500 },
  audit: AUDIT,
  atMs: 5_000,
  isReported: true,
} as const;
const TIMED_OUT = { ...END, fate: { kind: 'timed-out', durationMs: 1_800_000 }, isReported: false } as const;

/** A store whose session has attempted the command under `CALL`. */
function attempted(store = storeWithSession()): Store {
  const attempt = { command: 'npm run dev', decision: 'ask_approved' } as const;
  store.commandLog.addAttempt({ session: ID, call: CALL, phoneNumber: '+34', ...attempt });
  return store;
}

test('background processes come in the order they were started', () => {
  const { processes } = storeWithSession();
  processes.add(ID, CALL, SERVER);
  processes.add(ID, CALL, WATCHER);
  expect(processes.list(ID, 0)).toEqual([SERVER, WATCHER]);
});

test('reading goes on where it ended, for that process alone', () => {
  const { processes } = storeWithSession();
  processes.add(ID, CALL, SERVER);
  processes.add(ID, CALL, WATCHER);
  processes.setReadFrom(ID, 'p-zzz', { stdout: 100, stderr: 7 });
  expect(processes.list(ID, 0)).toEqual([{ ...SERVER, readFrom: { stdout: 100, stderr: 7 } }, WATCHER]);
});

test('a position of a process that is not there is a bug, not a silence', () => {
  const { processes } = storeWithSession();
  expect(() => processes.setReadFrom(ID, 'p-none', { stdout: 1, stderr: 1 })).toThrow('No row to change');
});

test('an end is recorded once, and completes the audit row and its chain with it', async () => {
  const file = databasePath();
  const store = storeWithSession(file);
  const audit = auditOf(store);
  const { processes } = attempted(store);
  processes.add(ID, CALL, SERVER);
  const ends = [processes.end(ID, SERVER.id, END), processes.end(ID, SERVER.id, TIMED_OUT)];
  expect({
    ends,
    rows: select(file, 'SELECT exit_code, stdout_preview, duration_ms FROM agent_command_log'),
    chain: select(file, 'SELECT kind FROM audit_chain ORDER BY seq'),
    check: (await audit.verify()).kind,
  }).toEqual({
    ends: [{ attempt: { command: 'npm run dev', decision: 'ask_approved' } }, undefined],
    rows: [{ exit_code: 3, stdout_preview: 'out', duration_ms: 1500 }],
    chain: [{ kind: 'attempt' }, { kind: 'result' }],
    check: 'intact',
  });
});

test('an ended process is listed with its fate until its time is over', () => {
  const { processes } = attempted();
  processes.add(ID, CALL, WATCHER);
  processes.add(ID, CALL, SERVER);
  processes.end(ID, SERVER.id, { ...TIMED_OUT, audit: AUDIT });
  expect([processes.list(ID, 4_999), processes.list(ID, 5_000)]).toEqual([
    [WATCHER, { ...SERVER, fate: TIMED_OUT.fate }],
    [WATCHER],
  ]);
});

test('a process that is added again after its time keeps its end', () => {
  const { processes } = attempted();
  processes.add(ID, CALL, SERVER);
  processes.end(ID, SERVER.id, END);
  processes.add(ID, CALL, SERVER);
  expect(processes.list(ID, 0)).toEqual([{ ...SERVER, fate: END.fate }]);
});

test.each<[string, InstanceId | undefined, number]>([
  ['of this program', INSTANCE, 1],
  ['of another program that runs', OTHER, 0],
  ['of a program that is gone', undefined, 1],
])('open processes: those %s', (_whose, registered, count) => {
  const store = freshStore();
  store.sessions.create(sessionRecord({ instance: registered ?? OTHER }));
  if (registered !== undefined) store.instances.register({ id: registered, pid: 1, startTime: '0', atMs: 0 });
  attempted(store).processes.add(ID, CALL, SERVER);
  const open = {
    session: ID,
    id: SERVER.id,
    command: SERVER.command,
    lasts: SERVER.lasts,
    startedAtMs: SERVER.startedAtMs,
  };
  expect(store.processes.listOpen(INSTANCE)).toEqual(count === 1 ? [open] : []);
  store.processes.end(ID, SERVER.id, END);
  expect(store.processes.listOpen(INSTANCE)).toEqual([]);
});

test('what was ended for its age is told to the model once', () => {
  const { processes } = attempted();
  processes.add(ID, CALL, SERVER);
  processes.add(ID, CALL, WATCHER);
  processes.end(ID, SERVER.id, TIMED_OUT);
  processes.end(ID, WATCHER.id, END);
  const before = processes.listUnreported(ID).map(({ id }) => id);
  processes.markReported(ID, SERVER.id);
  expect([before, processes.listUnreported(ID)]).toEqual([[SERVER.id], []]);
});
