import * as z from 'zod';
import { AT_REST, type SessionMode, type SessionRecord, type SessionStatus } from '../contracts/session.ts';
import type { Database } from './database.ts';
import { SessionRow } from './sessions.ts';

/** A task or a talk as a list shows it, with its place in the order of all. */
export type TaskRow = Pick<
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
  | 'updatedAtMs'
> & { readonly seq: number };

/** What is missing does not matter. */
export interface TaskFilter {
  readonly owner?: string | undefined;
  readonly mode?: SessionMode | undefined;
  readonly status?: SessionStatus | undefined;
  /** True: those that have not come to rest; false: all others. */
  readonly isOpen?: boolean | undefined;
  /** Name of the project's folder. */
  readonly project?: string | undefined;
  /** Each of them stands in the task, in any order; large and small letters are the same. */
  readonly words?: readonly string[] | undefined;
}

export interface TaskPage {
  /** Only what stands behind this place in the list; undefined: from the newest on. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface TaskRows {
  /** Newest first. */
  find(filter: TaskFilter, page: TaskPage): readonly TaskRow[];
  /** How many there are in all pages. */
  count(filter: TaskFilter): number;
  /** Canonical paths of projects that this person has tasks in; undefined: that anybody has. */
  projects(owner: string | undefined): readonly string[];
  owners(): readonly string[];
}

const REST = AT_REST.map((status) => `'${status}'`).join(', ');

const MATCHES = `FROM sessions s JOIN session_texts t ON t.session = s.id
  WHERE s.forgotten = 0 AND (@owner IS NULL OR s.owner = @owner) AND (@mode IS NULL OR s.mode = @mode)
    AND (@status IS NULL OR s.status = @status) AND (@isOpen IS NULL OR (s.status NOT IN (${REST})) = @isOpen)
    AND (@folder IS NULL OR substr(s.project, -length(@folder)) = @folder)
    AND NOT EXISTS (SELECT 1 FROM json_each(@words) w WHERE instr(lower(t.task), lower(w.value)) = 0)`;

const Row: z.ZodType<TaskRow> = SessionRow.safeExtend({ seq: z.int() }).pick({
  seq: true,
  id: true,
  owner: true,
  mode: true,
  task: true,
  project: true,
  status: true,
  reason: true,
  round: true,
  costMicroUsd: true,
  costKnown: true,
  createdAtMs: true,
  updatedAtMs: true,
});

/** Of all chats, as long as their texts exist. */
export function createTaskRows(database: Database): TaskRows {
  const found = database.read(
    `SELECT s.seq, s.id, s.owner, s.mode, t.task, s.project, s.status, s.reason, s.round,
       s.cost_micro_usd AS costMicroUsd, s.cost_known AS costKnown, s.created_at_ms AS createdAtMs,
       s.updated_at_ms AS updatedAtMs
     ${MATCHES} AND (@before IS NULL OR s.seq < @before) ORDER BY s.seq DESC LIMIT @limit`,
    Row,
  );
  const counted = database.read(`SELECT count(*) AS count ${MATCHES}`, z.object({ count: z.int() }));
  const projects = database.read(
    'SELECT DISTINCT project FROM sessions WHERE forgotten = 0 AND (@owner IS NULL OR owner = @owner)',
    z.object({ project: z.string() }),
  );
  const owners = database.read(
    'SELECT DISTINCT owner FROM sessions WHERE forgotten = 0 ORDER BY owner',
    z.object({ owner: z.string() }),
  );
  return {
    find: (filter, { before, limit }) => found.all({ ...valuesOf(filter), before, limit }),
    count: (filter) => counted.get(valuesOf(filter))?.count ?? 0,
    projects: (owner) => projects.all({ owner }).map(({ project }) => project),
    owners: () => owners.all({}).map(({ owner }) => owner),
  };
}

function valuesOf({ owner, mode, status, isOpen, project, words = [] }: TaskFilter) {
  const folder = project === undefined ? undefined : `/${project}`;
  return { owner, mode, status, isOpen, folder, words: JSON.stringify(words) };
}
