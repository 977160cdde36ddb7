import * as z from 'zod';
import type { InstanceStore } from '../contracts/instance-store.ts';
import { id } from './columns.ts';
import type { Database } from './database.ts';

const UNFINISHED = `status IN ('queued', 'running', 'waiting', 'paused')`;

/** Ended and parked sessions stay with a forgotten instance: whoever resumes one takes it over then. */
export function createInstanceStore(database: Database): InstanceStore {
  const insert = database.write(`
    INSERT INTO instances (id, pid, start_time, registered_at_ms) VALUES (@id, @pid, @startTime, @atMs)`);
  const all = database.read(
    'SELECT id, pid, start_time AS startTime FROM instances ORDER BY registered_at_ms, id',
    z.object({ id: id<'instance'>(), pid: z.int(), startTime: z.string() }),
  );
  const remove = database.write('DELETE FROM instances WHERE id = @id');
  const sessionsOf = database.read(
    `SELECT id FROM sessions WHERE instance = @from AND ${UNFINISHED} ORDER BY seq`,
    z.object({ id: id<'session'>() }),
  );
  // Approvals need no move of their own: they belong to whoever has their session.
  const moves = [
    `UPDATE inbox SET instance = @to WHERE instance = @from AND state = 'accepted'`,
    `UPDATE outbox SET instance = @to WHERE instance = @from AND state IN ('queued', 'sending')`,
    `UPDATE undos SET instance = @to WHERE instance = @from AND (state IN ('wanted', 'acting') OR revert = 'wanted')`,
    `UPDATE new_workspaces SET instance = @to WHERE instance = @from AND state = 'wanted'`,
    `UPDATE routings SET instance = @to WHERE instance = @from AND state = 'wanted'`,
    `UPDATE jobs SET instance = @to WHERE instance = @from AND state = 'planning'`,
    `UPDATE sessions SET instance = @to WHERE instance = @from AND (${UNFINISHED}
       OR id IN (SELECT session FROM worktrees WHERE landing IN ('wanted', 'acting')))`,
  ].map((sql) => database.write(sql));

  return {
    register: (instance) => void insert.run({ ...instance }),
    all: () => all.all({}),
    adopt: (from, to) =>
      database.atomically(() => {
        const sessions = sessionsOf.all({ from }).map((row) => row.id);
        for (const move of moves) move.run({ from, to });
        remove.run({ id: from });
        return sessions;
      }),
    forget: (instance) => void remove.run({ id: instance }),
  };
}
