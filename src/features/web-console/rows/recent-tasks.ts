import * as z from 'zod';
import type { SessionRecord, SessionStatus } from '../../../contracts/session.ts';
import { flag, id, optionalInt, optionalText } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

/** A task as a list names it. */
export type RecentTask = Pick<
  SessionRecord,
  | 'id'
  | 'owner'
  | 'task'
  | 'project'
  | 'status'
  | 'reason'
  | 'round'
  | 'costMicroUsd'
  | 'costKnown'
  | 'updatedAtMs'
>;

const Row = z.object({
  id: id<'session'>(),
  owner: z.string(),
  task: z.string(),
  project: z.string(),
  status: z.custom<SessionStatus>((value) => typeof value === 'string'),
  reason: optionalText,
  round: z.int(),
  costMicroUsd: z.int(),
  costKnown: flag,
  updatedAtMs: z.int(),
  endedAtMs: optionalInt,
});

const OPEN: readonly SessionStatus[] = ['running', 'waiting', 'paused', 'queued'];

export interface RecentTasks {
  /** That have not ended, newest first. `owner`: only theirs. */
  open(owner: string | undefined): readonly RecentTask[];
  /** The last ones that are at rest. */
  ended(owner: string | undefined, limit: number): readonly RecentTask[];
}

/** The tasks that matter now. */
export function createRecentTasks(database: Database): RecentTasks {
  const select = (where: string): string => `
    SELECT s.id, s.owner, t.task, s.project, s.status, s.reason, s.round, s.cost_micro_usd AS costMicroUsd,
      s.cost_known AS costKnown, s.updated_at_ms AS updatedAtMs, s.ended_at_ms AS endedAtMs
    FROM sessions s JOIN session_texts t ON t.session = s.id
    WHERE s.mode = 'agent' AND s.forgotten = 0 AND (@owner IS NULL OR s.owner = @owner) AND ${where}`;
  const states = OPEN.map((status) => `'${status}'`).join(', ');
  const open = database.read(`${select(`s.status IN (${states})`)} ORDER BY s.seq DESC LIMIT 100`, Row);
  const ended = database.read(
    `${select(`s.status NOT IN (${states})`)} ORDER BY s.seq DESC LIMIT @limit`,
    Row,
  );
  return {
    open: (owner) => open.all({ owner }),
    ended: (owner, limit) => ended.all({ owner, limit }),
  };
}
