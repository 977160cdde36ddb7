import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { Failure } from '../../../core/failure.ts';
import { newCronName } from '../../../core/ids.ts';
import { flag, id, optionalInt, optionalText } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import {
  type CronCreation,
  type CronEditing,
  type CronFiring,
  type CronId,
  CronKind,
  type CronLookup,
  CronOutcome,
  type CronRecord,
  type CronStep,
  type CronStore,
  MAX_CRONS,
  MisfirePolicy,
  type NewCron,
  UNDELETE_MS,
} from '../cron.ts';
import { cronFault } from '../texts/texts.ts';
import { createCronRuns } from './cron-runs.ts';

/** What counts against the limits: has not ended and is not deleted. */
const COUNTS = '(active = 1 OR pause_reason IS NOT NULL) AND deleted_at_ms IS NULL';

/** From here on most names of two letters are taken, and a third one is needed. */
const MANY_NAMES = 150;

/** Crons that are read at once by who gives others their turn. */
const PAGE = 20;

export function createCronStore(database: Database): CronStore {
  const one = database.read(`${SELECT_CRON} WHERE id = @id`, CronRow);
  const ofConversation = database.read(
    `${SELECT_CRON} WHERE conversation = @conversation AND deleted_at_ms IS NULL ORDER BY id`,
    CronRow,
  );
  const page = database.read(
    `${SELECT_CRON} WHERE conversation = @conversation AND deleted_at_ms IS NULL AND id > @after ORDER BY id LIMIT ${PAGE}`,
    CronRow,
  );
  const deletedSince = database.read(
    `${SELECT_CRON} WHERE conversation = @conversation AND deleted_at_ms >= @sinceMs ORDER BY deleted_at_ms DESC, id DESC`,
    CronRow,
  );
  const named = database.read(
    `${SELECT_CRON} WHERE conversation = @conversation AND name = @name AND deleted_at_ms IS NULL`,
    CronRow,
  );
  const ofPerson = database.read(
    `${SELECT_CRON} WHERE deleted_at_ms IS NULL AND (@sender IS NULL OR phone_number = @sender)
     ORDER BY active = 0, next_at_ms, id LIMIT @most`,
    CronRow,
  );
  const deletedOfPerson = database.read(
    `${SELECT_CRON} WHERE deleted_at_ms >= @sinceMs AND (@sender IS NULL OR phone_number = @sender)
     ORDER BY deleted_at_ms DESC, id DESC`,
    CronRow,
  );
  const names = database.read(
    'SELECT name FROM user_cron_jobs WHERE conversation = @conversation',
    z.object({ name: z.string() }),
  );

  return {
    get: (cron) => one.get({ id: cron }),
    listOfChat: (conversation) => ofConversation.all({ conversation }),
    inTurns: (conversation) => inTurns((after) => page.all({ conversation, after })),
    listDeletedSince: (conversation, sinceMs) => deletedSince.all({ conversation, sinceMs }),
    findByName: (conversation, name) => named.get({ conversation, name: name.toLowerCase() }),
    listDeletedOfPerson: (sender, sinceMs) => deletedOfPerson.all({ sender, sinceMs }),
    listOfPerson: (sender, most) => ofPerson.all({ sender, most }),
    freeName: (conversation) => unusedName(names.all({ conversation }).map(({ name }) => name)),
    ...changes(database, one.get),
    ...withRuns(database),
  };
}

/** @param pageAfter the next crons after this id; none at the end */
async function* inTurns(pageAfter: (id: number) => readonly CronRecord[]): AsyncIterable<CronRecord> {
  let last = 0;
  for (;;) {
    const crons = pageAfter(last);
    if (crons.length === 0) return;
    for (const cron of crons) {
      last = cron.id;
      yield cron;
      await nextTurn();
    }
  }
}

