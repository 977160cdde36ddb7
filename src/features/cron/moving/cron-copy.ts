import { basename } from 'node:path';
import * as z from 'zod';
import type { Json } from '../../../core/json.ts';
import type { CronRecord } from '../cron.ts';

/** PostgreSQL does not take it. */
const ZERO = '\u0000';

const CronCopy = z.object({
  name: z.string(),
  kind: z.enum(['cron', 'every', 'at']),
  schedule: z.string(),
  timezone: z.string(),
  message: z.string(),
  policy: z.enum(['once', 'skip', 'all']),
  sender: z.string(),
  inGroup: z.boolean(),
  /** Name of the folder that its tasks work in. */
  project: z.string().optional(),
  createdAtMs: z.int(),
  pauseReason: z.enum(['asked', 'failures', 'access', 'unreadable']).optional(),
  nextAtMs: z.int().optional(),
  failures: z.int(),
  last: z
    .object({
      nominalMs: z.int(),
      atMs: z.int(),
      outcome: z.enum(['sent', 'pending', 'refused', 'done', 'failed', 'parked', 'cancelled']),
      session: z.string().optional(),
    })
    .optional(),
});
export type CronCopy = z.infer<typeof CronCopy>;

/** The schedules of a chat as another machine reads them: those that can still run, active or paused. */
export const CronCopies = z.object({
  /** The zone that its times are in; missing: that of the settings. */
  timezone: z.string().optional(),
  crons: z.array(CronCopy),
});

/** As JSON: what is undefined is left out. */
export function cronCopies(crons: readonly CronRecord[], timezone: string | undefined): Json {
  const copies: z.infer<typeof CronCopies> = {
    timezone,
    crons: crons.filter(({ state }) => state !== 'ended').map(copyOf),
  };
  return JSON.parse(JSON.stringify(copies));
}

function copyOf(cron: CronRecord): CronCopy {
  const { name, kind, schedule, timezone, policy, sender, inGroup, createdAtMs } = cron;
  const { workspace, pauseReason, nextAtMs, failures, last } = cron;
  return {
    name,
    kind,
    schedule,
    timezone,
    message: cron.message.replaceAll(ZERO, ''),
    policy,
    sender,
    inGroup,
    project: workspace === undefined ? undefined : basename(workspace),
    createdAtMs,
    pauseReason,
    nextAtMs,
    failures,
    last: last && {
      nominalMs: last.nominalMs,
      atMs: last.atMs,
      outcome: last.outcome,
      session: last.session,
    },
  };
}
