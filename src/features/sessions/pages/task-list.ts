import * as z from 'zod';
import type { SessionRecord, SessionStatus } from '../../../contracts/session.ts';
import { flag, id, optionalText } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

/** A task as the list shows it. */
export type ListedTask = Pick<
  SessionRecord,
  | 'id'
  | 'owner'
  | 'mode'
  | 'task'
  | 'project'
  | 'status'
  | 'reason'
  | 'round'
  | 'costMicroUsd'
  | 'costKnown'
  | 'createdAtMs'
> & { readonly seq: number };

export interface TaskFilter {
  /** Undefined: everybody's. */
  readonly owner: string | undefined;
  /** Undefined: any. */
  readonly status: SessionStatus | undefined;
  /** Part of the task's words; empty: any. */
  readonly words: string;
  /** Only tasks before this one in the list; undefined: from the newest on. */
  readonly before: number | undefined;
  readonly limit: number;
}

export interface TaskList {
  /** Newest first. */
  find(filter: TaskFilter): readonly ListedTask[];
  /** How many there are in all pages. */
  count(filter: Omit<TaskFilter, 'before' | 'limit'>): number;
}

const MATCHES = `FROM sessions s JOIN session_texts t ON t.session = s.id
  WHERE s.forgotten = 0 AND (@owner IS NULL OR s.owner = @owner) AND (@status IS NULL OR s.status = @status)
    AND (@words = '' OR instr(lower(t.task), @words) > 0)`;

/** Tasks and talks of all chats whose texts still exist. */
export function createTaskList(database: Database): TaskList {
  const found = database.read(
    `SELECT s.seq, s.id, s.owner, s.mode, t.task, s.project, s.status, s.reason, s.round,
       s.cost_micro_usd AS costMicroUsd, s.cost_known AS costKnown, s.created_at_ms AS createdAtMs
     ${MATCHES} AND (@before IS NULL OR s.seq < @before) ORDER BY s.seq DESC LIMIT @limit`,
    z.object({
      seq: z.int(),
      id: id<'session'>(),
      owner: z.string(),
      mode: z.enum(['agent', 'talk']),
      task: z.string(),
      project: z.string(),
      status: z.custom<SessionStatus>((value) => typeof value === 'string'),
      reason: optionalText,
      round: z.int(),
      costMicroUsd: z.int(),
      costKnown: flag,
      createdAtMs: z.int(),
    }),
  );
  const counted = database.read(`SELECT count(*) AS count ${MATCHES}`, z.object({ count: z.int() }));
  const lower = (words: string): string => words.toLowerCase();
  return {
    find: ({ words, ...filter }) => found.all({ ...filter, words: lower(words) }),
    count: ({ owner, status, words }) => counted.get({ owner, status, words: lower(words) })?.count ?? 0,
  };
}