function changes(
  database: Database,
  one: (values: { readonly id: CronId }) => CronRecord | undefined,
): CronEditing & Pick<CronLookup, 'counts'> {
  const insert = database.write(`
    INSERT INTO user_cron_jobs (phone_number, schedule, message, created_at, active, name, channel, conversation,
      in_group, workspace, kind, timezone, policy, next_at_ms)
    VALUES (@sender, @schedule, @message, datetime(@createdAtMs / 1000, 'unixepoch'), 1, @name,
      substr(@conversation, 1, instr(@conversation, ':') - 1), @conversation, @inGroup, @workspace, @kind, @timezone, @policy,
      @nextAtMs)
    ON CONFLICT (conversation, name) DO NOTHING`);
  const counts = database.read(
    `SELECT (SELECT count(*) FROM user_cron_jobs WHERE phone_number = @sender AND ${COUNTS}) AS person,
       (SELECT count(*) FROM user_cron_jobs WHERE conversation = @conversation AND ${COUNTS}) AS conversation`,
    z.object({ person: z.int(), conversation: z.int() }),
  );
  const pause = database.write(
    'UPDATE user_cron_jobs SET active = 0, pause_reason = @reason WHERE id = @id AND active = 1 AND deleted_at_ms IS NULL',
  );
  const resume = database.write(`
    UPDATE user_cron_jobs SET active = 1, pause_reason = NULL, failures = 0, next_at_ms = @nextAtMs
    WHERE id = @id AND pause_reason IS NOT NULL AND deleted_at_ms IS NULL`);
  const setPolicy = database.write(
    'UPDATE user_cron_jobs SET policy = @policy WHERE id = @id AND deleted_at_ms IS NULL',
  );
  const remove = database.write(
    'UPDATE user_cron_jobs SET deleted_at_ms = @atMs WHERE id = @id AND deleted_at_ms IS NULL',
  );
  const bringBack = database.write(
    'UPDATE user_cron_jobs SET deleted_at_ms = NULL WHERE id = @id AND deleted_at_ms > @sinceMs',
  );
  const fullOf = (sender: string, conversation: string) => {
    const count = counts.get({ sender, conversation });
    if ((count?.person ?? 0) >= MAX_CRONS.person) return 'person';
    return (count?.conversation ?? 0) >= MAX_CRONS.conversation ? 'conversation' : undefined;
  };

  return {
    counts: (sender, conversation) => counts.get({ sender, conversation }) ?? { person: 0, conversation: 0 },
    create: (cron) =>
      database.atomically((): CronCreation => {
        const full = fullOf(cron.sender, cron.conversation);
        if (full !== undefined) return { kind: 'full', of: full };
        const { changes: added, rowid } = insert.run({ ...cron });
        const created = added === 0 ? undefined : one({ id: rowid as CronId });
        if (created === undefined) throw nameTakenFailure(cron);
        return { kind: 'created', cron: created };
      }),
    pause: (cron, reason) => pause.run({ id: cron, reason }).changes > 0,
    resume: (cron, nextAtMs) => resume.run({ id: cron, nextAtMs }).changes > 0,
    setPolicy: (cron, policy) => setPolicy.run({ id: cron, policy }).changes > 0,
    delete: (cron, atMs) => remove.run({ id: cron, atMs }).changes > 0,
    undelete: (cron, nowMs) =>
      database.atomically(() => {
        const record = one({ id: cron });
        if (record === undefined) return false;
        const counted = record.state !== 'ended';
        if (counted && fullOf(record.sender, record.conversation) !== undefined) return false;
        return bringBack.run({ id: cron, sinceMs: nowMs - UNDELETE_MS }).changes > 0;
      }),
  };
}

function nameTakenFailure({ name }: Pick<NewCron, 'name'>): Failure {
  return new Failure('conflict', cronFault('name-taken', name), {
    facts: { name },
  });
}

// Word for word the condition of the index cron_jobs_due.
const DUE = 'channel IN (SELECT value FROM json_each(@channels)) AND active = 1 AND deleted_at_ms IS NULL';

/** Every change that advances a cron stores its runs in the same commit. */
function withRuns(database: Database): CronFiring & Pick<CronStore, 'listRuns' | 'removeOld'> {
  const rows = { ...firing(database), ...running(database) };
  const history = createCronRuns(database);
  const moving: Pick<CronFiring, 'advance' | 'addRun' | 'noteSession' | 'settle'> = {
    advance: (cron, expectedMs, step) =>
      database.atomically(() => {
        const isMoved = rows.advance(cron, expectedMs, step);
        if (isMoved) history.add(cron, step);
        return isMoved;
      }),
    addRun: (cron, step) =>
      database.atomically(() => {
        rows.addRun(cron, step);
        history.add(cron, step);
      }),
    noteSession: (key, session) =>
      database.atomically(() => {
        rows.noteSession(key, session);
        history.noteSession(key, session);
      }),
    settle: (key, outcome, failures) =>
      database.atomically(() => {
        const isSettled = rows.settle(key, outcome, failures);
        if (isSettled) history.settle(key, outcome);
        return isSettled;
      }),
  };
  return { ...rows, ...moving, listRuns: history.newest };
}

