import * as z from 'zod';
import type { CallResult, CallStore } from '../contracts/store.ts';
import type { Json } from '../core/json.ts';
import { id, optionalInt, optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
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

const COLUMNS = `session, id, round, position, tool, input, malformed, state, prepared, result,
  started_at_ms AS startedAtMs, under`;

const STANDING = `NOT EXISTS (SELECT 1 FROM taken_back t
  WHERE t.session = calls.session AND calls.round > t.round AND calls.round <= t.last_round)`;

export function createCallStore(database: Database): CallStore {
  const insert = database.write(`
    INSERT INTO calls (session, id, round, position, tool, input, malformed, state, prepared, result, started_at_ms, under)
    VALUES (@session, @id, @round, @position, @tool, @input, @malformed, @state, @prepared, @result, @startedAtMs, @under)`);
  const ofRound = database.read(
    `SELECT ${COLUMNS} FROM calls WHERE session = @session AND round = @round AND under IS NULL AND ${STANDING}
     ORDER BY position`,
    Row,
  );
  const under = database.read(
    `SELECT ${COLUMNS} FROM calls WHERE session = @session AND under = @call ORDER BY seq`,
    Row,
  );
  const all = database.read(
    `SELECT ${COLUMNS} FROM calls WHERE session = @session ORDER BY round, position, under IS NOT NULL, seq`,
    Row,
  );
  const standing = database.read(
    `SELECT ${COLUMNS} FROM calls WHERE session = @session AND ${STANDING}
     ORDER BY round, position, under IS NOT NULL, seq`,
    Row,
  );
  const ids = database.read('SELECT id FROM calls WHERE session = @session', Row.pick({ id: true }));
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
