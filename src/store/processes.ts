import * as z from 'zod';
import type { ProcessStore } from '../contracts/session-stores.ts';
import type { Database } from './database.ts';

const Row = z.object({
  id: z.string(),
  command: z.string(),
  startedAtMs: z.int(),
  stdout: z.int(),
  stderr: z.int(),
});

export function createProcessStore(database: Database): ProcessStore {
  const list = database.read(
    `SELECT id, command, started_at_ms AS startedAtMs, read_stdout AS stdout, read_stderr AS stderr
     FROM processes WHERE session = @session ORDER BY seq`,
    Row,
  );
  const insert = database.write(`
    INSERT INTO processes (session, id, command, started_at_ms, read_stdout, read_stderr)
    VALUES (@session, @id, @command, @startedAtMs, @stdout, @stderr)`);
  const setReadFrom = database.write(`
    UPDATE processes SET read_stdout = @stdout, read_stderr = @stderr WHERE session = @session AND id = @id`);

  return {
    list: (session) =>
      list.all({ session }).map(({ stdout, stderr, ...row }) => ({ ...row, readFrom: { stdout, stderr } })),
    add: (session, { readFrom, ...process }) => void insert.run({ session, ...process, ...readFrom }),
    setReadFrom: (session, id, offsets) => setReadFrom.runOnRow({ session, id, ...offsets }),
  };
}
