import * as z from 'zod';
import type { CronId } from '../../../contracts/cron-mark.ts';
import { flag, id, optionalInt, optionalText } from '../../../store/columns.ts';
import type { CronRecord } from '../cron.ts';

export const cronId = z.int().transform((value) => value as CronId); // safe: only the primary key is read with it

/** As `SELECT_CRON` gives it. */
export const CronRow = z
  .object({
    id: cronId,
    name: z.string(),
    kind: z.enum(['cron', 'every', 'at']),
    schedule: z.string(),
    timezone: z.string(),
    message: z.string(),
    policy: z.enum(['once', 'skip', 'all']),
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
    outcome: z.enum(['sent', 'pending', 'refused', 'done', 'failed', 'parked', 'cancelled']).nullable(),
    session: id<'session'>()
      .nullable()
      .transform((value) => value ?? undefined),
    skipReason: z.enum(['late', 'overlap', 'failures', 'busy', 'money']).nullable(),
    skipFirstMs: z.int().nullable(),
    skipLastMs: z.int().nullable(),
    skipAtMs: z.int().nullable(),
    deletedAtMs: optionalInt,
  })
  .transform(recordOf);

export const SELECT_CRON = `
  SELECT id, name, kind, schedule, timezone, message, policy, conversation, phone_number AS sender,
    in_group AS inGroup, workspace, unixepoch(created_at) * 1000 AS createdAtMs, active, pause_reason AS pauseReason,
    next_at_ms AS nextAtMs, failures, last_key AS lastKey, last_nominal_ms AS nominalMs, last_at_ms AS lastAtMs,
    last_outcome AS outcome, last_session AS session, skip_reason AS skipReason, skip_first_ms AS skipFirstMs,
    skip_last_ms AS skipLastMs, skip_at_ms AS skipAtMs, deleted_at_ms AS deletedAtMs
  FROM user_cron_jobs`;

type Stored = Omit<CronRecord, 'state' | 'last' | 'skipped'> & {
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

function recordOf(row: Stored): CronRecord {
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
