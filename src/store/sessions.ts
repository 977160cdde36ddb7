import * as z from 'zod';
import { Failure } from '../base/failure.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { SessionStore } from '../contracts/store.ts';
import { flag, id, optionalInt, optionalText } from './columns.ts';
import type { Database } from './database.ts';
import { createSteeringQueue } from './steering.ts';

const Row = z.object({
  id: id<'session'>(),
  conversation: id<'conversation'>(),
  owner: z.string(),
  mode: z.enum(['agent', 'talk']),
  task: z.string(),
  workspace: z.string(),
  model: z.string(),
  system: optionalText,
  tools: optionalText,
  status: z.enum(['queued', 'running', 'waiting', 'paused', 'parked', 'done', 'failed', 'cancelled']),
  reason: optionalText,
  instance: id<'instance'>(),
  cancelRequested: flag,
  round: z.int(),
  stretchStart: z.int(),
  activeMs: z.int(),
  costMicroUsd: z.int(),
  costKnown: flag,
  tokens: z.int(),
  extraMicroUsd: z.int(),
  wakeAtMs: optionalInt,
  createdAtMs: z.int(),
  updatedAtMs: z.int(),
  endedAtMs: optionalInt,
  sourceMessageId: z.string(),
  locale: z.enum(['en', 'es']),
});

const SELECT = `
  SELECT s.id, s.conversation, s.owner, s.mode, t.task, s.workspace, s.model, t.system, t.tools, s.status, s.reason,
    s.instance, s.cancel_requested AS cancelRequested, s.round, s.stretch_start AS stretchStart,
    s.active_ms AS activeMs, s.cost_micro_usd AS costMicroUsd, s.cost_known AS costKnown, s.tokens,
    s.extra_micro_usd AS extraMicroUsd, s.wake_at_ms AS wakeAtMs, s.created_at_ms AS createdAtMs,
    s.updated_at_ms AS updatedAtMs, s.ended_at_ms AS endedAtMs, s.source_message_id AS sourceMessageId, s.locale
  FROM sessions s JOIN session_texts t ON t.session = s.id`;

/** A list as one parameter, so that a single prepared statement serves every length. */
const ONE_OF_STATUSES = 's.status IN (SELECT value FROM json_each(@statuses))';

export function createSessionStore(database: Database): SessionStore {
  const write = sessionWriter(database);
  const one = database.read(`${SELECT} WHERE s.id = @id`, Row);
  const ofConversation = database.read(
    `${SELECT} WHERE s.conversation = @conversation ORDER BY s.seq DESC LIMIT @limit`,
    Row,
  );
  const withStatus = database.read(
    `${SELECT} WHERE s.instance = @instance AND ${ONE_OF_STATUSES} ORDER BY s.seq`,
    Row,
  );
  const inConversation = database.read(
    `${SELECT} WHERE s.conversation = @conversation AND ${ONE_OF_STATUSES} ORDER BY s.seq`,
    Row,
  );

  return {
    create: (record) => write.insert(record),
    get: (session) => one.get({ id: session }),
    ofConversation: (conversation, limit) => ofConversation.all({ conversation, limit }),
    withStatus: (statuses, instance) => withStatus.all({ statuses: JSON.stringify(statuses), instance }),
    inConversation: (conversation, statuses) =>
      inConversation.all({ conversation, statuses: JSON.stringify(statuses) }),
    update: (session, { atMs, ...change }) =>
      database.atomically(() => {
        const before = one.get({ id: session });
        if (before === undefined) throw new Failure('not-found', `There is no session ${session}.`);
        write.replace(before, { ...before, ...change, updatedAtMs: atMs });
      }),
    ...createSteeringQueue(database),
  };
}

interface SessionWriter {
  insert(record: SessionRecord): void;
  replace(before: SessionRecord, after: SessionRecord): void;
}

function sessionWriter(database: Database): SessionWriter {
  const insert = database.write(`
    INSERT INTO sessions (id, instance, conversation, owner, mode, workspace, model, status, reason, cancel_requested,
      round, stretch_start, active_ms, cost_micro_usd, cost_known, tokens, extra_micro_usd, wake_at_ms, created_at_ms,
      updated_at_ms, ended_at_ms, source_message_id, locale)
    VALUES (@id, @instance, @conversation, @owner, @mode, @workspace, @model, @status, @reason, @cancelRequested,
      @round, @stretchStart, @activeMs, @costMicroUsd, @costKnown, @tokens, @extraMicroUsd, @wakeAtMs, @createdAtMs,
      @updatedAtMs, @endedAtMs, @sourceMessageId, @locale)`);
  const insertTexts = database.write(
    'INSERT INTO session_texts (session, task, system, tools) VALUES (@id, @task, @system, @tools)',
  );
  const update = database.write(`
    UPDATE sessions SET instance = @instance, model = @model, status = @status, reason = @reason,
      cancel_requested = @cancelRequested, round = @round, stretch_start = @stretchStart, active_ms = @activeMs,
      cost_micro_usd = @costMicroUsd, cost_known = @costKnown, tokens = @tokens, extra_micro_usd = @extraMicroUsd,
      wake_at_ms = @wakeAtMs, updated_at_ms = @updatedAtMs, ended_at_ms = @endedAtMs
    WHERE id = @id`);
  const updateTexts = database.write(
    'UPDATE session_texts SET task = @task, system = @system, tools = @tools WHERE session = @id',
  );

  return {
    insert: (record) =>
      database.atomically(() => {
        insert.run({ ...record });
        insertTexts.run({ ...record });
      }),
    replace(before, after) {
      update.runOnRow({ ...after });
      const textsChanged =
        after.task !== before.task || after.system !== before.system || after.tools !== before.tools;
      if (textsChanged) updateTexts.runOnRow({ ...after });
    },
  };
}