type FiringRows = Pick<CronStore, 'listDue' | 'nextDueMs' | 'listActive' | 'advance' | 'removeOld'>;

function firing(database: Database): FiringRows {
  const due = database.read(
    `SELECT id, next_at_ms AS nextAtMs FROM user_cron_jobs
     WHERE ${DUE} AND next_at_ms <= @nowMs ORDER BY next_at_ms, id`,
    z.object({ id: cronId, nextAtMs: z.int() }),
  );
  const next = database.read(
    `SELECT min(next_at_ms) AS nextAtMs FROM user_cron_jobs WHERE ${DUE} AND next_at_ms > @afterMs`,
    z.object({ nextAtMs: optionalInt }),
  );
  const active = database.read(
    `${SELECT_CRON} WHERE ${DUE} AND id > @after ORDER BY id LIMIT @most`,
    CronRow,
  );
  const advance = database.write(`
    UPDATE user_cron_jobs SET next_at_ms = @nextAtMs, active = @nextAtMs IS NOT NULL, ${STEP}
    WHERE id = @id AND active = 1 AND deleted_at_ms IS NULL AND next_at_ms = @expectedMs`);
  const old = database.write(`
    DELETE FROM user_cron_jobs WHERE id IN (
      SELECT id FROM user_cron_jobs WHERE deleted_at_ms < @deletedMs
        OR (active = 0 AND pause_reason IS NULL AND coalesce(last_at_ms, skip_at_ms, unixepoch(created_at) * 1000) < @endedMs)
      LIMIT @most)`);

  return {
    listDue: (channels, nowMs) => due.all({ channels: JSON.stringify(channels), nowMs }),
    nextDueMs: (channels, afterMs) => next.get({ channels: JSON.stringify(channels), afterMs })?.nextAtMs,
    listActive: (channels, after, most) =>
      active.all({ channels: JSON.stringify(channels), after: after ?? 0, most }),
    advance: (cron, expectedMs, { nextAtMs, ...step }) =>
      advance.run({ id: cron, expectedMs, nextAtMs, ...stepValues(step) }).changes > 0,
    removeOld: ({ deletedMs, endedMs }, most) => old.run({ deletedMs, endedMs, most }).changes,
  };
}

type RunningRows = Pick<CronFiring, 'addRun' | 'noteSession' | 'listPending' | 'settle'>;

function running(database: Database): RunningRows {
  const note = database.write(`UPDATE user_cron_jobs SET ${STEP} WHERE id = @id`);
  const noteSession = database.write(
    "UPDATE user_cron_jobs SET last_session = @session WHERE last_key = @key AND last_outcome = 'pending'",
  );
  const pending = database.read(
    `${SELECT_CRON} WHERE last_outcome = 'pending' AND deleted_at_ms IS NULL
       AND channel IN (SELECT value FROM json_each(@channels)) ORDER BY id`,
    CronRow,
  );
  const settle = database.write(`
    UPDATE user_cron_jobs SET last_outcome = @outcome, failures = @failures
    WHERE last_key = @key AND last_outcome = 'pending'`);

  return {
    addRun: (cron, step) => note.runOnRow({ id: cron, ...stepValues(step) }),
    noteSession: (key, session) => void noteSession.run({ key, session }),
    listPending: (channels) => pending.all({ channels: JSON.stringify(channels) }),
    settle: (key, outcome, failures) => settle.run({ key, outcome, failures }).changes > 0,
  };
}

/** What a step does not name stays as it is; a new run has no session yet. */
const STEP = `
  last_nominal_ms = coalesce(@nominalMs, last_nominal_ms), last_at_ms = coalesce(@lastAtMs, last_at_ms),
  last_outcome = coalesce(@outcome, last_outcome),
  last_session = CASE WHEN @key IS NULL THEN last_session ELSE @session END, last_key = coalesce(@key, last_key),
  skip_reason = coalesce(@skipReason, skip_reason), skip_first_ms = coalesce(@skipFirstMs, skip_first_ms),
  skip_last_ms = coalesce(@skipLastMs, skip_last_ms), skip_at_ms = coalesce(@skipAtMs, skip_at_ms)`;

