import * as z from 'zod';
import type { FinalFate } from '../contracts/exec.ts';
import type { CommandLogStore, ProcessStore } from '../contracts/session-stores.ts';
import { id, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const Lasts = z.enum(['task', 'limit', 'stopped']);
const Row = z.object({
  id: id<'process'>(),
  command: z.string(),
  startedAtMs: z.int(),
  stdout: z.int(),
  stderr: z.int(),
  lasts: Lasts,
  fate: ownJson<FinalFate>().nullable(),
});
const Open = z.object({
  session: id<'session'>(),
  id: id<'process'>(),
  command: z.string(),
  startedAtMs: z.int(),
  lasts: Lasts,
});

const OPEN_COLUMNS = 'p.session, p.id, p.command, p.started_at_ms AS startedAtMs, p.lasts';
const COLUMNS = `id, command, started_at_ms AS startedAtMs, read_stdout AS stdout, read_stderr AS stderr, lasts, fate`;

export function createProcessStore(
  database: Database,
  commandLog: Pick<CommandLogStore, 'findAttempt' | 'complete'>,
): ProcessStore {
  const list = database.read(
    `SELECT ${COLUMNS} FROM processes
     WHERE session = @session AND (fate IS NULL OR ended_at_ms > @sinceMs) ORDER BY seq`,
    Row,
  );
  const insert = database.write(`
    INSERT INTO processes (session, id, call, command, started_at_ms, read_stdout, read_stderr, lasts)
    VALUES (@session, @id, @call, @command, @startedAtMs, @stdout, @stderr, @lasts)
    ON CONFLICT (session, id) DO NOTHING`);
  const setReadFrom = database.write(`
    UPDATE processes SET read_stdout = @stdout, read_stderr = @stderr WHERE session = @session AND id = @id`);
  const open = database.read(
    `SELECT ${OPEN_COLUMNS}
     FROM processes AS p JOIN sessions AS s ON s.id = p.session
     WHERE p.fate IS NULL AND (s.instance = @instance OR s.instance NOT IN (SELECT id FROM instances))
     ORDER BY p.seq`,
    Open,
  );
  const running = database.read(
    `SELECT ${OPEN_COLUMNS}
     FROM processes AS p JOIN sessions AS s ON s.id = p.session
     WHERE p.fate IS NULL AND p.lasts <> 'stopped' AND s.conversation = @conversation ORDER BY p.seq`,
    Open,
  );
  const stop = database.write(
    "UPDATE processes SET lasts = 'stopped' WHERE session = @session AND fate IS NULL",
  );
  const callOf = database.read(
    'SELECT call FROM processes WHERE session = @session AND id = @id AND fate IS NULL',
    z.object({ call: id<'call'>().nullable() }),
  );
  const end = database.write(`
    UPDATE processes SET fate = @fate, ended_at_ms = @atMs, told = MAX(told, @told) WHERE session = @session AND id = @id`);
  const unreported = database.read(
    `SELECT ${COLUMNS} FROM processes
     WHERE session = @session AND told = 0 AND fate IS NOT NULL ORDER BY seq`,
    Row,
  );
  const reported = database.write('UPDATE processes SET told = 1 WHERE session = @session AND id = @id');

  return {
    list: (session, sinceMs) => list.all({ session, sinceMs }).map(processOf),
    add: (session, call, { readFrom, id: process, command, startedAtMs, lasts }) =>
      void insert.run({ session, call, id: process, command, startedAtMs, lasts, ...readFrom }),
    setReadFrom: (session, process, offsets) => setReadFrom.runOnRow({ session, id: process, ...offsets }),
    listOpen: (instance) => open.all({ instance }),
    listRunning: (conversation) => running.all({ conversation }),
    requestStop: (session) => void stop.run({ session }),
    end: (session, process, { fate, audit, atMs, isReported }) =>
      database.atomically(() => {
        const found = callOf.get({ session, id: process });
        if (found === undefined) return undefined;
        end.runOnRow({ session, id: process, fate: JSON.stringify(fate), atMs, told: isReported });
        if (found.call === null) return { attempt: undefined };
        commandLog.complete(session, found.call, audit);
        return { attempt: commandLog.findAttempt(session, found.call) };
      }),
    listUnreported: (session) => unreported.all({ session }).map(processOf),
    markReported: (session, process) => reported.runOnRow({ session, id: process }),
  };
}

function processOf({ stdout, stderr, fate, ...row }: z.infer<typeof Row>) {
  return { ...row, readFrom: { stdout, stderr }, fate: fate ?? undefined };
}
