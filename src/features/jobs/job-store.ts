import * as z from 'zod';
import { newJobId } from '../../core/ids.ts';
import { id, optionalInt, optionalText } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { JobId, JobStore } from './job.ts';

const Row = z
  .object({
    id: id<'job'>(),
    conversation: id<'conversation'>(),
    owner: z.string(),
    locale: z.enum(['en', 'es']),
    workspace: z.string(),
    source: z.enum(['request', 'saved']),
    request: z.string(),
    state: z.enum(['planning', 'planned', 'refused', 'cancelled', 'started']),
    plan: optionalText,
    hash: optionalText,
    outputs: optionalText,
    session: id<'session'>()
      .nullable()
      .transform((value) => value ?? undefined),
    messageId: z.string(),
    costMicroUsd: z.int(),
    createdAtMs: z.int(),
    plannedAtMs: optionalInt,
  })
  .transform(({ plan: text, hash, plannedAtMs: atMs, ...job }) => ({
    ...job,
    plan: text === undefined || hash === undefined || atMs === undefined ? undefined : { text, hash, atMs },
  }));

const SELECT = `SELECT id, conversation, owner, locale, workspace, source, request, state, plan, hash, outputs, session,
  message_id AS messageId, cost_micro_usd AS costMicroUsd, created_at_ms AS createdAtMs, planned_at_ms AS plannedAtMs
  FROM jobs`;

export function createJobStore(database: Database): JobStore {
  const one = database.read(`${SELECT} WHERE id = @id`, Row);
  const ofMessage = database.read(
    `${SELECT} WHERE conversation = @conversation AND message_id = @messageId`,
    Row,
  );
  const ofConversation = database.read(
    `${SELECT} WHERE conversation = @conversation ORDER BY seq DESC LIMIT @most`,
    Row,
  );
  const ofPerson = database.read(
    `${SELECT} WHERE @owner IS NULL OR owner = @owner ORDER BY seq DESC LIMIT @most`,
    Row,
  );
  const unfinished = database.read(
    `${SELECT} WHERE instance = @instance AND state = 'planning' ORDER BY seq`,
    Row,
  );
  return {
    get: (job) => one.get({ id: job }),
    findByMessage: (conversation, messageId) => ofMessage.get({ conversation, messageId }),
    listOfChat: (conversation, most) => ofConversation.all({ conversation, most }),
    listOfPerson: (owner, most) => ofPerson.all({ owner, most }),
    listUnfinished: (instance) => unfinished.all({ instance }),
    ...changes(database, (job) => one.get({ id: job }) !== undefined),
  };
}

type JobChanges = Pick<JobStore, 'add' | 'addCost' | 'setPlan' | 'refuse' | 'cancel' | 'begin' | 'forget'>;

function changes(database: Database, isTaken: (id: JobId) => boolean): JobChanges {
  const insert = database.write(`
    INSERT INTO jobs (id, instance, conversation, owner, locale, workspace, source, request, state, message_id,
      cost_micro_usd, created_at_ms)
    VALUES (@id, @instance, @conversation, @owner, @locale, @workspace, @source, @request, 'planning', @messageId, 0,
      @createdAtMs)`);
  const cost = database.write('UPDATE jobs SET cost_micro_usd = cost_micro_usd + @microUsd WHERE id = @id');
  const plan = database.write(`
    UPDATE jobs SET state = 'planned', plan = @text, hash = @hash, planned_at_ms = @atMs
    WHERE id = @id AND state = 'planning'`);
  const refuse = database.write("UPDATE jobs SET state = 'refused' WHERE id = @id AND state = 'planning'");
  const cancel = database.write(
    "UPDATE jobs SET state = 'cancelled' WHERE id = @id AND state IN ('planning', 'planned')",
  );
  const begin = database.write(`
    UPDATE jobs SET state = 'started', session = @session, outputs = @outputs
    WHERE id = @id AND state IN ('planned', 'started')`);
  const forget = database.write(`
    DELETE FROM jobs WHERE seq IN (
      SELECT seq FROM jobs WHERE created_at_ms < @beforeMs AND state <> 'planning' AND (session IS NULL
        OR session IN (SELECT id FROM sessions WHERE status IN ('done', 'failed', 'cancelled')))
      ORDER BY seq LIMIT @most)`);
  return {
    add(job) {
      const free = freeId(isTaken);
      insert.run({ ...job, id: free });
      return free;
    },
    addCost: (job, microUsd) => void cost.run({ id: job, microUsd }),
    setPlan: (job, made) => plan.run({ id: job, ...made }).changes > 0,
    refuse: (job) => refuse.run({ id: job }).changes > 0,
    cancel: (job) => cancel.run({ id: job }).changes > 0,
    begin: (job, session, outputs) => begin.run({ id: job, session, outputs }).changes > 0,
    forget: (beforeMs, most) => forget.run({ beforeMs, most }).changes,
  };
}

function freeId(isTaken: (id: JobId) => boolean): JobId {
  for (;;) {
    const free = newJobId();
    if (!isTaken(free)) return free;
  }
}