function stepValues({ run, skipped }: CronStep) {
  return {
    key: run?.key,
    nominalMs: run?.nominalMs,
    lastAtMs: run?.atMs,
    outcome: run?.outcome,
    session: run?.session,
    skipReason: skipped?.reason,
    skipFirstMs: skipped?.firstMs,
    skipLastMs: skipped?.lastMs,
    skipAtMs: skipped?.atMs,
  };
}

function unusedName(taken: readonly string[]): string {
  const length = taken.length < MANY_NAMES ? 2 : 3;
  for (;;) {
    const name = newCronName(length);
    if (!taken.includes(name)) return name;
  }
}

const cronId = z.int().transform((value) => value as CronId); // safe: only the primary key is read with it

/** As `SELECT_CRON` gives it. */
const CronRow = z
  .object({
    id: cronId,
    name: z.string(),
    kind: CronKind,
    schedule: z.string(),
    timezone: z.string(),
    message: z.string(),
    policy: MisfirePolicy,
    conversation: id<'conversation'>(),
    sender: z.string(),
    inGroup: flag,
    workspace: optionalText,
    createdAtMs: z.int(),
    active: flag,
    pauseReason: z
      .enum(['asked', 'failures', 'access', 'unreadable'])
      .nullable()
      .transform((value) => value ?? undefined),
    nextAtMs: optionalInt,
    failures: z.int(),
    lastKey: optionalText,
    nominalMs: z.int().nullable(),
    lastAtMs: z.int().nullable(),
    outcome: CronOutcome.nullable(),
    session: id<'session'>()
      .nullable()
      .transform((value) => value ?? undefined),
    skipReason: z.enum(['late', 'overlap', 'failures', 'busy', 'money']).nullable(),
    skipFirstMs: z.int().nullable(),
    skipLastMs: z.int().nullable(),
    skipAtMs: z.int().nullable(),
    deletedAtMs: optionalInt,
  })
  .transform(cronRecord);

const SELECT_CRON = `
  SELECT id, name, kind, schedule, timezone, message, policy, conversation, phone_number AS sender,
    in_group AS inGroup, workspace, unixepoch(created_at) * 1000 AS createdAtMs, active, pause_reason AS pauseReason,
    next_at_ms AS nextAtMs, failures, last_key AS lastKey, last_nominal_ms AS nominalMs, last_at_ms AS lastAtMs,
    last_outcome AS outcome, last_session AS session, skip_reason AS skipReason, skip_first_ms AS skipFirstMs,
    skip_last_ms AS skipLastMs, skip_at_ms AS skipAtMs, deleted_at_ms AS deletedAtMs
  FROM user_cron_jobs`;

type StoredCron = Omit<CronRecord, 'state' | 'last' | 'skipped'> & {
  readonly active: boolean;
  readonly lastKey: string | undefined;
  readonly nominalMs: number | null;
  readonly lastAtMs: number | null;
  readonly outcome: NonNullable<CronRecord['last']>['outcome'] | null;
  readonly session: NonNullable<CronRecord['last']>['session'];
  readonly skipReason: NonNullable<CronRecord['skipped']>['reason'] | null;
  readonly skipFirstMs: number | null;
  readonly skipLastMs: number | null;
  readonly skipAtMs: number | null;
};

function cronRecord(row: StoredCron): CronRecord {
  const { active, lastKey, nominalMs, lastAtMs, outcome, session, ...rest } = row;
  const { skipReason, skipFirstMs, skipLastMs, skipAtMs, ...cron } = rest;
  const stopped = cron.pauseReason === undefined ? 'ended' : 'paused';
  return {
    ...cron,
    state: active ? 'active' : stopped,
    last:
      lastKey === undefined || nominalMs === null || lastAtMs === null || outcome === null
        ? undefined
        : { key: lastKey, nominalMs, atMs: lastAtMs, outcome, session },
    skipped:
      skipReason === null || skipFirstMs === null || skipLastMs === null || skipAtMs === null
        ? undefined
        : { reason: skipReason, firstMs: skipFirstMs, lastMs: skipLastMs, atMs: skipAtMs },
  };
}
