import * as z from 'zod';
import type { CheckpointStore, WorkspaceState } from '../contracts/checkpoints.ts';
import { id, optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const state = ownJson<WorkspaceState>()
  .nullable()
  .transform((value) => value ?? undefined);

const Row = z.object({
  seq: z.int(),
  call: id<'call'>(),
  before: state,
  after: state,
  problem: optionalText,
});

const COLUMNS = 'seq, call, before, after, problem';
/** Taken back with their rounds. */
const NOT_TAKEN_BACK = `NOT EXISTS (SELECT 1 FROM taken_back t
  WHERE t.session = checkpoints.session AND checkpoints.seq > t.since AND checkpoints.seq <= t.through)`;

export function createCheckpointStore(database: Database): CheckpointStore {
  const begin = database.write(`
    INSERT INTO checkpoints (session, call, before, problem) VALUES (@session, @call, @before, @problem)
    ON CONFLICT (session, call) DO UPDATE SET before = excluded.before, after = NULL, problem = excluded.problem`);
  const end = database.write(`
    UPDATE checkpoints SET after = @after, problem = coalesce(problem, @problem)
    WHERE session = @session AND call = @call`);
  // A failed undo took nothing back: its steps still count.
  const standing = database.read(
    `SELECT ${COLUMNS} FROM checkpoints WHERE session = @session
      AND seq > (SELECT coalesce(max(through), 0) FROM undos WHERE session = @session AND state <> 'failed')
      AND ${NOT_TAKEN_BACK}
     ORDER BY seq`,
    Row,
  );
  const through = database.read(
    `SELECT ${COLUMNS} FROM checkpoints WHERE session = @session AND seq <= @seq
      AND seq > (SELECT coalesce(max(through), 0) FROM undos
        WHERE session = @session AND state <> 'failed' AND through < @seq)
      AND ${NOT_TAKEN_BACK}
     ORDER BY seq`,
    Row,
  );
  const undone = database.read(
    `SELECT call FROM checkpoints WHERE session = @session
      AND seq <= (SELECT coalesce(max(through), 0) FROM undos WHERE session = @session AND state <> 'failed')`,
    Row.pick({ call: true }),
  );
  const keepOnly = database.write('DELETE FROM checkpoints WHERE session = @session AND call IS NOT @call');
  const any = database.read(
    'SELECT 1 AS found FROM checkpoints WHERE session = @session LIMIT 1',
    z.object({ found: z.int() }),
  );

  return {
    begin: ({ before, ...step }) => void begin.run({ ...step, before: before && JSON.stringify(before) }),
    end: ({ after, ...step }) => void end.run({ ...step, after: after && JSON.stringify(after) }),
    listCurrent: (session) => standing.all({ session }),
    listThrough: (session, seq) => through.all({ session, seq }),
    listUndone: (session) => undone.all({ session }).map(({ call }) => call),
    keepOnly: (session, call) => void keepOnly.run({ session, call: call ?? null }),
    hasAny: (session) => any.get({ session }) !== undefined,
  };
}
