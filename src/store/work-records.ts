import * as z from 'zod';
import type { CheckpointStore, WorkspaceState } from '../contracts/checkpoints.ts';
import type { LedgerStore } from '../contracts/session-stores.ts';
import type { CallResult, CallStore } from '../contracts/store.ts';
import type { Json } from '../core/json.ts';
import { flag, id, optionalInt, optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const CallRow = z.object({
  session: id<'session'>(),
  id: id<'call'>(),
  round: z.int(),
  position: z.int(),
  tool: z.string(),
  input: ownJson<Json>(),
  malformed: optionalText,
  state: z.enum(['open', 'waiting', 'started', 'done']),
  prepared: ownJson<Json>(),
  result: ownJson<CallResult>()
    .nullable()
    .transform((value) => value ?? undefined),
  startedAtMs: optionalInt,
  under: id<'call'>()
    .nullable()
    .transform((value) => value ?? undefined),
});

const CALL_COLUMNS = `session, id, round, position, tool, input, malformed, state, prepared, result,
  started_at_ms AS startedAtMs, under`;

const CALL_STANDS = `NOT EXISTS (SELECT 1 FROM taken_back t
  WHERE t.session = calls.session AND calls.round > t.round AND calls.round <= t.last_round)`;

export function createCallStore(database: Database): CallStore {
  const insert = database.write(`
    INSERT INTO calls (session, id, round, position, tool, input, malformed, state, prepared, result, started_at_ms, under)
    VALUES (@session, @id, @round, @position, @tool, @input, @malformed, @state, @prepared, @result, @startedAtMs, @under)`);
  const ofRound = database.read(
    `SELECT ${CALL_COLUMNS} FROM calls WHERE session = @session AND round = @round AND under IS NULL AND ${CALL_STANDS}
     ORDER BY position`,
    CallRow,
  );
  const under = database.read(
    `SELECT ${CALL_COLUMNS} FROM calls WHERE session = @session AND under = @call ORDER BY seq`,
    CallRow,
  );
  const all = database.read(
    `SELECT ${CALL_COLUMNS} FROM calls WHERE session = @session ORDER BY round, position, under IS NOT NULL, seq`,
    CallRow,
  );
  const standing = database.read(
    `SELECT ${CALL_COLUMNS} FROM calls WHERE session = @session AND ${CALL_STANDS}
     ORDER BY round, position, under IS NOT NULL, seq`,
    CallRow,
  );
  const ids = database.read('SELECT id FROM calls WHERE session = @session', CallRow.pick({ id: true }));
  const started = database.write(`
    UPDATE calls SET state = 'started', prepared = @prepared, started_at_ms = @atMs
    WHERE session = @session AND id = @id`);
  const waiting = database.write(`UPDATE calls SET state = 'waiting' WHERE session = @session AND id = @id`);
  const done = database.write(
    `UPDATE calls SET state = 'done', result = @result WHERE session = @session AND id = @id`,
  );

  return {
    add: (call) =>
      void insert.run({
        ...call,
        input: JSON.stringify(call.input),
        prepared: JSON.stringify(call.prepared),
        result: call.result && JSON.stringify(call.result),
        under: call.under,
      }),
    listOfRound: (session, round) => ofRound.all({ session, round }),
    listUnder: (session, call) => under.all({ session, call }),
    listIds: (session) => ids.all({ session }).map((row) => row.id),
    all: (session) => all.all({ session }),
    listCurrent: (session) => standing.all({ session }),
    markStarted: (session, callId, { prepared, atMs }) =>
      started.runOnRow({ session, id: callId, prepared: JSON.stringify(prepared), atMs }),
    markWaiting: (session, callId) => waiting.runOnRow({ session, id: callId }),
    markDone: (session, callId, result) =>
      done.runOnRow({ session, id: callId, result: JSON.stringify(result) }),
  };
}

type FileLedger = Pick<LedgerStore, 'listSeen' | 'noteSeen' | 'listWritten' | 'noteWritten'>;

export function createLedgerStore(database: Database): LedgerStore {
  return { ...fileLedger(database), ...gitLedger(database) };
}

function fileLedger(database: Database): FileLedger {
  const seen = database.read(
    'SELECT path, hash FROM files_seen WHERE session = @session',
    z.object({ path: z.string(), hash: z.string() }),
  );
  const noteSeen = database.write(`
    INSERT INTO files_seen (session, path, hash) VALUES (@session, @path, @hash)
    ON CONFLICT (session, path) DO UPDATE SET hash = excluded.hash`);
  const written = database.read(
    `SELECT path, before_hash AS before, after_hash AS after, held_foreign_changes AS heldForeignChanges
     FROM files_written WHERE session = @session ORDER BY seq`,
    z.object({ path: z.string(), before: optionalText, after: optionalText, heldForeignChanges: flag }),
  );
  // A file that held the person's own changes stays marked: a later write of the session does not make them its own.
  const noteWritten = database.write(`
    INSERT INTO files_written (session, path, before_hash, after_hash, held_foreign_changes)
    VALUES (@session, @path, @before, @after, @heldForeignChanges)
    ON CONFLICT (session, path) DO UPDATE SET after_hash = excluded.after_hash,
      held_foreign_changes = max(held_foreign_changes, excluded.held_foreign_changes)`);

  return {
    listSeen: (session) => new Map(seen.all({ session }).map(({ path, hash }) => [path, hash])),
    noteSeen: (session, path, hash) => void noteSeen.run({ session, path, hash }),
    listWritten: (session) => written.all({ session }),
    noteWritten: (session, file) => void noteWritten.run({ session, ...file }),
  };
}

function gitLedger(database: Database): Omit<LedgerStore, keyof FileLedger> {
  const commits = database.read(
    'SELECT hash FROM commits WHERE session = @session ORDER BY seq',
    z.object({ hash: z.string() }),
  );
  const noteCommit = database.write(`
    INSERT INTO commits (session, hash) VALUES (@session, @hash) ON CONFLICT (session, hash) DO NOTHING`);
  const git = database.read(
    'SELECT baseline, own_branch AS ownBranch FROM session_git WHERE session = @session',
    z.object({
      baseline: ownJson<Parameters<LedgerStore['setBaseline']>[1]>().nullable(),
      ownBranch: optionalText,
    }),
  );
  const setBaseline = database.write(`
    INSERT INTO session_git (session, baseline) VALUES (@session, @baseline)
    ON CONFLICT (session) DO UPDATE SET baseline = excluded.baseline`);
  const noteOwnBranch = database.write(`
    INSERT INTO session_git (session, own_branch) VALUES (@session, @name)
    ON CONFLICT (session) DO UPDATE SET own_branch = excluded.own_branch`);
  const forgetCommit = database.write('DELETE FROM commits WHERE session = @session AND hash = @hash');
  const forgetBranch = database.write(
    'UPDATE session_git SET own_branch = NULL WHERE session = @session AND own_branch = @name',
  );

  return {
    listCommits: (session) => commits.all({ session }).map((row) => row.hash),
    noteCommit: (session, hash) => void noteCommit.run({ session, hash }),
    baseline(session) {
      const baseline = git.get({ session })?.baseline;
      // JSON has no undefined: a missing `head` must be restored.
      return baseline ? { head: baseline.head, dirty: baseline.dirty } : undefined;
    },
    setBaseline: (session, baseline) => void setBaseline.run({ session, baseline: JSON.stringify(baseline) }),
    ownBranch: (session) => git.get({ session })?.ownBranch,
    noteOwnBranch: (session, name) => void noteOwnBranch.run({ session, name }),
    forgetCommit: (session, hash) => void forgetCommit.run({ session, hash }),
    forgetBranch: (session, name) => void forgetBranch.run({ session, name }),
  };
}

const workspaceState = ownJson<WorkspaceState>()
  .nullable()
  .transform((value) => value ?? undefined);

const StepRow = z.object({
  seq: z.int(),
  call: id<'call'>(),
  before: workspaceState,
  after: workspaceState,
  problem: optionalText,
});

const STEP_COLUMNS = 'seq, call, before, after, problem';
/** Taken back with their rounds. */
const STEP_STANDS = `NOT EXISTS (SELECT 1 FROM taken_back t
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
    `SELECT ${STEP_COLUMNS} FROM checkpoints WHERE session = @session
      AND seq > (SELECT coalesce(max(through), 0) FROM undos WHERE session = @session AND state <> 'failed')
      AND ${STEP_STANDS}
     ORDER BY seq`,
    StepRow,
  );
  const through = database.read(
    `SELECT ${STEP_COLUMNS} FROM checkpoints WHERE session = @session AND seq <= @seq
      AND seq > (SELECT coalesce(max(through), 0) FROM undos
        WHERE session = @session AND state <> 'failed' AND through < @seq)
      AND ${STEP_STANDS}
     ORDER BY seq`,
    StepRow,
  );
  const undone = database.read(
    `SELECT call FROM checkpoints WHERE session = @session
      AND seq <= (SELECT coalesce(max(through), 0) FROM undos WHERE session = @session AND state <> 'failed')`,
    StepRow.pick({ call: true }),
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
