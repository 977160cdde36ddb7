import * as z from 'zod';
import type { ModelMessage } from '../contracts/model.ts';
import { TaskPlan } from '../contracts/session.ts';
import type { ContextStore, SessionRest } from '../contracts/session-stores.ts';
import type { HistoryStore } from '../contracts/store.ts';
import { checkedJson, optionalInt, ownJson } from './columns.ts';
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

const CompactionRow = z.object({
  upTo: z.int(),
  messages: ownJson<readonly ModelMessage[]>(),
  summary: z.string(),
  method: z.enum(['summary', 'digest', 'switch']),
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  windowTokens: optionalInt,
  microUsd: z.int(),
  atMs: z.int(),
});

const SELECT_COMPACTION = `
  SELECT up_to AS upTo, messages, summary, method, tokens_before AS tokensBefore, tokens_after AS tokensAfter,
    window_tokens AS windowTokens, micro_usd AS microUsd, at_ms AS atMs
  FROM compactions WHERE session = @session`;

export function createContextStore(database: Database): ContextStore {
  const latest = database.read(`${SELECT_COMPACTION} ORDER BY seq DESC LIMIT 1`, CompactionRow);
  const all = database.read(`${SELECT_COMPACTION} ORDER BY seq`, CompactionRow);
  const insert = database.write(`
    INSERT INTO compactions (session, up_to, messages, summary, method, tokens_before, tokens_after, window_tokens,
      micro_usd, at_ms)
    VALUES (@session, @upTo, @messages, @summary, @method, @tokensBefore, @tokensAfter, @windowTokens, @microUsd,
      @atMs)`);
  const measured = database.read(
    'SELECT messages, tokens FROM measured_contexts WHERE session = @session',
    z.object({ messages: z.int(), tokens: z.int() }),
  );
  const measure = database.write(`
    INSERT INTO measured_contexts (session, messages, tokens) VALUES (@session, @messages, @tokens)
    ON CONFLICT (session) DO UPDATE SET messages = excluded.messages, tokens = excluded.tokens`);
  const forgetMeasured = database.write('DELETE FROM measured_contexts WHERE session = @session');

  return {
    latest: (session) => latest.get({ session }),
    all: (session) => all.all({ session }),
    add: (session, compaction) =>
      database.atomically(() => {
        insert.run({ ...compaction, session, messages: JSON.stringify(compaction.messages) });
        forgetMeasured.run({ session });
      }),
    findMeasured: (session) => measured.get({ session }),
    setMeasured: (session, size) => void measure.run({ session, ...size }),
    forgetMeasured: (session) => void forgetMeasured.run({ session }),
    ...createCompactionRequests(database),
  };
}

function createCompactionRequests(
  database: Database,
): Pick<ContextStore, 'findRequest' | 'setRequest' | 'forgetRequest'> {
  const requested = database.read(
    'SELECT words, back_to AS backTo FROM compaction_requests WHERE session = @session',
    z.object({ words: z.string(), backTo: ownJson<SessionRest>().nullable() }),
  );
  const request = database.write(`
    INSERT INTO compaction_requests (session, words, back_to) VALUES (@session, @words, @backTo)
    ON CONFLICT (session) DO UPDATE SET words = excluded.words, back_to = excluded.back_to`);
  const forget = database.write('DELETE FROM compaction_requests WHERE session = @session');

  return {
    findRequest(session) {
      const row = requested.get({ session });
      if (row === undefined) return undefined;
      const { words, backTo } = row;
      if (backTo === null) return { words, backTo: undefined };
      // JSON has no undefined: missing members must be restored.
      const { status, reason, endedAtMs } = backTo;
      return { words, backTo: { status, reason, endedAtMs } };
    },
    setRequest: (session, { words, backTo }) =>
      void request.run({ session, words, backTo: backTo && JSON.stringify(backTo) }),
    forgetRequest: (session) => void forget.run({ session }),
  };
}
