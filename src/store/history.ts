import * as z from 'zod';
import type { ModelMessage } from '../contracts/model.ts';
import type { HistoryStore } from '../contracts/store.ts';
import { TaskPlan } from '../contracts/task-plan.ts';
import { checkedJson } from './columns.ts';
import type { Database } from './database.ts';

const TakenBackRow = z.object({
  round: z.int(),
  lastRound: z.int(),
  fromMessage: z.int(),
  toMessage: z.int(),
  since: z.int(),
  through: z.int(),
  atMs: z.int(),
});

const Message = z.custom<ModelMessage>(isModelMessage, 'not a message of a model');

/** Behind a WHERE over `history AS h`: without what a rewind has taken back. */
const STANDING = `AND NOT EXISTS (SELECT 1 FROM taken_back t
  WHERE t.session = h.session AND h.seq >= t.from_message AND h.seq < t.to_message)`;

/**
 * Messages are stored as the text of `JSON.stringify` and parsed without a schema, which would rebuild them:
 * `JSON.stringify` of what is read equals that of what was appended, key order included. (JavaScript's own changes to
 * JSON happened before: keys such as "7" come first, 1.0 is 1, -0 is 0.)
 */
export function createHistoryStore(database: Database): HistoryStore {
  const append = database.write(
    'INSERT INTO history (session, seq, message) VALUES (@session, @seq, @message)',
  );
  const all = database.read(
    'SELECT message FROM history WHERE session = @session ORDER BY seq',
    z.object({ message: checkedJson(Message) }),
  );
  const standing = database.read(
    `SELECT seq, message FROM history AS h WHERE session = @session AND seq >= @seq ${STANDING} ORDER BY seq`,
    z.object({ seq: z.int(), message: checkedJson(Message) }),
  );
  const newest = database.read(
    `SELECT message FROM history AS h WHERE session = @session ${STANDING} ORDER BY seq DESC LIMIT @most`,
    z.object({ message: checkedJson(Message) }),
  );
  const plan = database.read(
    'SELECT plan FROM task_plans WHERE session = @session',
    z.object({ plan: checkedJson(TaskPlan) }),
  );
  const setPlan = database.write(`
    INSERT INTO task_plans (session, plan) VALUES (@session, @plan)
    ON CONFLICT (session) DO UPDATE SET plan = excluded.plan`);
  const dropPlan = database.write('DELETE FROM task_plans WHERE session = @session');
  const takenBack = database.read(
    `SELECT round, last_round AS lastRound, from_message AS fromMessage, to_message AS toMessage, since, through,
      at_ms AS atMs
     FROM taken_back WHERE session = @session ORDER BY seq`,
    TakenBackRow,
  );
  const takeBack = database.write(`
    INSERT INTO taken_back (session, round, last_round, from_message, to_message, since, through, at_ms)
    VALUES (@session, @round, @lastRound, @fromMessage, @toMessage, @since, @through, @atMs)`);

  return {
    append: (session, seq, message) => void append.run({ session, seq, message: JSON.stringify(message) }),
    all: (session) => all.all({ session }).map((row) => row.message),
    listCurrent: (session, seq) => standing.all({ session, seq }),
    listTakenBack: (session) => takenBack.all({ session }),
    takeBack: (session, rounds) => void takeBack.run({ session, ...rounds }),
    listNewest: (session, most) => newest.all({ session, most }).map((row) => row.message),
    plan: (session) => plan.get({ session })?.plan,
    setPlan(session, steps) {
      if (steps === undefined) dropPlan.run({ session });
      else setPlan.run({ session, plan: JSON.stringify(steps) });
    },
  };
}

/** A light check on purpose: a session of 200 rounds is read at once, and this program wrote every row. */
function isModelMessage(value: unknown): value is ModelMessage {
  if (typeof value !== 'object' || value === null || !('role' in value) || !('content' in value))
    return false;
  if (value.role !== 'user' && value.role !== 'assistant') return false;
  return Array.isArray(value.content) && value.content.every(isBlock);
}

function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
